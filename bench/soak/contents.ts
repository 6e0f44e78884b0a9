import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { ROOM } from '../../core/formats/record-buffer.ts';
import { MAX_RECORD_BYTES } from '../../core/formats/shared/format.ts';
import { puzzleLines } from '../pipeline/puzzle-lines.ts';
import { fileWithLongLine, type RecordFile, recordFile } from '../records/record-files.ts';
import { packed, puzzle, rows } from './puzzles.ts';
import type { Random } from './random.ts';

/** A file as people upload them. */
export interface Content {
  /** what it is, for messages */
  readonly kind: Kind;
  /** of its name */
  readonly ending: string;
  readonly bytes: Buffer;
  /** of its object's metadata, or the command line's flags */
  readonly options: Readonly<Record<string, string>>;
  /** The result, where it is known without solving the file. */
  readonly solved?: Buffer;
}

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

function lines(random: Random, count: number): string[] {
  const empty = random.pick(['.', '0']);
  return many(count, () => {
    if (random.chance(1))
      return random.pick(['', '# a comment', '12345', `${'1'.repeat(81)}`, 'x'.repeat(81)]);
    return packed(puzzle(random, 9), empty);
  });
}

/** Puzzles of a file that is cut into two chunks or more. */
const HUGE = 230_000;

/** Bytes of one line that is longer than several chunks. */
const LONG_LINE = 100 * 2 ** 20;

/** What each way to write results can be told besides. */
const TOLD: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  same: [{}],
  csv: [{}, { grade: 'true' }],
  jsonl: [{}, { grade: 'true' }, { explain: 'true' }, { grade: 'true', explain: 'true' }],
};

/** Every option that changes results, in every combination that makes sense; alphabets and boxes have files of their own. */
export const OPTIONS: readonly Readonly<Record<string, string>>[] = [
  'first',
  'unique',
  'count',
  'all',
].flatMap((solutions) =>
  Object.entries(TOLD).flatMap(([output, told]) =>
    told.flatMap((more) =>
      ['classic', 'x'].map((variant) => ({
        ...{ solutions, output, variant, ...more },
        ...{ limit: '300', budget: '3000' },
      })),
    ),
  ),
);
/** Of files with so many puzzles that they are cut, or take long. */
const HUGE_OPTIONS: Readonly<Record<string, string>>[] = [
  {},
  { solutions: 'unique' },
  { solutions: 'count', limit: '2' },
  { solutions: 'all', limit: '2' },
  { output: 'jsonl' },
  { output: 'csv', variant: 'x' },
];

const EXAMPLES = new URL('../../examples/', import.meta.url);
/** Plain files of all families of formats. */
const FAMILIES = readdirSync(EXAMPLES).filter((name) => !/thousand|\.(gz|zst)$/.test(name));

const PACKERS = {
  '': (bytes: Buffer) => bytes,
  '.gz': (bytes: Buffer) => gzipSync(bytes),
  '.zst': (bytes: Buffer) => zstdCompressSync(bytes),
};

/** One file of the product of families, options and compressions. */
function example(random: Random): Omit<Content, 'kind'> {
  const name = random.pick(FAMILIES);
  const packing = random.pick(Object.keys(PACKERS)) as keyof typeof PACKERS;
  const bytes = PACKERS[packing](readFileSync(new URL(name, EXAMPLES)));
  return { ending: `-${name}${packing}`, bytes, options: random.pick(OPTIONS) };
}

/** Listings that go on for long, while others are at work. */
const listing = (random: Random) =>
  `#! sudoku solutions=all limit=${random.between(500, 3000)}\n${many(random.between(1, 3), () => rows(new Uint8Array(random.pick([81, 81, 256])), '.', '')).join('\n\n')}\n`;

const RECORD_SIZES = { block: ROOM.block, limit: MAX_RECORD_BYTES };

