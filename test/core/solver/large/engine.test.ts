import { describe, expect, test } from 'vitest';
import { batchResult } from '../../../../core/solver/engine/engine.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { lanesEngine } from '../../../../core/solver/lanes/engine.ts';
import { largeEngine, withFixedUnit } from '../../../../core/solver/large/engine.ts';
import { largeKernelFactory, Search } from '../../../../core/solver/large/search.ts';
import { anyGeometry, type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';

const NO_LIMITS = { budget: 1e6, deadline: Infinity, limit: 1000 };
const SIXTEEN = geometry(16);

const hard = generateCells(SIXTEEN, { seed: 21 }).take(4).toArray();

test.each([geometry(4), geometry(6, 'x'), geometry(15), geometry(20), geometry(25), geometry(25, 'x')])(
  'an empty $size x $size $variant grid gets a solution',
  (shape) => {
    expect(solveBatch(shape, [new Uint8Array(shape.cells)], 'first').statuses[0]).toBe(Status.solved);
  },
);

test('easy puzzles of the largest size need no search', () => {
  const shape = geometry(36);
  const full = patternGrid(shape);
  const cells = full.map((digit, cell) => (cell % 5 === 0 ? 0 : digit));
  const result = solveBatch(shape, [cells], 'unique');
  expect(result).toMatchObject({ statuses: Uint8Array.of(Status.solved), guesses: Uint32Array.of(0) });
  expect(result.solutions).toEqual(full);
});

test('a puzzle costs the same whatever was solved before it', () => {
  const cells = hard.map((puzzle) => puzzle.cells);
  const together = solveBatch(SIXTEEN, cells, 'unique');
  const backwards = solveBatch(SIXTEEN, cells.toReversed(), 'unique');
  expect(together.solutions).toEqual(new Uint8Array(Buffer.concat(hard.map(({ solution }) => solution))));
  expect([...together.guesses]).toEqual([...backwards.guesses].toReversed());
});

test('the first puzzle of a kernel costs the same as later ones', () => {
  const kernel = largeKernelFactory()();
  const conflicts = hard.map(({ cells }) => {
    const search = new Search(kernel, { geometry: SIXTEEN, cells }, NO_LIMITS, false);
    expect([search.next(), search.next()]).toEqual([Status.solved, Status.noSolution]);
    return search.guesses;
  });
  const together = solveBatch(
    SIXTEEN,
    hard.map(({ cells }) => cells),
    'unique',
  );
  expect(conflicts).toEqual([...together.guesses]);
});

describe('limits', () => {
  test('the budget is in conflicts, and spent to the last', () => {
    const { guesses } = solveBatch(SIXTEEN, [hard[0]!.cells], 'unique');
    const needed = guesses[0]!;
    expect(needed).toBeGreaterThan(5);
    const enough = solveBatch(SIXTEEN, [hard[0]!.cells], 'unique', { budget: needed });
    expect(enough).toMatchObject({ statuses: Uint8Array.of(Status.solved) });
    const short = solveBatch(SIXTEEN, [hard[0]!.cells], 'unique', { budget: needed - 1 });
    expect(short).toMatchObject({
      statuses: Uint8Array.of(Status.unsolved),
      guesses: Uint32Array.of(needed - 1),
    });
  });

  test('a deadline interrupts within the puzzle, and what follows it', () => {
    const shape = geometry(36);
    const puzzles = [new Uint8Array(shape.cells), new Uint8Array(shape.cells)];
    const { statuses } = solveBatch(shape, puzzles, 'count', {
      deadline: performance.now() + 50,
      limit: 4e9,
    });
    expect([...statuses]).toEqual([Status.interrupted, Status.interrupted]);
  });

  test('a deadline interrupts a count whose solutions come one after another', () => {
    const { statuses, counts } = solveBatch(geometry(6), [new Uint8Array(36)], 'count', {
      deadline: performance.now() + 50,
      limit: 4e9,
    });
    expect(statuses[0]).toBe(Status.interrupted);
    expect(counts[0]).toBeGreaterThan(0);
  });
});

test('counts as many solutions as the lanes, a thousand and more', () => {
  const shape = geometry(9, 'x');
  const { cells } = generateCells(shape, { seed: 4 }).next().value;
  const fewer = cells.map((digit, cell) => (cell % 4 === 0 ? 0 : digit));
  const options = { mode: 'count', limit: 20_000, budget: 1e9, deadline: Infinity } as const;
  const [ours, lanes] = [largeEngine(), lanesEngine].map((engine) => {
    const result = batchResult(shape, 1);
    engine.solveBatch({ geometry: shape, count: 1, cells: fewer }, options, result);
    return result.counts[0];
  });
  expect(lanes).toBeGreaterThan(1000);
  expect(ours).toBe(lanes);
});

test('memory stays below 256 MB', () => {
  solveBatch(geometry(36), [new Uint8Array(36 * 36)], 'first', { budget: 2000 });
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(256 * 2 ** 20);
});

describe('digits that nothing tells apart', () => {
  const classic = anyGeometry(9, 'classic');
  const fixedIn = (givens: string, geometry = classic) =>
    withFixedUnit(
      geometry,
      Uint8Array.from(givens.padEnd(81, '.'), (cell) => Number(cell.replace('.', '0'))),
    )?.join('');

  test('are fixed in ascending order in a unit that has all given digits', () => {
    expect(fixedIn('')).toBe('123456789'.padEnd(81, '0'));
    expect(fixedIn('..7...2')).toBe('137456289'.padEnd(81, '0'));
    // the digits are in two rows, and in the first column
    expect(fixedIn('4........8')?.replace(/(.).{8}/g, '$1')).toBe('481235679'.slice(0, 9));
  });

  test.each([
    ['eight digits are given', '12345678', classic],
    ['no unit has all given digits', `1${'.'.repeat(39)}2${'.'.repeat(39)}3`, classic],
    ['neighbours are not consecutive', '', anyGeometry(9, 'non-consecutive')],
    ['a cage has a sum', '', withRules(classic, [{ kind: 'cage', cells: [0, 1], value: 5 }])],
    ['a cell is even', '', withRules(classic, [{ kind: 'even', cells: [0] }])],
  ])('are not fixed if %s', (_, givens, geometry) => {
    expect(fixedIn(givens, geometry)).toBeUndefined();
  });
});

/** The grid whose rows are the first one, shifted. */
function patternGrid(shape: Geometry): Uint8Array {
  return Uint8Array.from({ length: shape.cells }, (_, cell) => {
    const r = Math.floor(cell / shape.size);
    const shift = Math.floor(r / shape.boxRows) + (r % shape.boxRows) * shape.boxColumns;
    return ((shift + cell) % shape.size) + 1;
  });
}

function solveBatch(
  shape: Geometry,
  puzzles: readonly Uint8Array[],
  mode: 'first' | 'unique' | 'count',
  limits: Partial<typeof NO_LIMITS> = {},
) {
  const result = batchResult(shape, puzzles.length);
  const cells = new Uint8Array(Buffer.concat(puzzles));
  largeEngine().solveBatch(
    { geometry: shape, count: puzzles.length, cells },
    { ...NO_LIMITS, ...limits, mode },
    result,
  );
  return result;
}
