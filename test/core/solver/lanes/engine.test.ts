import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { RULES_CLASSIC, RUN_ALL_DONE } from '../../../../core/kernel/constants.ts';
import {
  type BatchMode,
  type BatchResult,
  batchResult,
  type Engine,
} from '../../../../core/solver/engine/engine.ts';
import { lanesEngine, lanesKernels } from '../../../../core/solver/lanes/engine.ts';
import { code } from '../../../../core/solver/lanes/kernel.generated.ts';
import { type Geometry, geometry } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import fc from '../../../property.ts';
import { plainEngine } from '../plain/engine.ts';
import { cellsOf, isSolution, puzzles } from '../puzzles.ts';

const classic = geometry(9);
const X = geometry(9, 'x');

/** Of all kinds: easy, hard, with no, two, many solutions, with givens that break a rule, with many givens. */
const MIXED = [
  '4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........',
  '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
  '1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.',
  '1.......2....1..3...5..34....2..1..4....8.7..4..9.......1..5.4.8.....5..9...6....',
  `5...5${'.'.repeat(76)}`,
  `12345678.........9${'.'.repeat(63)}`,
  '123456789456789123789123456214365897365897214897214365531642978642978531978531642',
  '12345678945678912378912345621436589736589721489721436553164297.642978.........642',
  '.'.repeat(81),
  '..2.8.......7.............3...1.7354...362187....45692..72589362....6..8....317.5',
  '7..5.2......7.41.....168..54.9.87.3..1........6...14.7.78..9...5..8...7....375..8',
].map(cellsOf);

test.each([0, 1, 7, 8, 9, 255, 256, 257, 3000])('solves a batch of %i puzzles', (count) => {
  const alone = MIXED.map((cells) => entry(solve([cells]), 0));
  const result = solve(Array.from({ length: count }, (_, i) => MIXED[i % MIXED.length]!));
  for (let i = 0; i < count; i++) expect(entry(result, i)).toEqual(alone[i % MIXED.length]);
});

test('a puzzle has the same result whatever its neighbours, its place and the batch size', () => {
  for (const [shape, variant] of [
    [classic, 'classic'],
    [X, 'x'],
  ] as const) {
    const batches = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: puzzles(9, variant, { min: 20, max: 40 }).map(({ cells }) => cells) },
        { weight: 1, arbitrary: fc.constantFrom(...MIXED) },
      ),
      { minLength: 1, maxLength: 60 },
    );
    const modes = fc.constantFrom<BatchMode>('first', 'unique', 'count');
    fc.assert(
      fc.property(batches, modes, fc.infiniteStream(fc.nat()), (batch, mode, keys) => {
        const together = solve(batch, { mode, shape });
        const order = batch.map((_, i) => ({ i, key: keys.next().value })).sort((a, b) => a.key - b.key);
        const shuffled = solve(
          order.map(({ i }) => batch[i]!),
          { mode, shape },
        );
        order.forEach(({ i }, at) => {
          expect(entry(shuffled, at)).toEqual(entry(together, i));
          if (at < 8) expect(entry(solve([batch[i]!], { mode, shape }), 0)).toEqual(entry(together, i));
        });
      }),
      { numRuns: 100, seed: 9 },
    );
  }
});

test('a puzzle with millions of solutions does not hold up seven easy ones, nor spoil them', () => {
  const easy = MIXED[7]!;
  const alone = entry(solve([easy], { mode: 'count', limit: 300_000 }), 0);
  const result = solve([easy, easy, new Uint8Array(81), easy, easy, easy, easy, easy], {
    mode: 'count',
    limit: 300_000,
  });
  for (let i = 0; i < 8; i++) {
    if (i === 2) expect(entry(result, i)).toMatchObject({ status: Status.solved, count: 300_000 });
    else expect(entry(result, i)).toEqual(alone);
  }
});

test.each([
  { shape: classic, runs: fc.casesOf(6000), clues: { min: 24, max: 50 } },
  { shape: X, runs: fc.casesOf(4000), clues: { min: 22, max: 50 } },
])(
  'agrees with the plain engine on $runs puzzles, some broken ($shape.variant)',
  ({ shape, runs, clues }) => {
    const batch = fc
      .sample(puzzles(9, shape.variant, clues), { numRuns: runs, seed: 81 })
      .map(({ cells }) => cells);
    for (const mode of ['unique', 'count'] as const) {
      const ours = solve(batch, { mode, limit: 20, shape });
      const plain = solve(batch, { mode, limit: 20, shape, engine: plainEngine });
      expect(ours.statuses).toEqual(plain.statuses);
      expect(ours.counts).toEqual(plain.counts);
      const wrong = batch.findIndex(
        (cells, i) =>
          ours.statuses[i] === Status.solved &&
          !isSolution(shape, cells, ours.solutions.subarray(i * 81, (i + 1) * 81)),
      );
      expect(wrong).toBe(-1);
    }
  },
);

