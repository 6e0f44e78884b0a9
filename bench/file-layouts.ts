// Files of easy puzzles in the layouts that occur in practice, most with their lowest acceptable speed.

import { LINK_FORMS } from '../core/formats/links/write-link.ts';
import type { PartialOptions } from '../core/options/options.ts';
import { generateCells } from '../core/solver/generate-cells.ts';
import { geometry } from '../core/solver/model/geometry.ts';

/** An easy 9x9 puzzle; in `puzzle`, 0 stands for an empty cell. */
export interface EasyPuzzle {
  readonly cells: Uint8Array;
  readonly puzzle: string;
  readonly solution: string;
  /** Its link, which takes long to pack, once it is made. */
  readonly link: { packed?: string };
}

/** Maximum number of different puzzles; longer files repeat them, which does not affect the solver. */
const MAX_DIFFERENT = 20_000;

/** At most 20,000 different puzzles with about as many clues as those in newspapers. */
export function easyPuzzles(count: number): EasyPuzzle[] {
  return generateCells(geometry(9), { seed: 1, clues: 32 })
    .take(Math.min(count, MAX_DIFFERENT))
    .map(({ cells, solution }) => ({ cells, puzzle: cells.join(''), solution: solution.join(''), link: {} }))
    .toArray();
}

export interface FileLayout {
  readonly name: string;
  /** Lowest acceptable share of the batch rate; for listings, lowest acceptable million rows per second. */
  readonly target?: number;
  readonly given?: PartialOptions;
  readonly isGzip?: boolean;
  content(puzzles: readonly EasyPuzzle[]): Buffer;
}

const lines =
  (line: (puzzle: EasyPuzzle, i: number) => string, before = '') =>
  (puzzles: readonly EasyPuzzle[]) =>
    Buffer.from(before + puzzles.map(line).join(''));

const cellCandidates = (value: string) => `${value === '0' ? '123456789' : value} `;

