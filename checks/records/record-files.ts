// Files of records of every length, around the sizes at which the code changes its behaviour, with their results.
import type { PartialOptions } from '../../core/files/index.ts';
import type { Random } from '../shared/random.ts';

/** Sizes at which the code changes its behaviour; lengths are drawn around them. */
export interface RecordSizes {
  /** bytes read, parsed and written at a time */
  readonly block: number;
  /** bytes of the longest valid record, line ending included */
  readonly limit: number;
}

/** A file with records of every length, and the expected result. */
export interface RecordFile {
  /** its name in the report */
  readonly format: string;
  readonly ending: string;
  /** none by default */
  readonly given?: PartialOptions;
  readonly bytes: Buffer;
  /** each record solved by itself, all other bytes unchanged */
  readonly solved: Buffer;
  readonly counts: { readonly puzzles: number; readonly solved: number; readonly invalid: number };
}

/** A record or a comment, without the separator after it. */
interface DrawnRecord {
  readonly text: string;
  readonly solved: string;
  readonly outcome: 'solved' | 'invalid' | 'none';
}

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/** A puzzle and its solution: one pair with renamed digits, so that the reference needs no solver. */
function pair(random: Random): { puzzle: string; solution: string } {
  const names = '123456789'.split('');
  for (let i = names.length - 1; i > 0; i--) {
    const j = random.between(0, i);
    [names[i], names[j]] = [names[j]!, names[i]!];
  }
  const renamed = (grid: string) => grid.replace(/\d/g, (digit) => names[Number(digit) - 1]!);
  return { puzzle: renamed(PUZZLE), solution: renamed(SOLUTION) };
}

/** One byte to several blocks: uniform in the logarithm, or close to one of the sizes. */
function drawLength(random: Random, { block, limit }: RecordSizes): number {
  if (random.chance(25)) {
    return Math.max(1, random.pick([block, 2 * block, 3 * block, limit]) + random.between(-3, 3));
  }
  const most = random.pick([100, block, Math.max(limit, 4 * block) + block]);
  return Math.max(1, Math.floor(most ** (random.between(0, 1000) / 1000)));
}

/** Text that would be mistaken for records if its own record were cut. */
function decoy(random: Random, length: number): string {
  const piece = random.pick([`${PUZZLE} `, `,${PUZZLE},`, 'c', '# ', '1', '{}[]']);
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** Not a puzzle, whatever the length: no grid uses the symbol `@`. */
const filler = (random: Random, length: number): string =>
  `@${random.pick(['x', '@', '1']).repeat(length - 1)}`;

/** Replaces an invalid record in a file of lines, with the same number of bytes. */
const marker = (length: number): string => 'invalid'.padEnd(length).slice(0, length);

/** How a kind of file writes its records. */
interface RecordKind {
  readonly format: 'lines' | 'csv' | 'json';
  readonly ending: string;
  readonly isArray?: true;
  readonly head?: { readonly text: string; readonly solved: string };
  /** Writes a puzzle in the shortest form. */
  plain(random: Random): DrawnRecord;
  /** Writes a puzzle beside a long text, a broken record, or a comment. */
  draw(random: Random, length: number, isLong: (text: string) => boolean): DrawnRecord;
}

const COMMENT = (random: Random, length: number): DrawnRecord => {
  const text = `#${decoy(random, length)}`;
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
    const kind = random.pick(['padded', 'invalid', 'comment', 'blank']);
    const invalid = (text: string): DrawnRecord => ({
      text,
      solved: marker(text.length),
      outcome: 'invalid',
    });
    if (kind === 'comment') return COMMENT(random, length);
    if (kind === 'invalid') {
      const text = filler(random, length);
      // a line with fewer than half of a puzzle's cells is text between puzzles; one word of 40 bytes is not
      return length < 40 ? { text, solved: text, outcome: 'none' } : invalid(text);
    }
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
    const kind = random.pick(['noted', 'invalid', 'fields', 'comment']);
    const { puzzle, solution } = pair(random);
    const id = random.between(1, 9999);
    const row = (text: string, added: string, outcome: DrawnRecord['outcome']): DrawnRecord =>
      isLong(text) ? { text, solved: text, outcome: 'invalid' } : { text, solved: text + added, outcome };
    if (kind === 'noted') {
      return row(`${id},${puzzle},"${decoy(random, length)}"`, `,${solution},solved`, 'solved');
    }
    if (kind === 'invalid') {
      return row(`${id},${filler(random, length)},b`, ',invalid,invalid', 'invalid');
    }
    if (kind === 'fields') return row(filler(random, length), ',,,invalid,invalid', 'invalid');
    return COMMENT(random, length);
  },
};

function drawJson(random: Random, length: number, isLong: (text: string) => boolean): DrawnRecord {
  const isInvalid = random.chance(40);
  const { puzzle, solution } = pair(random);
  const id = random.between(1, 9999);
  const given = isInvalid ? filler(random, length) : puzzle;
  const note = isInvalid ? '' : `,"note":${JSON.stringify(decoy(random, length))}`;
  const begin = `{"id":${id},"puzzle":"${given}"`;
  const text = `${begin}${note}}`;
  if (isLong(text)) return { text, solved: text, outcome: 'invalid' };
  const [found, outcome] = isInvalid ? (['invalid', 'invalid'] as const) : ([solution, 'solved'] as const);
  return {
    text,
    solved: `${begin},"solution":"${found}","status":"${outcome}"${note}}`,
    outcome,
  };
}

function plainJson(random: Random): DrawnRecord {
  const { puzzle, solution } = pair(random);
  const begin = `{"puzzle":"${puzzle}"`;
  return {
    text: `${begin}}`,
    solved: `${begin},"solution":"${solution}","status":"solved"}`,
    outcome: 'solved',
  };
}

const JSON_LINES: RecordKind = { format: 'json', ending: '.jsonl', plain: plainJson, draw: drawJson };
const JSON_ARRAY: RecordKind = { ...JSON_LINES, ending: '.json', isArray: true };

const KINDS = [LINES, CSV, JSON_LINES, JSON_ARRAY];

/** Bytes around a JSON record that only the reader can assign to one record or the next. */
const JSON_MARGIN = 16;

/** Puzzles at the start of a file: more than it has long records, so that its format is recognised. */
const PLAIN_RECORDS = 40;

/** A file of any format with short and long records in any order; the first record is a puzzle. */
export function recordFile(random: Random, sizes: RecordSizes): RecordFile {
  const kind = random.pick(KINDS);
  const end = random.pick(['\n', '\r\n']);
  const records = Array.from({ length: PLAIN_RECORDS }, () => kind.plain(random));
  for (let groups = random.between(1, 12); groups > 0; groups--) {
    for (let few = random.between(0, 3); few > 0; few--) records.push(drawRecord(random, kind, end, sizes));
    // sometimes half a block of short ones
    const many = random.pick([0, 1, 10, Math.ceil(sizes.block / 164)]);
    for (let i = 0; i < many; i++) records.push(kind.plain(random));
  }
  return fileOf(kind, end, records);
}

/** A file of lines with an invalid line or a comment of `length` bytes in its middle. */
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
