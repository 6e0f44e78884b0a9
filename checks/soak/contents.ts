// The files that the soak test uploads: every kind, with every sensible combination of options.
import { readFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { puzzleLines } from '../../bench/pipeline/puzzle-lines.ts';
import { ROOM } from '../../core/files/block-reader.ts';
import { MAX_RECORD_BYTES } from '../../core/kernel/constants.ts';
import { generateCells } from '../../core/solver/generate-cells.ts';
import { geometry } from '../../core/solver/model/geometry.ts';
import { exampleFiles } from '../../test/example-files.ts';
import { fileWithLongLine, type RecordFile, recordFile } from '../records/record-files.ts';
import type { Random } from '../shared/random.ts';

/** A file to upload. */
export interface Content {
  readonly kind: Kind;
  /** ending of its name */
  readonly ending: string;
  readonly bytes: Buffer;
  /** metadata of its object, or flags of the command line */
  readonly options: Readonly<Record<string, string>>;
  /** the result, if it is known without solving the file */
  readonly solved?: Buffer;
}

const repeat = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

function lines(random: Random, count: number): string[] {
  const empty = random.pick(['.', '0']);
  return repeat(count, () => {
    if (random.chance(1))
      return random.pick(['', '# a comment', '12345', `${'1'.repeat(81)}`, 'x'.repeat(81)]);
    return packed(puzzle(random, 9), empty);
  });
}

/** Number of puzzles of which a file is cut into at least two chunks. */
const HUGE_PUZZLES = 230_000;

/** A puzzle that takes tens of milliseconds to rate, and a solved one. */
const HARD = '1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..';
const SOLVED = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';
const [HARD_ROWS, HARD_EVERY] = [200, 2];

/** A large table to be rated, whose first puzzles are hard and all others solved: it is cut into hundreds of chunks, which are soon done. */
const hardAtFirst = (random: Random) => {
  const first = random.between(1, 1_000_000);
  const rows = Array.from({ length: HUGE_PUZZLES }, (_, i) => {
    const line = i < HARD_ROWS && i % HARD_EVERY === 0 ? HARD : SOLVED;
    // other digits, so that no row is like the one before
    return `${first + i},${line.replace(/\d/g, (digit) => String(((Number(digit) + i) % 9) + 1))}\n`;
  });
  return `id,puzzle\n${rows.join('')}`;
};

/** Bytes of a line that is longer than several chunks. */
const LONG_LINE = 100 * 2 ** 20;

/** Options that each kind of output can have in addition. */
const OUTPUT_OPTIONS: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  same: [{}],
  csv: [{}, { grade: 'true' }],
  jsonl: [{}, { grade: 'true' }, { explain: 'true' }, { grade: 'true', explain: 'true' }],
};

/** Every sensible combination of the options that change results. Alphabets and boxes have their own kinds of files. */
export const OPTIONS: readonly Readonly<Record<string, string>>[] = [
  'first',
  'unique',
  'count',
  'all',
].flatMap((solutions) =>
  Object.entries(OUTPUT_OPTIONS).flatMap(([output, additional]) =>
    // lists of solutions have no place for facts, and the command refuses to look for those
    (solutions === 'all' ? [{}] : additional).flatMap((more) =>
      ['classic', 'x'].map((variant) => ({
        solutions,
        output,
        variant,
        ...more,
        limit: '300',
        budget: '3000',
      })),
    ),
  ),
);
/** For files that are cut into chunks or take long. */
const HUGE_OPTIONS: Readonly<Record<string, string>>[] = [
  {},
  { solutions: 'unique' },
  { solutions: 'count', limit: '2' },
  { solutions: 'all', limit: '2' },
  { output: 'jsonl' },
  { output: 'csv', variant: 'x' },
];

const EXAMPLES = new URL('../../examples/', import.meta.url);
/** Uncompressed files of all families of formats. */
const FAMILIES = exampleFiles().filter((name) => !/thousand|\.(gz|zst)$/.test(name));

const PACKERS = {
  '': (bytes: Buffer) => bytes,
  '.gz': (bytes: Buffer) => gzipSync(bytes),
  '.zst': (bytes: Buffer) => zstdCompressSync(bytes),
};

/** A file of a random family, with random options and compression. */
function example(random: Random): Omit<Content, 'kind'> {
  const name = random.pick(FAMILIES);
  const packing = random.pick(Object.keys(PACKERS)) as keyof typeof PACKERS;
  const bytes = PACKERS[packing](readFileSync(new URL(name, EXAMPLES)));
  return { ending: `-${name}${packing}`, bytes, options: random.pick(OPTIONS) };
}

/** A few puzzles with very many solutions. */
const listing = (random: Random) =>
  `#! sudoku solutions=all limit=${random.between(500, 3000)}\n${repeat(random.between(1, 3), () => rows(new Uint8Array(random.pick([81, 81, 256])), '.', '')).join('\n\n')}\n`;

const RECORD_SIZES = { block: ROOM.block, limit: MAX_RECORD_BYTES };