const KINDS = {
  example: () => '',
  records: (random) => recordFile(random, RECORD_SIZES),
  listing,
  tiny: (random) => `${packed(puzzle(random, 9), '.')}\n`,
  lines: (random) => lines(random, random.between(2, 3000)).join(random.pick(['\n', '\r\n'])),
  grids: (random) => many(random.between(1, 40), () => rows(puzzle(random, 9), '.', '')).join('\n\n'),
  sized: (random) => `4\n${rows(puzzle(random, 16), '0', ' ')}\n`,
  small4: (random) => `${many(random.between(1, 50), () => packed(puzzle(random, 4), '.')).join('\n')}\n`,
  csv: (random) =>
    `id,puzzle\n${many(random.between(1, 500), () => `${random.between(1, 999)},${packed(puzzle(random, 9), '0')}`).join('\n')}\n`,
  jsonLines: (random) =>
    `${many(random.between(1, 500), () => JSON.stringify({ puzzle: packed(puzzle(random, 9), '.') })).join('\n')}\n`,
  counted: (random) =>
    `#! sudoku solutions=count limit=50\n${lines(random, random.between(1, 100)).join('\n')}\n`,
  diagonals: (random) => `#! sudoku variant=x\n${lines(random, random.between(1, 100)).join('\n')}\n`,
  letters: (random) =>
    `${many(random.between(1, 60), () => lettered(packed(puzzle(random, 9), '.'))).join('\n')}\n`,
  boxed: (random) => `${many(random.between(1, 60), () => packed(puzzle(random, 6), '.')).join('\n')}\n`,
  misspelt: () => '#! sudoku varaint=x\n',
  gzip: (random) => gzipSync(`${lines(random, random.between(1, 3000)).join('\n')}\n`),
  empty: () => '',
  prose: () => 'Dear all,\n\nplease find the puzzles attached.\n',
  noise: (random) => random.bytes(random.between(1, 5000)),
  huge: (random) => puzzleLines(HUGE, random.between(1, 1_000_000)),
  hugeGzip: (random) => gzipSync(puzzleLines(HUGE, random.between(1, 1_000_000)), { level: 1 }),
  hugeRecord: (random) => fileWithLongLine(random, LONG_LINE),
} satisfies Record<string, (random: Random) => string | Buffer | RecordFile>;
export type Kind = keyof typeof KINDS;

/** In letters that only the option `alphabet` explains. */
const lettered = (line: string) => line.replace(/\d/g, (digit) => 'SUDOKANIM'[Number(digit) - 1]!);

const ENDINGS: Partial<Record<Kind, string>> = {
  csv: '.csv',
  jsonLines: '.jsonl',
  gzip: '.txt.gz',
  hugeGzip: '.txt.gz',
};

/** Options without which a kind is read otherwise. */
const OWN_OPTIONS: Partial<Record<Kind, Readonly<Record<string, string>>>> = {
  letters: { alphabet: 'SUDOKANIM' },
  // boxes of six cells are two high by themselves
  boxed: { boxes: '3x2' },
};

/** Every kind that is quickly solved. */
export const SMALL_KINDS = (Object.keys(KINDS) as Kind[])
  .filter((kind) => !kind.startsWith('huge'))
  // the product is large: it is drawn from more often
  .concat(new Array<Kind>(10).fill('example'));

export function content(kind: Kind, random: Random): Content {
  if (kind === 'example') return { kind, ...example(random) };
  const drawn: string | Buffer | RecordFile = KINDS[kind](random);
  if (isRecordFile(drawn)) return { kind, ...drawn, options: {} };
  const options = kind.startsWith('huge') ? random.pick(HUGE_OPTIONS) : (OWN_OPTIONS[kind] ?? {});
  return { kind, ending: ENDINGS[kind] ?? '.txt', bytes: Buffer.from(drawn), options };
}

function isRecordFile(drawn: string | Buffer | RecordFile): drawn is RecordFile {
  return typeof drawn === 'object' && 'solved' in drawn;
}
