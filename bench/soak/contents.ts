import { gzipSync } from 'node:zlib';
import { puzzleLines } from '../pipeline/puzzle-lines.ts';
import { packed, puzzle, rows } from './puzzles.ts';
import type { Random } from './random.ts';

/** A file as people upload them. */
export interface Content {
  /** what it is, for messages */
  readonly kind: Kind;
  /** of its name */
  readonly ending: string;
  readonly bytes: Buffer;
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

const KINDS = {
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
  misspelt: () => '#! sudoku varaint=x\n',
  gzip: (random) => gzipSync(`${lines(random, random.between(1, 3000)).join('\n')}\n`),
  empty: () => '',
  prose: () => 'Dear all,\n\nplease find the puzzles attached.\n',
  noise: (random) => random.bytes(random.between(1, 5000)),
  huge: (random) => puzzleLines(HUGE, random.between(1, 1_000_000)),
  hugeGzip: (random) => gzipSync(puzzleLines(HUGE, random.between(1, 1_000_000)), { level: 1 }),
} satisfies Record<string, (random: Random) => string | Buffer>;
export type Kind = keyof typeof KINDS;

const ENDINGS: Partial<Record<Kind, string>> = {
  csv: '.csv',
  jsonLines: '.jsonl',
  gzip: '.txt.gz',
  hugeGzip: '.txt.gz',
};

/** Every kind that is quickly solved. */
export const SMALL_KINDS = (Object.keys(KINDS) as Kind[]).filter((kind) => !kind.startsWith('huge'));

export function content(kind: Kind, random: Random): Content {
  return { kind, ending: ENDINGS[kind] ?? '.txt', bytes: Buffer.from(KINDS[kind](random)) };
}