const KINDS = {
  example: () => '',
  records: (random) => recordFile(random, RECORD_SIZES),
  listing,
  tiny: (random) => `${packed(puzzle(random, 9), '.')}\n`,
  lines: (random) => lines(random, random.between(2, 3000)).join(random.pick(['\n', '\r\n'])),
  grids: (random) => repeat(random.between(1, 40), () => rows(puzzle(random, 9), '.', '')).join('\n\n'),
  sized: (random) => `4\n${rows(puzzle(random, 16), '0', ' ')}\n`,
  small4: (random) => `${repeat(random.between(1, 50), () => packed(puzzle(random, 4), '.')).join('\n')}\n`,
  csv: (random) =>
    `id,puzzle\n${repeat(random.between(1, 500), () => `${random.between(1, 999)},${packed(puzzle(random, 9), '0')}`).join('\n')}\n`,
  jsonLines: (random) =>
    `${repeat(random.between(1, 500), () => JSON.stringify({ puzzle: packed(puzzle(random, 9), '.') })).join('\n')}\n`,
  counted: (random) =>
    `#! sudoku solutions=count limit=50\n${lines(random, random.between(1, 100)).join('\n')}\n`,
  diagonals: (random) => `#! sudoku variant=x\n${lines(random, random.between(1, 100)).join('\n')}\n`,
  letters: (random) =>
    `${repeat(random.between(1, 60), () => lettered(packed(puzzle(random, 9), '.'))).join('\n')}\n`,
  boxed: (random) => `${repeat(random.between(1, 60), () => packed(puzzle(random, 6), '.')).join('\n')}\n`,
  misspelt: () => '#! sudoku varaint=x\n',
  gzip: (random) => gzipSync(`${lines(random, random.between(1, 3000)).join('\n')}\n`),
  empty: () => '',
  prose: () => 'Dear all,\n\nplease find the puzzles attached.\n',
  noise: (random) => random.bytes(random.between(1, 5000)),
  huge: (random) => puzzleLines(HUGE_PUZZLES, random.between(1, 1_000_000)),
  hugeGzip: (random) => gzipSync(puzzleLines(HUGE_PUZZLES, random.between(1, 1_000_000)), { level: 1 }),
  hugeHard: hardAtFirst,
  hugeRecord: (random) => fileWithLongLine(random, LONG_LINE),
} satisfies Record<string, (random: Random) => string | Buffer | RecordFile>;
export type Kind = keyof typeof KINDS;

/** A puzzle in letters, readable only with the option `alphabet`. */
const lettered = (line: string) => line.replace(/\d/g, (digit) => 'SUDOKANIM'[Number(digit) - 1]!);

const ENDINGS: Partial<Record<Kind, string>> = {
  csv: '.csv',
  hugeHard: '.csv',
  jsonLines: '.jsonl',
  gzip: '.txt.gz',
  hugeGzip: '.txt.gz',
};

/** Options that a kind requires. */
const REQUIRED_OPTIONS: Partial<Record<Kind, Readonly<Record<string, string>>>> = {
  letters: { alphabet: 'SUDOKANIM' },
  // by default, boxes of 6x6 grids are 2x3
  boxed: { boxes: '3x2' },
  hugeHard: { output: 'csv', grade: 'true' },
};

/** Every kind that is solved quickly. */
export const SMALL_KINDS = (Object.keys(KINDS) as Kind[])
  .filter((kind) => !kind.startsWith('huge'))
  // examples have the most combinations, so they are drawn more often
  .concat(new Array<Kind>(10).fill('example'));

export function content(kind: Kind, random: Random): Content {
  if (kind === 'example') return { kind, ...example(random) };
  const drawn: string | Buffer | RecordFile = KINDS[kind](random);
  if (isRecordFile(drawn)) return { kind, ...drawn, options: {} };
  const options = REQUIRED_OPTIONS[kind] ?? (kind.startsWith('huge') ? random.pick(HUGE_OPTIONS) : {});
  return { kind, ending: ENDINGS[kind] ?? '.txt', bytes: Buffer.from(drawn), options };
}

function isRecordFile(drawn: string | Buffer | RecordFile): drawn is RecordFile {
  return typeof drawn === 'object' && 'solved' in drawn;
}

const ORIGINALS = 200;

/** Generated puzzles by size; all others are these with renamed digits. */
const originals = new Map<number, Uint8Array[]>();

function originalsOf(size: number): Uint8Array[] {
  let puzzles = originals.get(size);
  if (puzzles === undefined) {
    puzzles = [];
    const clues = Math.floor(size * size * (size > 9 ? 0.6 : 0.35));
    for (const { cells } of generateCells(geometry(size), { seed: size, clues })) {
      if (puzzles.push(cells) === (size > 9 ? 5 : ORIGINALS)) break;
    }
    originals.set(size, puzzles);
  }
  return puzzles;
}

/** Cells of a random puzzle; some have no solution or repeat a digit in a unit. */
function puzzle(random: Random, size: number): Uint8Array {
  const names = Uint8Array.from({ length: size + 1 }, (_, digit) => digit);
  for (let i = size; i > 1; i--) {
    const j = random.between(1, i);
    [names[i], names[j]] = [names[j]!, names[i]!];
  }
  const cells = random.pick(originalsOf(size)).map((digit) => names[digit]!);
  if (random.chance(2)) cells[random.between(0, cells.length - 1)] = random.between(1, size);
  return cells;
}

/** One character per cell. */
function packed(cells: Uint8Array, empty: string): string {
  return Array.from(cells, (digit) => (digit === 0 ? empty : digit)).join('');
}

/** One row per line. */
function rows(cells: Uint8Array, empty: string, separator: string): string {
  const size = Math.sqrt(cells.length);
  const lines = Array.from({ length: size }, (_, row) => cells.subarray(row * size, (row + 1) * size));
  return lines.map((line) => Array.from(line, (digit) => digit || empty).join(separator)).join('\n');
}
