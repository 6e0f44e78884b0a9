// Puzzles of the collection SmilingWayne/puzzlekit-dataset, from files that the user has.
import { readFile } from 'node:fs/promises';
import { anyGeometry, type Geometry, withRules } from '../core/solver/model/geometry.ts';
import type { Rule } from '../core/solver/model/rule-kinds.ts';
import type { VariantPuzzle } from './peers/interactive-sudoku-solver.ts';

interface Texts {
  readonly size: number;
  /** The words of the grid, row by row. */
  readonly grid: string[];
  /** The words after the grid, such as the number of the cage of each cell. */
  readonly more: string[];
}

type Parse = (texts: Texts) => VariantPuzzle;

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
  // the rule that neighbours without a mark are not consecutive is left out
  ConsecutiveSudoku: ({ size, grid, more }) => {
    const rules = more.flatMap((word, cell): Rule[] => [
      ...(Number(word) & 1 ? [{ kind: 'white', cells: [cell, cell + 1] } as const] : []),
      ...(Number(word) & 2 ? [{ kind: 'white', cells: [cell, cell + size] } as const] : []),
    ]);
    return { geometry: withRules(anyGeometry(size, 'classic'), rules), cells: givensOf(grid) };
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
    data: Record<string, { problem: string }>;
  };
  const kind = Object.keys(KINDS).find((each) => path.includes(each));
  if (kind === undefined)
    throw new Error(`expected a file of ${Object.keys(KINDS).join(', ')}, got ${path} (${name})`);
  const puzzles = Object.values(data).flatMap(({ problem }): VariantPuzzle[] => {
    const [head, ...rows] = problem.split('\n').map((row) => row.trim().split(/\s+/));
    const size = Number(head![0]);
    if (head![0] !== head![1] || size < 4 || rows.slice(0, size).some(({ length }) => length !== size))
      return [];
    const words = rows.flat();
    const texts = { size, grid: words.slice(0, size * size), more: words.slice(size * size) };
    try {
      const puzzle = KINDS[kind]!(texts);
      return puzzle.geometry.unfit === undefined ? [puzzle] : [];
    } catch {
      // a size without boxes
      return [];
    }
  });
  return { name: kind, puzzles };
}

/** Rows and columns alone: each row is a box, too. */
function latin(size: number): Geometry {
  return anyGeometry(size, 'classic', { rows: 1, columns: size });
}

function givensOf(grid: readonly string[]): Uint8Array {
  return Uint8Array.from(grid, (word) => (/^\d+$/.test(word) ? Number(word) : 0));
}

function cellsBy(words: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [cell, word] of words.entries()) found.set(word, [...(found.get(word) ?? []), cell]);
  return found;
}
