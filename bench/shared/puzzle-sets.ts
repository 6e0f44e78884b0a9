// Sets of puzzles to time solvers with: read from a file, or generated from a seed.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { BlockReader } from '../../core/files/block-reader.ts';
import { HEAD_BYTES } from '../../core/files/head-extent.ts';
import { planFile } from '../../core/files/recognise.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { expandAlphabet, type Variant } from '../../core/options/options.ts';
import { solveCells } from '../../core/puzzle/solve-cells.ts';
import { generateCells } from '../../core/solver/generate-cells.ts';
import { type Geometry, geometry, givensAreConsistent } from '../../core/solver/model/geometry.ts';

/** Puzzles of one geometry, timed together. */
export interface PuzzleSet {
  readonly name: string;
  readonly geometry: Geometry;
  readonly count: number;
  /** count * geometry.cells values: 0 for empty, 1 to size for a given */
  readonly cells: Uint8Array;
}

export function puzzleOf(set: PuzzleSet, i: number): Uint8Array {
  const n = set.geometry.cells;
  return set.cells.subarray(i * n, (i + 1) * n);
}

/** `count` evenly spaced puzzles, since files are often sorted. */
export function sampleOf(set: PuzzleSet, count: number): PuzzleSet {
  if (count >= set.count) return set;
  const n = set.geometry.cells;
  const cells = new Uint8Array(count * n);
  for (let i = 0; i < count; i++) cells.set(puzzleOf(set, Math.floor((i * set.count) / count)), i * n);
  return { ...set, count, cells };
}

/** The set `times` times in a row. */
export function repeated(set: PuzzleSet, times: number): PuzzleSet {
  const cells = new Uint8Array(set.cells.length * times);
  for (let i = 0; i < times; i++) cells.set(set.cells, i * set.cells.length);
  return { ...set, count: set.count * times, cells };
}

/** Reads a puzzle file of any format: one set for each geometry in it, without its invalid records. */
export async function readSets(path: string, variant: Variant | undefined): Promise<PuzzleSet[]> {
  const bytes = await readFile(path);
  const plan = planFile({
    head: bytes.subarray(0, HEAD_BYTES),
    complete: bytes.length <= HEAD_BYTES,
    name: path,
    given: variant ? [{ variant }] : [],
  });
  const { alphabet, ...options } = plan.options;
  const reader = formatOf(plan).reader(
    plan.state,
    { ...options, ...(alphabet !== undefined && { alphabet: expandAlphabet(alphabet) }) },
    true,
  );
  const found = new Map<Geometry, Uint8Array[]>();
  const buffer = new BlockReader(reader);
  for (const blocks of [buffer.push(bytes), buffer.end()]) {
    for (const { geometry, count, cells } of blocks) {
      if (!geometry) continue;
      const parts = found.get(geometry) ?? [];
      parts.push(cells.slice(0, count * geometry.cells));
      found.set(geometry, parts);
    }
  }
  return Array.from(found, ([geometry, parts]) => {
    const cells = new Uint8Array(Buffer.concat(parts));
    return { name: basename(path), geometry, count: cells.length / geometry.cells, cells };
  });
}

const CLASSIC = geometry(9);

/** A set, and the task that it was generated for, if any. */
export interface GeneratedSet {
  readonly set: PuzzleSet;
  readonly task?: 'count' | 'list';
}

/** Sets of `count` puzzles, for a run without files. The same seed gives the same puzzles. */
export function* generatedSets(seed: number, count: number): Generator<GeneratedSet> {
  for (const set of uniqueSets(seed, count)) yield { set };
  yield { set: severalSolutions('2 to 300 solutions', seed, count, [30, 40], [2, 300]) };
  yield {
    set: severalSolutions('100 to 20,000 solutions', seed, Math.ceil(count / 10), [22, 30], [100, 20_000]),
    task: 'count',
  };
  const open = severalSolutions('a million solutions and more', seed, 1, [20, 24], [1e6, 4e6]);
  yield { set: open, task: 'count' };
  yield { set: open, task: 'list' };
}

function* uniqueSets(seed: number, count: number): Generator<PuzzleSet> {
  yield generated('easy, 32 clues', CLASSIC, count, seed, 32);
  const minimal = generated('minimal', CLASSIC, count, seed);
  yield minimal;
  yield generated('X, minimal', geometry(9, 'x'), count, seed);
  yield withoutSolution(minimal);
  yield generated('16x16, 150 clues', geometry(16), Math.ceil(count / 30), seed, 150);
  yield generated('16x16, minimal', geometry(16), Math.ceil(count / 300), seed);
  yield generated('25x25, 300 clues', geometry(25), Math.ceil(count / 300), seed, 300);
}

function generated(name: string, shape: Geometry, count: number, seed: number, clues?: number): PuzzleSet {
  const cells = new Uint8Array(count * shape.cells);
  const puzzles = generateCells(shape, { seed, ...(clues !== undefined && { clues }) });
  for (let i = 0; i < count; i++) cells.set(puzzles.next().value.cells, i * shape.cells);
  return { name, geometry: shape, count, cells };
}

/** Random subsets of random full grids, with numbers of clues and of solutions within the bounds. */
function severalSolutions(
  name: string,
  seed: number,
  count: number,
  [minClues, maxClues]: readonly [number, number],
  [minSolutions, maxSolutions]: readonly [number, number],
): PuzzleSet {
  const cells = new Uint8Array(count * CLASSIC.cells);
  const rng = xoroshiro128plus(seed);
  const full = generateCells(CLASSIC, { seed, clues: CLASSIC.cells });
  for (let i = 0; i < count; ) {
    const puzzle = full.next().value.cells;
    const clues = uniformInt(rng, minClues, maxClues);
    for (let left = CLASSIC.cells; left > clues; ) {
      const cell = uniformInt(rng, 0, CLASSIC.cells - 1);
      if (puzzle[cell] === 0) continue;
      puzzle[cell] = 0;
      left--;
    }
    const found = solveCells(puzzle, { solutions: 'count', limit: maxSolutions + 1 }).count;
    if (found >= minSolutions && found <= maxSolutions) cells.set(puzzle, i++ * CLASSIC.cells);
  }
  return { name, geometry: CLASSIC, count, cells };
}

/** Each puzzle with one clue changed so that no unit contains a digit twice, but there is no solution. */
function withoutSolution(set: PuzzleSet): PuzzleSet {
  const broken: Uint8Array[] = [];
  for (let i = 0; i < set.count; i++) {
    const cells = withChangedClue(set.geometry, puzzleOf(set, i));
    if (cells) broken.push(cells);
  }
  return { ...set, name: 'no solution', count: broken.length, cells: new Uint8Array(Buffer.concat(broken)) };
}

function withChangedClue(shape: Geometry, puzzle: Uint8Array): Uint8Array | undefined {
  for (let cell = 0; cell < puzzle.length; cell++) {
    if (puzzle[cell] === 0) continue;
    for (let digit = 1; digit <= shape.size; digit++) {
      if (digit === puzzle[cell]) continue;
      const cells = puzzle.slice();
      cells[cell] = digit;
      if (givensAreConsistent(shape, cells) && solveCells(cells).status === 'no-solution') return cells;
    }
  }
  return undefined;
}
