import { describe, expect, test } from 'vitest';
import type { Variant } from '../../../../core/options/options.ts';
import { batchResult, type Engine } from '../../../../core/solver/engine/engine.ts';
import { isLanesGeometry, lanesEngine } from '../../../../core/solver/lanes/engine.ts';
import { largeEngine } from '../../../../core/solver/large/engine.ts';
import { type Geometry, geometry } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import fc from '../../../property.ts';
import { plainEngine } from '../plain/engine.ts';
import { cellsOf, isSolution, puzzles, textOf } from '../puzzles.ts';
import { referenceSolutions } from '../reference.ts';

/** Every engine, with the shapes of the case table that it is made for. Add an engine here and it is held to the same cases. */
const ENGINES: { name: string; engine: Engine; solves: (shape: Geometry) => boolean }[] = [
  { name: 'plain', engine: plainEngine, solves: (shape) => shape.size <= 25 },
  { name: 'lanes', engine: lanesEngine, solves: isLanesGeometry },
  { name: 'large', engine: largeEngine(), solves: () => true },
];

const NO_LIMITS = { budget: 1e9, deadline: Infinity };
const MANY = 100_000;
/** A limit so high that the large engine lists in order, without sorting. */
const LONG = { ...NO_LIMITS, limit: MANY };

/** Of a listing: an engine that lists in large blocks has as many of them for {@link LONG}. */
const STEPS = 20;

const X_PUZZLE = '....41......6....5.....7.9.....1.3...5......1.2.........18...76.7......2........3';

const CASES: { name: string; cells: string; variant?: Variant; status: Status; count: number }[] = [
  { name: 'an empty 4x4 grid', cells: '.'.repeat(16), status: Status.solved, count: 288 },
  { name: 'an empty 4x4 X grid', cells: '.'.repeat(16), variant: 'x', status: Status.solved, count: 48 },
  { name: 'an X puzzle with one solution', cells: X_PUZZLE, variant: 'x', status: Status.solved, count: 1 },
  {
    name: 'a puzzle with 125 solutions',
    cells: '8.........95.......67..........2.485...4.3192......736...651947...732518...894263',
    status: Status.solved,
    count: 125,
  },
  {
    name: 'a puzzle with 826 solutions',
    cells: '1.......2....1..3...5..34....2..1..4....8.7..4..9.......1..5.4.8.....5..9...6....',
    status: Status.solved,
    count: 826,
  },
  {
    name: 'consistent givens without a solution',
    cells: '1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.',
    status: Status.noSolution,
    count: 0,
  },
  {
    name: 'a row without a place for 9',
    cells: `12345678.........9${'.'.repeat(63)}`,
    status: Status.noSolution,
    count: 0,
  },
  { name: 'two equal digits in a row', cells: `5...5${'.'.repeat(76)}`, status: Status.invalid, count: 0 },
  {
    name: 'two equal digits on a diagonal, classic',
    cells: '1'.padEnd(15, '.').concat('1'),
    status: Status.solved,
    count: 18,
  },
  {
    name: 'two equal digits on a diagonal, X',
    cells: '1'.padEnd(15, '.').concat('1'),
    variant: 'x',
    status: Status.invalid,
    count: 0,
  },
  {
    name: 'a full grid',
    cells: '123456456123231564564231312645645312',
    status: Status.solved,
    count: 1,
  },
  { name: 'a digit above the size', cells: '5'.padEnd(16, '.'), status: Status.invalid, count: 0 },
];