test.each([
  { shape: classic, runs: 150, clues: { min: 25, max: 40 } },
  // the plain engine takes long for them
  { shape: X, runs: 30, clues: { min: 12, max: 24 } },
])(
  'counts and lists thousands of solutions like the plain engine ($shape.variant)',
  ({ shape, runs, clues }) => {
    const batch = fc
      .sample(puzzles(9, shape.variant, clues), { numRuns: runs, seed: 32 })
      .map(({ cells }) => cells);
    const options = { mode: 'count', limit: 3000, shape } as const;
    const { counts } = solve(batch, options);
    expect(counts).toEqual(solve(batch, { ...options, engine: plainEngine }).counts);
    expect(counts.filter((count) => count > 100).length).toBeGreaterThan(10);
    for (const cells of batch) {
      expect(listed(lanesEngine, shape, cells, 3000).text).toBe(listed(plainEngine, shape, cells, 3000).text);
    }
  },
);

// many of them are leaves of three vectors
test.each([
  { shape: classic, runs: 500 },
  { shape: X, runs: 1000 },
])(
  'agrees with the plain engine on $runs grids with an empty band and stack ($shape.variant)',
  ({ shape, runs }) => {
    const batch = fc
      .sample(puzzles(9, shape.variant, { min: 66, max: 81 }), { numRuns: runs, seed: 48 })
      .map(({ cells }, i) => {
        const isEmpty = (at: number) =>
          Math.floor(at / 27) === i % 3 || Math.floor((at % 9) / 3) === Math.floor(i / 3) % 3;
        return cells.map((digit, at) => (isEmpty(at) ? 0 : digit));
      });
    for (const mode of ['unique', 'count'] as const) {
      const ours = solve(batch, { mode, limit: 200, shape });
      const plain = solve(batch, { mode, limit: 200, shape, engine: plainEngine });
      expect(ours.statuses).toEqual(plain.statuses);
      expect(ours.counts).toEqual(plain.counts);
      expect(ours.counts.filter((count) => count > 1).length).toBeGreaterThan(100);
      const solved = batch.flatMap((cells, i) => (ours.statuses[i] === Status.solved ? [{ cells, i }] : []));
      for (const { cells, i } of solved)
        expect(isSolution(shape, cells, ours.solutions.subarray(i * 81, (i + 1) * 81))).toBe(true);
    }
  },
);

test('a hard puzzle with many givens is not searched to its end without sweeps', () => {
  const hard = cellsOf('7..5.2......7.41.....168..54.9.87.3..1........6...14.7.78..9...5..8...7....375..8');
  for (const mode of ['unique', 'count'] as const) {
    const { statuses, counts, solutions, guesses } = solve([hard], { mode, limit: 20 });
    expect(statuses[0]).toBe(Status.solved);
    expect(counts[0]).toBe(1);
    expect(isSolution(classic, hard, solutions)).toBe(true);
    expect(guesses[0]).toBeLessThan(40);
  }
});

test('a listing of many blocks is in ascending order and ends at its limit', () => {
  const { blocks, text } = listed(lanesEngine, classic, new Uint8Array(81), 10_000);
  expect(blocks).toBeGreaterThan(3);
  const grids = text.match(/.{81}/g)!;
  expect(grids).toHaveLength(10_000);
  expect(grids.every((grid, i) => i === 0 || grids[i - 1]! < grid)).toBe(true);
  expect(grids.every((grid) => isSolution(classic, new Uint8Array(81), cellsOf(grid)))).toBe(true);
});

test('short steps of the kernel give the same results as one long step', () => {
  const work = (sweeps: number) =>
    lanesKernels.run((kernel) => {
      kernel.begin(RULES_CLASSIC, false, false, false, false, 50_000, 1e9);
      MIXED.forEach((cells, i) => {
        kernel.cells.set(cells, i * 81);
      });
      kernel.feed(0, MIXED.length);
      let steps = 1;
      while (kernel.run(sweeps, false) !== RUN_ALL_DONE) steps++;
      const n = MIXED.length;
      return {
        steps,
        statuses: kernel.statuses.slice(0, n),
        counts: kernel.counts.slice(0, n),
        guesses: kernel.guesses.slice(0, n),
        solutions: kernel.cells.slice(0, n * 81),
      };
    });
  const whole = work(1e9);
  const steps = work(1);
  expect(whole.steps).toBe(1);
  expect(steps.steps).toBeGreaterThan(1000);
  expect({ ...steps, steps: 1 }).toEqual(whole);
});

