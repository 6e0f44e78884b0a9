import type { Random } from '../soak/random.ts';

/** What lengths are drawn around. */
export interface RecordSizes {
  /** bytes that are read, parsed and written at a time */
  readonly block: number;
  /** bytes of the longest record, line ending included, that is read as one */
  readonly limit: number;
}

/** A file of records of every length, with what a plain pass over its records gives. */
export interface RecordFile {
  /** as the report names it */
  readonly format: 'lines' | 'csv' | 'json';
  readonly ending: string;
  readonly bytes: Buffer;
  /** the result: each record solved by itself, all other bytes as they were */
  readonly solved: Buffer;
  readonly counts: { readonly puzzles: number; readonly solved: number; readonly invalid: number };
}

/** A record or a comment, without what separates it from the next. */
interface DrawnRecord {
  readonly text: string;
  readonly solved: string;
  readonly outcome: 'solved' | 'invalid' | 'none';
}

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/** A puzzle and its solution, by renaming the digits of one pair: the reference needs no solver. */
function pair(random: Random): { puzzle: string; solution: string } {
  const names = '123456789'.split('');
  for (let i = names.length - 1; i > 0; i--) {
    const j = random.between(0, i);
    [names[i], names[j]] = [names[j]!, names[i]!];
  }
  const renamed = (grid: string) => grid.replace(/\d/g, (digit) => names[Number(digit) - 1]!);
  return { puzzle: renamed(PUZZLE), solution: renamed(SOLUTION) };
}

/** One byte to several blocks, as often short as long, and around the sizes at which something changes. */
function drawLength(random: Random, { block, limit }: RecordSizes): number {
  if (random.chance(25)) {
    return Math.max(1, random.pick([block, 2 * block, 3 * block, limit]) + random.between(-3, 3));
  }
  const most = random.pick([100, block, Math.max(limit, 4 * block) + block]);
  return Math.max(1, Math.floor(most ** (random.between(0, 1000) / 1000)));
}

