// Puzzles of the collection SmilingWayne/puzzlekit-dataset, from files that the user has.
import { readFile } from 'node:fs/promises';
import { VARIANTS } from '../core/options/variants.ts';
import { anyGeometry, type Geometry, neighbourPairs, withRules } from '../core/solver/model/geometry.ts';
import type { Rule } from '../core/solver/model/rule-kinds.ts';
import { UNMARKED, type VariantPuzzle } from './peers/interactive-sudoku-solver.ts';

interface Texts {
  readonly size: number;
  /** The words of the grid, row by row. */
  readonly grid: string[];
  /** The words after the grid, such as the number of the cage of each cell. */
  readonly more: string[];
}

type Parse = (texts: Texts) => Omit<VariantPuzzle, 'solution'>;

/** How the files of the collection are read, by their kind. */
const KINDS: Readonly<Record<string, Parse>> = {
  KillerSudoku: ({ size, grid, more }) => {
    const rules = [...cellsBy(more).values()].map((cells): Rule => {
      const sum = cells.map((cell) => grid[cell]!).find((word) => word !== '-');
      return { kind: 'cage', cells, value: sum === undefined ? undefined : Number(sum) };
    });
    return { geometry: withRules(anyGeometry(size, 'classic'), rules), cells: new Uint8Array(size * size) };
  },
  JigsawSudoku: ({ size, grid, more }) => {
    const symbols = more.map((word) => Number(word).toString(36)).join('');
    return { geometry: anyGeometry(size, 'classic', undefined, symbols), cells: givensOf(grid) };
  },
  EvenOddSudoku: ({ size, grid }) => {
    const rules = grid.flatMap((word, cell): Rule[] =>
      word === 'E' || word === 'O' ? [{ kind: word === 'E' ? 'even' : 'odd', cells: [cell] }] : [],
    );
    return { geometry: withRules(anyGeometry(size, 'classic'), rules), cells: givensOf(grid) };
  },
  // there are no boxes, and neighbours without a mark are not consecutive
  ConsecutiveSudoku: ({ size, grid, more }) => {
    const isMarked = ([cell, other]: readonly [number, number]) =>
      (Number(more[cell]) & (other === cell + 1 ? 1 : 2)) > 0;
    const neighbours = neighbourPairs(size);
    const geometry = withRules(
      latin(size),
      neighbours.filter(isMarked).map((cells): Rule => ({ kind: 'white', cells })),
    );
    const relation = VARIANTS['non-consecutive'].relation!(size);
    const unmarked = neighbours.filter((cells) => !isMarked(cells));
    const pairs = [...geometry.pairs, ...unmarked.map((cells) => ({ cells, relation, rule: UNMARKED }))];
    return { geometry: { ...geometry, pairs }, cells: givensOf(grid) };
  },
  // there are no boxes
  Renban: ({ size, grid, more }) => {
    const rules = [...cellsBy(more).values()]
      .filter((cells) => cells.length > 1)
      .map((cells): Rule => ({ kind: 'renban', cells }));
    return { geometry: withRules(latin(size), rules), cells: givensOf(grid) };
  },
};

/**
 * The puzzles of a file such as `KillerSudoku_dataset.json`, without those that do not fit a geometry of ours.
 * @throws Error if the name is of no kind that can be read
 */
export async function puzzlekitPuzzles(path: string): Promise<{ name: string; puzzles: VariantPuzzle[] }> {
  const { name, data } = JSON.parse(await readFile(path, 'utf8')) as {
    name: string;
    data: Record<string, { problem: string; solution: string }>;
  };
  const kind = Object.keys(KINDS).find((each) => path.includes(each));
  if (kind === undefined)
    throw new Error(`expected a file of ${Object.keys(KINDS).join(', ')}, got ${path} (${name})`);
  const puzzles = Object.values(data).flatMap(({ problem, solution }): VariantPuzzle[] => {
    const [head, ...rows] = wordsOf(problem);
    const size = Number(head![0]);
    if (head![0] !== head![1] || size < 4 || rows.slice(0, size).some(({ length }) => length !== size))
      return [];
    const words = rows.flat();
    const texts = { size, grid: words.slice(0, size * size), more: words.slice(size * size) };
    // texts may follow
    const stored = givensOf(
      wordsOf(solution)
        .slice(1, size + 1)
        .flat(),
    );
    if (stored.length !== size ** 2)
      throw new Error(`expected a solution of ${size ** 2} cells, got ${solution}`);
    try {
      const puzzle = KINDS[kind]!(texts);
      return puzzle.geometry.unfit === undefined ? [{ ...puzzle, solution: stored }] : [];
    } catch {
      // a size without boxes
      return [];
    }
  });
  return { name: kind, puzzles };
}

/** Rows and columns alone: each row is a region, too. */
function latin(size: number): Geometry {
  const rows = Array.from({ length: size ** 2 }, (_, cell) => Math.floor(cell / size).toString(36));
  return anyGeometry(size, 'classic', undefined, rows.join(''));
}

const wordsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/));

function givensOf(grid: readonly string[]): Uint8Array {
  return Uint8Array.from(grid, (word) => (/^\d+$/.test(word) ? Number(word) : 0));
}

function cellsBy(words: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [cell, word] of words.entries()) found.set(word, [...(found.get(word) ?? []), cell]);
  return found;
}
