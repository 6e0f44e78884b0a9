import { generate } from '../core/solver/generate.ts';
import { type Geometry, geometry } from '../core/solver/geometry.ts';
import { givensAreConsistent } from '../core/solver/givens.ts';
import { solve } from '../core/solver/solve.ts';
import { type PuzzleSet, puzzleOf } from './puzzle-set.ts';

const CLASSIC = geometry(9);

/** Sets of `count` puzzles for a run without files. The same seed gives the same puzzles. */
export function* madeSets(seed: number, count: number): Generator<PuzzleSet> {
  yield made('easy, 32 clues', CLASSIC, count, seed, 32);
  const minimal = made('minimal', CLASSIC, count, seed);
  yield minimal;
  yield made('X, minimal', geometry(9, 'x'), count, seed);
  yield withoutSolution(minimal);
  yield made('16x16, 150 clues', geometry(16), Math.ceil(count / 30), seed, 150);
  yield made('16x16, minimal', geometry(16), Math.ceil(count / 300), seed);
  yield made('25x25, 300 clues', geometry(25), Math.ceil(count / 300), seed, 300);
}

function made(name: string, shape: Geometry, count: number, seed: number, clues?: number): PuzzleSet {
  const cells = new Uint8Array(count * shape.cells);
  const puzzles = generate(shape, { seed, ...(clues !== undefined && { clues }) });
  for (let i = 0; i < count; i++) cells.set(puzzles.next().value.cells, i * shape.cells);
  return { name, geometry: shape, count, cells };
}

/** Each puzzle with one clue changed so that no unit holds it twice, and yet there is no solution. */
function withoutSolution(set: PuzzleSet): PuzzleSet {
  const broken: Uint8Array[] = [];
  for (let i = 0; i < set.count; i++) {
    const cells = changedClue(set.geometry, puzzleOf(set, i));
    if (cells) broken.push(cells);
  }
  return { ...set, name: 'no solution', count: broken.length, cells: new Uint8Array(Buffer.concat(broken)) };
}

function changedClue(shape: Geometry, puzzle: Uint8Array): Uint8Array | undefined {
  for (let cell = 0; cell < puzzle.length; cell++) {
    if (puzzle[cell] === 0) continue;
    for (let digit = 1; digit <= shape.size; digit++) {
      if (digit === puzzle[cell]) continue;
      const cells = puzzle.slice();
      cells[cell] = digit;
      if (givensAreConsistent(shape, cells) && solve(cells).status === 'no-solution') return cells;
    }
  }
  return undefined;
}