for (const { name: engineName, engine, solves } of ENGINES) {
  describe(`engine ${engineName}`, () => {
    for (const { name, cells: text, variant, status, count } of CASES) {
      const cells = cellsOf(text);
      const shape = geometry(Math.sqrt(cells.length), variant);
      if (!solves(shape)) continue;

      test(`counts ${count} solutions of ${name}`, () => {
        const result = solveOne(engine, shape, cells, 'count', MANY);
        expect(result).toMatchObject({ status, count });
        if (status === Status.solved) expect(isSolution(shape, cells, result.solution)).toBe(true);
        else expect(result.solution.every((digit) => digit === 0)).toBe(true);
      });

      test(`lists ${count} solutions of ${name}, ascending`, () => {
        const { end, solutions } = listAll(engine, shape, cells, MANY);
        expect(end).toMatchObject({ status, count });
        const texts = solutions.map(textOf);
        expect(texts).toHaveLength(count);
        expect(texts).toEqual([...new Set(texts)].sort());
        expect(solutions.every((solution) => isSolution(shape, cells, solution))).toBe(true);
      });

      test(`gives the status and count of ${name} in modes first and unique`, () => {
        expect(solveOne(engine, shape, cells, 'first')).toMatchObject({ status, count: Math.min(count, 1) });
        expect(solveOne(engine, shape, cells, 'unique')).toMatchObject({
          status: count > 1 ? Status.notUnique : status,
          count: Math.min(count, 2),
        });
      });
    }

    test('a count stops at the limit', () => {
      expect(solveOne(engine, geometry(9), new Uint8Array(81), 'count', 100)).toMatchObject({
        status: Status.solved,
        count: 100,
      });
    });

    test('a list cut at the limit holds the smallest solutions', () => {
      const shape = geometry(9);
      const { end, solutions } = listAll(engine, shape, new Uint8Array(81), 10);
      expect(end).toMatchObject({ status: Status.solved, count: 10 });
      expect(solutions.map(textOf)).toEqual(referenceSolutions(shape, new Uint8Array(81), 10).map(textOf));
    });

    test('a spent budget gives unsolved, never no-solution', () => {
      const shape = geometry(9);
      const result = solveOne(engine, shape, new Uint8Array(81), 'count', MANY, { budget: 0 });
      expect(result.status).toBe(Status.unsolved);
      expect(result.solution.every((digit) => digit === 0)).toBe(true);
    });

    test('a deadline that has passed gives interrupted', () => {
      const result = solveOne(engine, geometry(9), new Uint8Array(81), 'count', 4e9, { deadline: 0 });
      expect(result.status).toBe(Status.interrupted);
    });

    test('lists taken in turns, and a batch between their steps, are each as if alone', () => {
      const shape = geometry(9);
      const grids = ['.', '1', '.2'].map((start) => cellsOf(start.padEnd(81, '.')));
      const expected = grids.map((cells) => take(engine.list(shape, cells, LONG), STEPS));
      const listings = grids.map((cells) => engine.list(shape, cells, LONG));
      const found = grids.map((): string[] => []);
      for (let step = 0; step < STEPS; step++) {
        for (const [i, listing] of listings.entries()) found[i]!.push(...take(listing, 1));
        expect(solveOne(engine, shape, grids[0]!, 'count', 20).count).toBe(20);
      }
      for (const listing of listings) listing.return({ status: Status.solved, count: 0, guesses: 0 });
      expect(found).toEqual(expected);
    });

    test('an empty batch touches neither the result nor the puzzle that is solved next', () => {
      const shape = geometry(9);
      const untouched = batchResult(shape, 1);
      for (const part of [untouched.statuses, untouched.counts, untouched.guesses]) part.fill(99);
      untouched.solutions.fill(99);
      const result = structuredClone(untouched);
      const options = { ...NO_LIMITS, mode: 'first', limit: 1 } as const;
      engine.solveBatch({ geometry: shape, count: 0, cells: new Uint8Array(0) }, options, result);
      expect(result).toEqual(untouched);
      expect(solveOne(engine, shape, new Uint8Array(81), 'first')).toMatchObject({ status: Status.solved });
    });

    const agreement = [
      { size: 4, variant: 'classic', clues: { min: 0, max: 10 }, runs: 500 },
      { size: 4, variant: 'x', clues: { min: 0, max: 10 }, runs: 500 },
      { size: 6, variant: 'classic', clues: { min: 12, max: 30 }, runs: 500 },
      { size: 9, variant: 'classic', clues: { min: 34, max: 50 }, runs: 500 },
      { size: 9, variant: 'x', clues: { min: 34, max: 50 }, runs: 500 },
    ] as const;

    for (const { size, variant, clues, runs } of agreement) {
      if (!solves(geometry(size, variant))) continue;
      test(`agrees with the reference on random puzzles, ${size}x${size} ${variant}`, () => {
        fc.assert(
          fc.property(puzzles(size, variant, clues), ({ shape, cells }) => {
            const truth = referenceSolutions(shape, cells, 50);
            const counted = solveOne(engine, shape, cells, 'count', 50);
            expect(counted.count).toBe(truth.length);
            if (counted.status === Status.invalid) expect(truth).toHaveLength(0);
            else expect(counted.status).toBe(truth.length > 0 ? Status.solved : Status.noSolution);
            const { solutions } = listAll(engine, shape, cells, 50);
            expect(solutions.map(textOf)).toEqual(truth.map(textOf));
          }),
          { numRuns: runs, seed: size },
        );
      });
    }
  });
}

/** The blocks of the next steps of a listing, as text. */
function take(listing: Generator<Uint8Array>, steps: number): string[] {
  return Array.from({ length: steps }, () => textOf(listing.next().value as Uint8Array));
}

function solveOne(
  engine: Engine,
  shape: Geometry,
  cells: Uint8Array,
  mode: 'first' | 'unique' | 'count',
  limit = 1,
  limits: Partial<typeof NO_LIMITS> = {},
) {
  const result = batchResult(shape, 1);
  engine.solveBatch({ geometry: shape, count: 1, cells }, { ...NO_LIMITS, ...limits, mode, limit }, result);
  return {
    status: result.statuses[0] as Status,
    count: result.counts[0]!,
    solution: result.solutions,
  };
}

function listAll(engine: Engine, shape: Geometry, cells: Uint8Array, limit: number) {
  const solutions: Uint8Array[] = [];
  const listing = engine.list(shape, cells, { ...NO_LIMITS, limit });
  for (;;) {
    const step = listing.next();
    if (step.done) return { end: step.value, solutions };
    for (let at = 0; at < step.value.length; at += shape.cells) {
      solutions.push(step.value.slice(at, at + shape.cells));
    }
  }
}
