import type { PartialOptions } from '../../core/options/options.ts';

/** An easy 9x9 puzzle, 0 for empty cells. */
export interface MadePuzzle {
  readonly cells: Uint8Array;
  readonly puzzle: string;
  readonly solution: string;
}

export interface MadeFile {
  readonly name: string;
  /** Share of the batch rate that is to be reached, or million rows a second. */
  readonly asked?: number;
  readonly given?: PartialOptions;
  readonly isGzip?: boolean;
  content(puzzles: readonly MadePuzzle[]): Buffer;
}

const lines =
  (line: (made: MadePuzzle, i: number) => string, before = '') =>
  (puzzles: readonly MadePuzzle[]) =>
    Buffer.from(before + puzzles.map(line).join(''));

/** The same puzzles in the layouts that files come in. */
export const FILES: readonly MadeFile[] = [
  { name: 'lines as they are', content: lines(({ puzzle }) => `${puzzle}\n`) },
  {
    name: 'csv: solutions given',
    asked: 0.75,
    content: lines(({ puzzle, solution }) => `${puzzle},${solution}\n`, 'quizzes,solutions\n'),
  },
  {
    name: 'csv: solutions blank',
    asked: 0.75,
    content: lines(({ puzzle }) => `${puzzle},\n`, 'puzzle,solution\n'),
  },
  {
    name: 'csv: five columns',
    asked: 0.75,
    content: lines(
      ({ puzzle, solution }, i) => `${i + 1},${puzzle},${solution},32,${(i % 90) / 10}\n`,
      'id,puzzle,solution,clues,difficulty\n',
    ),
  },
  {
    name: 'json lines: two members',
    asked: 0.4,
    content: lines(({ puzzle, solution }) => `${JSON.stringify({ puzzle, solution })}\n`),
  },
  {
    name: 'json lines: one member',
    asked: 0.4,
    content: lines(({ puzzle }) => `${JSON.stringify({ puzzle })}\n`),
  },
  {
    name: 'json lines: five members, spaced',
    asked: 0.4,
    content: lines(
      ({ puzzle, solution }, i) =>
        `{"id": ${i}, "solution": "${solution}", "tags": ["easy", "made"], "quiz": "${puzzle}", "rating": ${(i % 90) / 10}}\n`,
    ),
  },
  {
    name: 'json array of objects',
    content: (puzzles) => Buffer.from(JSON.stringify(puzzles.map(({ puzzle }) => ({ puzzle })))),
  },
  {
    name: 'grids of nine lines',
    asked: 0.35,
    content: lines(({ puzzle }) => `${puzzle.replace(/.{9}/g, '$&\n')}\n`),
  },
  {
    name: 'grids with frames',
    content: lines(
      ({ puzzle }) =>
        `${puzzle
          .replaceAll('0', '.')
          .replace(/(...)(...)(...)/g, '$1|$2|$3\n')
          .replace(/((?:.+\n){3})(?=.)/g, '$1---+---+---\n')}\n`,
    ),
  },
  { name: 'lines, to a csv table', given: { output: 'csv' }, content: lines(({ puzzle }) => `${puzzle}\n`) },
  {
    name: 'lines, to a jsonl table',
    given: { output: 'jsonl' },
    content: lines(({ puzzle }) => `${puzzle}\n`),
  },
  { name: 'lines, gzip', isGzip: true, content: lines(({ puzzle }) => `${puzzle}\n`) },
];

/** A puzzle with 1,528,567 solutions: data/seeds/dots-9x9.txt. */
const MANY = '....41......6....5.....7.9.....1.3...5......1.2.........18...76.7......2........3';

/** Files whose solutions are all wanted. */
export const LISTED: readonly MadeFile[] = [
  {
    name: 'list: rows of csv',
    asked: 1,
    given: { solutions: 'all', limit: 300_000 },
    content: () => Buffer.from(`${MANY}\n`),
  },
  {
    name: 'list: grids of nine lines',
    asked: 1,
    given: { solutions: 'all', limit: 300_000 },
    content: () => Buffer.from(`${MANY.replace(/.{9}/g, '$&\n')}`),
  },
];