test('idle lanes help a busy one: the same search takes fewer sweeps', () => {
  const hard = MIXED[1]!;
  const sweepsOf = (batch: readonly Uint8Array[]) => {
    const sweeps = () => lanesKernels.run((kernel) => kernel.sweepsMade());
    const before = sweeps();
    const result = solve(batch);
    return { sweeps: sweeps() - before, first: entry(result, 0) };
  };
  const eight = sweepsOf(Array.from({ length: 8 }, () => hard));
  const alone = sweepsOf([hard]);
  expect(alone.first).toEqual(eight.first);
  expect(alone.first.guesses).toBeGreaterThan(20);
  expect(alone.sweeps).toBeLessThan(0.75 * eight.sweeps);
});

test('an interrupted batch returns the puzzles that are done and marks the rest', () => {
  const batch = [MIXED[7]!, new Uint8Array(81), ...Array.from({ length: 5000 }, () => MIXED[7]!)];
  const result = solve(batch, { mode: 'count', limit: 4e9, deadline: performance.now() + 50 });
  expect(entry(result, 0)).toMatchObject({ status: Status.solved, count: 1 });
  expect(entry(result, 1)).toEqual({
    status: Status.interrupted,
    count: 0,
    guesses: 0,
    solution: new Uint8Array(81),
  });
  // and the next batch does not notice
  expect(solve([MIXED[7]!]).statuses).toEqual(Uint8Array.of(Status.solved));
});

test('guesses never exceed the budget', () => {
  for (const budget of [0, 1, 5]) {
    const result = solve(MIXED, { budget });
    for (let i = 0; i < MIXED.length; i++) {
      expect(result.guesses[i]).toBeLessThanOrEqual(budget);
      if (result.statuses[i] === Status.unsolved) expect(result.guesses[i]).toBe(budget);
    }
  }
});

test('a list that is left early does not affect later calls', () => {
  const listing = lanesEngine.list(classic, new Uint8Array(81), {
    limit: 100,
    budget: 1e9,
    deadline: Infinity,
  });
  listing.next();
  listing.return({ status: Status.solved, count: 1, guesses: 0 });
  expect(solve([MIXED[7]!]).counts).toEqual(Uint32Array.of(1));
});

test('memory never grows, and the kernel is under 64 KB', () => {
  const memory = () => lanesKernels.run(({ cells }) => cells.buffer);
  const buffer = memory();
  solve(Array.from({ length: 20_000 }, (_, i) => MIXED[i % 8]!));
  expect(memory()).toBe(buffer);
  expect(buffer.byteLength).toBeGreaterThan(0);
  expect(Buffer.from(code, 'base64').length).toBeLessThan(65_536);
});

interface Asked {
  mode?: BatchMode;
  limit?: number;
  shape?: Geometry;
  engine?: typeof lanesEngine;
  budget?: number;
  deadline?: number;
}

function solve(
  batch: readonly Uint8Array[],
  {
    mode = 'unique',
    limit = 3,
    shape = classic,
    engine = lanesEngine,
    budget = 1e9,
    deadline = Infinity,
  }: Asked = {},
): BatchResult {
  const cells = new Uint8Array(batch.length * 81);
  batch.forEach((puzzle, i) => {
    cells.set(puzzle, i * 81);
  });
  const result = batchResult(shape, batch.length);
  engine.solveBatch(
    { geometry: shape, count: batch.length, cells },
    { mode, limit, budget, deadline },
    result,
  );
  return result;
}

function entry(result: BatchResult, i: number) {
  return {
    status: result.statuses[i] as Status,
    count: result.counts[i]!,
    guesses: result.guesses[i]!,
    solution: result.solutions.slice(i * 81, (i + 1) * 81),
  };
}

function listed(engine: Engine, shape: Geometry, cells: Uint8Array, limit: number) {
  let blocks = 0;
  let text = '';
  for (const block of engine.list(shape, cells, { limit, budget: 1e9, deadline: Infinity })) {
    blocks++;
    text += block.join('');
  }
  return { blocks, text };
}
