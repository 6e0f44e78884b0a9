import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { generate } from '../core/solver/generate.ts';
import { type Geometry, geometry } from '../core/solver/geometry.ts';
import { givensAreConsistent } from '../core/solver/givens.ts';
import { solve } from '../core/solver/solve.ts';
import type { Task } from './contestant.ts';
import { type PuzzleSet, puzzleOf } from './puzzle-set.ts';

const CLASSIC = geometry(9);

/** A set, and the task it was made for, if any. */
export interface MadeSet {
  readonly set: PuzzleSet;
  readonly task?: Task;
}

/** Sets of `count` puzzles for a run without files. The same seed gives the same puzzles. */
export function* madeSets(seed: number, count: number): Generator<MadeSet> {
  for (const set of oneSolution(seed, count)) yield { set };
  yield { set: severalSolutions('2 to 300 solutions', seed, count, [30, 40], [2, 300]) };
  yield {
    set: severalSolutions('100 to 20,000 solutions', seed, Math.ceil(count / 10), [22, 30], [100, 20_000]),
    task: 'count',
  };
  const open = severalSolutions('a million solutions and more', seed, 1, [20, 24], [1e6, 4e6]);
  yield { set: open, task: 'count' };
  yield { set: open, task: 'list' };
}

function* oneSolution(seed: number, count: number): Generator<PuzzleSet> {
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

/** Puzzles of the bounds' numbers of clues, chosen at random from random full grids, and of solutions. */
function severalSolutions(
  name: string,
  seed: number,
  count: number,
  [fewest, most]: readonly [number, number],
  [least, limit]: readonly [number, number],
): PuzzleSet {
  const cells = new Uint8Array(count * CLASSIC.cells);
  const rng = xoroshiro128plus(seed);
  const full = generate(CLASSIC, { seed, clues: CLASSIC.cells });
  for (let i = 0; i < count; ) {
    const puzzle = full.next().value.cells;
    const clues = uniformInt(rng, fewest, most);
    for (let left = CLASSIC.cells; left > clues; ) {
      const cell = uniformInt(rng, 0, CLASSIC.cells - 1);
      if (puzzle[cell] === 0) continue;
      puzzle[cell] = 0;
      left--;
    }
    const found = solve(puzzle, { solutions: 'count', limit: limit + 1 }).count;
    if (found >= least && found <= limit) cells.set(puzzle, i++ * CLASSIC.cells);
  }
  return { name, geometry: CLASSIC, count, cells };
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
