// Sets of puzzles to time solvers with: read from a file, or generated from a seed.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { BlockReader } from '../../core/files/block-reader.ts';
import { HEAD_BYTES } from '../../core/files/head-extent.ts';
import { planFile } from '../../core/files/recognise.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { expandAlphabet, type Variant } from '../../core/options/options.ts';
import { solveCells } from '../../core/puzzle/solve-cells.ts';
import { generateCells } from '../../core/solver/generate-cells.ts';
import { type Geometry, geometry, givensAreConsistent } from '../../core/solver/model/geometry.ts';
import { shuffled } from '../../core/solver/random-grid.ts';

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
  yield { set: severalSolutions('2 to 300 solutions', seed, count, [2, 300], subset(30, 40)) };
  yield {
    set: severalSolutions(
      '100 to 20,000 solutions',
      seed,
      Math.ceil(count / 10),
      [100, 20_000],
      subset(22, 30),
    ),
    task: 'count',
  };
  const open = severalSolutions('a million solutions and more', seed, 1, [1e6, 4e6], subset(20, 24));
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

/** Parts of random full grids with numbers of solutions within the bounds. @param part undefined for another try */
function severalSolutions(
  name: string,
  seed: number,
  count: number,
  [minSolutions, maxSolutions]: readonly [number, number],
  part: (grid: Uint8Array, rng: RandomGenerator) => Uint8Array | undefined,
): PuzzleSet {
  const cells = new Uint8Array(count * CLASSIC.cells);
  const rng = xoroshiro128plus(seed);
  const full = generateCells(CLASSIC, { seed, clues: CLASSIC.cells });
  for (let i = 0; i < count; ) {
    const puzzle = part(full.next().value.cells, rng);
    if (!puzzle) continue;
    const found = solveCells(puzzle, { solutions: 'count', limit: maxSolutions + 1 }).count;
    if (found >= minSolutions && found <= maxSolutions) cells.set(puzzle, i++ * CLASSIC.cells);
  }
  return { name, geometry: CLASSIC, count, cells };
}

/** A number of random clues within the bounds. */
const subset = (least: number, most: number) => (grid: Uint8Array, rng: RandomGenerator) => {
  const puzzle = new Uint8Array(grid.length);
  for (const cell of shuffled(rng, grid.length).subarray(0, uniformInt(rng, least, most)))
    puzzle[cell] = grid[cell]!;
  return puzzle;
};

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

/** By band and stack, before random permutations: boxes that are nearly empty (-), thinned (+) or nearly full (#). */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  'one stack empty': ['-##', '-#+', '-+#'],
  'two boxes empty': ['-#+', '#-+', '++#'],
  'three boxes empty': ['--#', '-+#', '##+'],
  'a band and a stack empty': ['---', '-##', '-##'],
  'a band and a stack empty but for two boxes': ['+--', '-##', '-#+'],
  'one corner thinned': ['--+', '-+#', '+##'],
};

/** The least and the greatest share of the cells of a box that are clues. */
const SHARES: Readonly<Record<string, readonly [number, number]>> = {
  '-': [0, 0.2],
  '+': [0.2, 0.7],
  '#': [0.7, 1],
};

/**
 * Puzzles with one part of the grid nearly empty and the rest nearly full. They have few candidates in most cells and many in some,
 * and so need guesses of another kind than puzzles whose clues are spread evenly.
 *
 * Yields a set of `count` puzzles of 30 to 45 clues and 2 to 10^6 solutions for each shape. The same seed gives the
 * same puzzles.
 */
export function* lopsidedSets(seed: number, count: number): Generator<PuzzleSet> {
  for (const [name, shape] of Object.entries(SHAPES)) {
    yield severalSolutions(name, seed, count, [2, 1_000_000], (grid, rng) => {
      const puzzle = thinned(grid, shape, rng);
      const clues = puzzle.filter((digit) => digit > 0).length;
      return clues >= 30 && clues <= 45 ? puzzle : undefined;
    });
  }
}

/** Removes clues of a full grid, from each box a random number within the bounds of the shape. */
function thinned(grid: Uint8Array, shape: readonly string[], rng: RandomGenerator): Uint8Array {
  const rows = permutedLines(rng);
  const columns = permutedLines(rng);
  const isTransposed = uniformInt(rng, 0, 1) === 1;
  const puzzle = new Uint8Array(CLASSIC.cells);
  for (let band = 0; band < 3; band++) {
    for (let stack = 0; stack < 3; stack++) {
      const [least, most] = SHARES[isTransposed ? shape[stack]![band]! : shape[band]![stack]!]!;
      const clues = uniformInt(rng, Math.round(9 * least), Math.round(9 * most));
      for (const place of shuffled(rng, 9).subarray(0, clues)) {
        const cell = rows[band * 3 + Math.floor(place / 3)]! * 9 + columns[stack * 3 + (place % 3)]!;
        puzzle[cell] = grid[cell]!;
      }
    }
  }
  return puzzle;
}

/** The lines 0 to 8 in an order that keeps bands together. */
function permutedLines(rng: RandomGenerator): number[] {
  return Array.from(shuffled(rng, 3)).flatMap((band) =>
    Array.from(shuffled(rng, 3), (line) => band * 3 + line),
  );
}