export const LAYOUTS: readonly FileLayout[] = [
  { name: 'lines', content: lines(({ puzzle }) => `${puzzle}\n`) },
  {
    name: 'csv: solutions given',
    target: 0.75,
    content: lines(({ puzzle, solution }) => `${puzzle},${solution}\n`, 'quizzes,solutions\n'),
  },
  {
    name: 'csv: solutions blank',
    target: 0.75,
    content: lines(({ puzzle }) => `${puzzle},\n`, 'puzzle,solution\n'),
  },
  {
    name: 'csv: five columns',
    target: 0.75,
    content: lines(
      ({ puzzle, solution }, i) => `${i + 1},${puzzle},${solution},32,${(i % 90) / 10}\n`,
      'id,puzzle,solution,clues,difficulty\n',
    ),
  },
  {
    name: 'json lines: two members',
    target: 0.4,
    content: lines(({ puzzle, solution }) => `${JSON.stringify({ puzzle, solution })}\n`),
  },
  {
    name: 'json lines: one member',
    target: 0.4,
    content: lines(({ puzzle }) => `${JSON.stringify({ puzzle })}\n`),
  },
  {
    name: 'json lines: five members, spaced',
    target: 0.4,
    content: lines(
      ({ puzzle, solution }, i) =>
        `{"id": ${i}, "solution": "${solution}", "tags": ["easy", "made"], "quiz": "${puzzle}", "rating": ${(i % 90) / 10}}\n`,
    ),
  },
  {
    name: 'json array of objects',
    target: 0.4,
    content: (puzzles) => Buffer.from(JSON.stringify(puzzles.map(({ puzzle }) => ({ puzzle })))),
  },
  {
    name: 'json array of objects, over several lines',
    target: 0.4,
    content: (puzzles) =>
      Buffer.from(
        JSON.stringify(
          puzzles.map(({ puzzle, solution }, id) => ({ id, puzzle, solution })),
          null,
          2,
        ),
      ),
  },
  {
    name: 'json array of unequal objects',
    target: 0.3,
    content: (puzzles) =>
      Buffer.from(
        JSON.stringify(
          puzzles.map(({ puzzle }, id) => ({
            ...(id % 2 === 0 && { id }),
            ...(id % 3 === 0 && { tags: ['easy', 'made'], by: { name: 'x' } }),
            puzzle,
            ...(id % 5 > 1 && { note: 'a'.repeat(id % 40), link: 'https://example.org' }),
          })),
        ),
      ),
  },
  {
    name: 'grids of nine lines',
    target: 0.35,
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
  {
    name: 'lines, to a csv table',
    target: 0.6,
    given: { output: 'csv' },
    content: lines(({ puzzle }) => `${puzzle}\n`),
  },
  {
    name: 'lines, to a jsonl table',
    target: 0.6,
    given: { output: 'jsonl' },
    content: lines(({ puzzle }) => `${puzzle}\n`),
  },
  {
    name: 'csv with ids, to a csv table',
    target: 0.6,
    given: { output: 'csv' },
    content: lines(({ puzzle }, i) => `${i},${puzzle}\n`, 'id,puzzle\n'),
  },
  {
    name: 'csv with ids, to a jsonl table',
    target: 0.6,
    given: { output: 'jsonl' },
    content: lines(({ puzzle }, i) => `${i},${puzzle}\n`, 'id,puzzle\n'),
  },
  {
    name: 'csv with ids, to parquet',
    target: 0.6,
    given: { output: 'parquet' },
    content: lines(({ puzzle }, i) => `${i},${puzzle}\n`, 'id,puzzle\n'),
  },
  {
    name: 'json lines with ids, to a csv table',
    target: 0.4,
    given: { output: 'csv' },
    content: lines(({ puzzle }, id) => `${JSON.stringify({ id, puzzle })}\n`),
  },
  {
    name: 'json lines with ids, to a jsonl table',
    target: 0.4,
    given: { output: 'jsonl' },
    content: lines(({ puzzle }, id) => `${JSON.stringify({ id, puzzle })}\n`),
  },
  {
    name: 'json array with ids, to a csv table',
    target: 0.4,
    given: { output: 'csv' },
    content: (puzzles) => Buffer.from(JSON.stringify(puzzles.map(({ puzzle }, id) => ({ id, puzzle })))),
  },
  {
    name: 'pasted grids',
    target: 0.3,
    content: lines(
      ({ puzzle }, i) =>
        `Puzzle ${i + 1}\n${puzzle.replaceAll('0', '.').replace(/.{9}/g, (row) => `| ${row.split('').join(' ')} |\n`)}\n`,
    ),
  },
  {
    name: 'candidates',
    target: 0.3,
    content: lines(
      ({ puzzle }) => `${puzzle.replace(/./g, cellCandidates).replace(/((?:\S+ ){9})/g, '$1\n')}\n`,
    ),
  },
  {
    name: 'links',
    target: 0.3,
    content: lines(({ puzzle }) => `https://www.sudokuwiki.org/sudoku.htm?bd=${puzzle}\n`),
  },
  {
    name: 'packed links',
    content: lines(({ cells, link }) => {
      link.packed ??= LINK_FORMS.fpuzzles.write({ geometry: geometry(9), cells });
      return `${link.packed}\n`;
    }),
  },
  {
    name: 'number lines',
    target: 0.3,
    content: lines(({ puzzle }) => `${puzzle.split('').join(' ')}\n`),
  },
  { name: 'lines, gzip', isGzip: true, content: lines(({ puzzle }) => `${puzzle}\n`) },
];

/** A puzzle with 1,528,567 solutions. */
const MANY = '....41......6....5.....7.9.....1.3...5......1.2.........18...76.7......2........3';

/** Files with `solutions=all`. */
export const LISTINGS: readonly FileLayout[] = [
  {
    name: 'list: rows of csv',
    target: 1,
    given: { solutions: 'all', limit: 300_000 },
    content: () => Buffer.from(`${MANY}\n`),
  },
  {
    name: 'list: grids of nine lines',
    target: 1,
    given: { solutions: 'all', limit: 300_000 },
    content: () => Buffer.from(`${MANY.replace(/.{9}/g, '$&\n')}`),
  },
];