/** Text of a length, of what would be taken for puzzles if it were cut out of its record. */
function bait(random: Random, length: number): string {
  const piece = random.pick([`${PUZZLE} `, `,${PUZZLE},`, 'c', '# ', '1', '{}[]']);
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** No cells, whatever the length: `@` is a symbol of no grid. */
const filler = (random: Random, length: number): string =>
  `@${random.pick(['x', '@', '1']).repeat(length - 1)}`;

/** What stands in the place of a broken record of a file of lines: as many bytes. */
const marker = (length: number): string => 'invalid'.padEnd(length).slice(0, length);

/** How a kind of file writes its records; `end` is a line ending, which counts as part of a record. */
interface RecordKind {
  readonly format: RecordFile['format'];
  readonly ending: string;
  readonly isArray?: true;
  readonly head?: { readonly text: string; readonly solved: string };
  /** Writes a puzzle as short as can be. */
  plain(random: Random): DrawnRecord;
  /** Writes a puzzle with something long beside it, a broken record or a comment. */
  draw(random: Random, length: number, isLong: (text: string) => boolean): DrawnRecord;
}

const COMMENT = (random: Random, length: number): DrawnRecord => {
  const text = `#${bait(random, length)}`;
  return { text, solved: text, outcome: 'none' };
};

const LINES: RecordKind = {
  format: 'lines',
  ending: '.txt',
  plain(random) {
    const { puzzle, solution } = pair(random);
    return { text: puzzle, solved: solution, outcome: 'solved' };
  },
  draw(random, length, isLong) {
    const kind = random.pick(['padded', 'broken', 'comment', 'blank']);
    const invalid = (text: string): DrawnRecord => ({
      text,
      solved: marker(text.length),
      outcome: 'invalid',
    });
    if (kind === 'comment') return COMMENT(random, length);
    if (kind === 'broken') return invalid(filler(random, length));
    const blanks = ' '.repeat(length);
    if (kind === 'blank') return { text: blanks, solved: blanks, outcome: 'none' };
    const { puzzle, solution } = pair(random);
    const padded = puzzle + blanks;
    if (isLong(padded)) return invalid(padded);
    return { text: padded, solved: solution + blanks, outcome: 'solved' };
  },
};

const CSV: RecordKind = {
  format: 'csv',
  ending: '.csv',
  head: { text: 'id,puzzle,note', solved: 'id,puzzle,note,solution,status' },
  plain(random) {
    const { puzzle, solution } = pair(random);
    const text = `${random.between(1, 9999)},${puzzle},a`;
    return { text, solved: `${text},${solution},solved`, outcome: 'solved' };
  },
  draw(random, length, isLong) {
    const kind = random.pick(['noted', 'broken', 'fields', 'comment']);
    const { puzzle, solution } = pair(random);
    const id = random.between(1, 9999);
    const row = (text: string, added: string, outcome: DrawnRecord['outcome']): DrawnRecord =>
      isLong(text) ? { text, solved: text, outcome: 'invalid' } : { text, solved: text + added, outcome };
    if (kind === 'noted') {
      return row(`${id},${puzzle},"${bait(random, length)}"`, `,${solution},solved`, 'solved');
    }
    if (kind === 'broken') {
      return row(`${id},${filler(random, length)},b`, ',invalid,invalid', 'invalid');
    }
    if (kind === 'fields') return row(filler(random, length), ',,,invalid,invalid', 'invalid');
    return COMMENT(random, length);
  },
};

function drawJson(random: Random, length: number, isLong: (text: string) => boolean): DrawnRecord {
  const isBroken = random.chance(40);
  const { puzzle, solution } = pair(random);
  const id = random.between(1, 9999);
  const given = isBroken ? filler(random, length) : puzzle;
  const note = isBroken ? '' : `,"note":${JSON.stringify(bait(random, length))}`;
  const front = `{"id":${id},"puzzle":"${given}"`;
  const text = `${front}${note}}`;
  if (isLong(text)) return { text, solved: text, outcome: 'invalid' };
  const [found, outcome] = isBroken ? (['invalid', 'invalid'] as const) : ([solution, 'solved'] as const);
  return {
    text,
    solved: `${front},"solution":"${found}","status":"${outcome}"${note}}`,
    outcome,
  };
}

function plainJson(random: Random): DrawnRecord {
  const { puzzle, solution } = pair(random);
  const front = `{"puzzle":"${puzzle}"`;
  return {
    text: `${front}}`,
    solved: `${front},"solution":"${solution}","status":"solved"}`,
    outcome: 'solved',
  };
}

const JSON_LINES: RecordKind = { format: 'json', ending: '.jsonl', plain: plainJson, draw: drawJson };
const JSON_ARRAY: RecordKind = { ...JSON_LINES, ending: '.json', isArray: true };

const KINDS = [LINES, CSV, JSON_LINES, JSON_ARRAY];

/** Bytes around a JSON record of which only the reader knows whether they are part of it. */
const JSON_MARGIN = 16;

/** Puzzles that a file begins with, more than it has long records. */
const FRONT = 40;

/** A file of any format: short and long records in any order, the first one a puzzle, the last one ended. */
export function recordFile(random: Random, sizes: RecordSizes): RecordFile {
  const kind = random.pick(KINDS);
  const end = random.pick(['\n', '\r\n']);
  // so many that most records of the head are puzzles
  const records = Array.from({ length: FRONT }, () => kind.plain(random));
  for (let groups = random.between(1, 12); groups > 0; groups--) {
    for (let few = random.between(0, 3); few > 0; few--) records.push(drawRecord(random, kind, end, sizes));
    // half a block of short ones now and then
    const many = random.pick([0, 1, 10, Math.ceil(sizes.block / 164)]);
    for (let i = 0; i < many; i++) records.push(kind.plain(random));
  }
  return fileOf(kind, end, records);
}

/** A file of lines that has a broken line or a comment of so many bytes in its middle. */
export function fileWithLongLine(random: Random, length: number): RecordFile {
  const puzzles = () => Array.from({ length: 5000 }, () => LINES.plain(random));
  const long: DrawnRecord = random.chance(50)
    ? COMMENT(random, length)
    : { text: filler(random, length), solved: marker(length), outcome: 'invalid' };
  return fileOf(LINES, '\n', [...puzzles(), long, ...puzzles()]);
}

function drawRecord(random: Random, kind: RecordKind, end: string, sizes: RecordSizes): DrawnRecord {
  const isLong = (text: string) => text.length + end.length > sizes.limit;
  for (;;) {
    const record = kind.draw(random, drawLength(random, sizes), isLong);
    const isClear = Math.abs(record.text.length - sizes.limit) > JSON_MARGIN;
    if (kind.format !== 'json' || isClear) return record;
  }
}

function fileOf(kind: RecordKind, end: string, records: readonly DrawnRecord[]): RecordFile {
  const { format, ending, head, isArray } = kind;
  const join = (texts: string[]) =>
    Buffer.from(isArray ? `[${texts.join(`,${end}`)}]${end}` : `${texts.join(end)}${end}`, 'latin1');
  const count = (outcome: DrawnRecord['outcome']) =>
    records.filter((record) => record.outcome === outcome).length;
  return {
    format,
    ending,
    bytes: join([...(head ? [head.text] : []), ...records.map(({ text }) => text)]),
    solved: join([...(head ? [head.solved] : []), ...records.map(({ solved }) => solved)]),
    counts: {
      puzzles: count('solved') + count('invalid'),
      solved: count('solved'),
      invalid: count('invalid'),
    },
  };
}
