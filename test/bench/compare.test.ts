import { expect, test } from 'vitest';
import { compare, tableRow } from '../../bench/compare.ts';
import { ours, plain } from '../../bench/peers/engines.ts';
import { withPeers } from '../../bench/peers/index.ts';
import { dancingLinks } from '../../bench/peers/packages.ts';
import { lineSolver } from '../../bench/peers/programs.ts';
import { type Answers, GAVE_UP, type Solver } from '../../bench/peers/solver.ts';
import { generatedSets, type PuzzleSet, sampleOf } from '../../bench/shared/puzzle-sets.ts';
import { geometry } from '../../core/solver/model/geometry.ts';

const FULL = '123456789456789123789123456214365897365897214897214365531642978642978531978531642';
const FULL_CELLS = Uint8Array.from(FULL, Number);
/** Two puzzles with one solution each. */
const SET: PuzzleSet = {
  name: 'two',
  geometry: geometry(9),
  count: 2,
  cells: Uint8Array.from(
    `0${FULL.slice(1)}${'12345678945678912378912345621436589736589721489721436553164297.642978.........642'.replaceAll('.', '0')}`,
    Number,
  ),
};
const LINE_SOLVER = `${import.meta.dirname}/fixtures/line-solver.mjs`;
const MEASURING = { rounds: 2, turnMs: 1, warmUpMs: 0 };

test('our solvers and a peer agree, and each row states its task', async () => {
  const peer = dancingLinks();
  expect(await peer.installed()).toBe(true);
  const rows = compare(SET, [ours, plain, peer], 'unique', MEASURING);
  expect(rows.map(({ solver }) => solver)).toEqual(['sudoku-batch', 'plain engine', 'dancing-links']);
  for (const row of rows) expect(row).toMatchObject({ wrong: 0, gaveUp: 0, task: 'unique', puzzles: 2 });
  expect(rows[0]).toMatchObject({ unit: 'puzzles', shareWithoutGuess: expect.any(Number) });
  expect(rows[0]!.ratio).toBeUndefined();
  const { median, least, most } = rows[2]!.ratio!;
  expect([least, median, most]).toEqual([least, median, most].toSorted((a, b) => a - b));
  expect(least).toBeGreaterThan(0);
  expect(tableRow(rows[0]!)).toMatch(/^\| two \| sudoku-batch \| unique \| 2 \|/);
});

test('counts wrong answers: a solution that breaks the rules, and a wrong number of solutions', () => {
  const nonsense = answering('nonsense', {
    solutions: new Uint8Array(162).fill(1),
    counts: Uint32Array.of(1, 1),
  });
  expect(compare(SET, [ours, nonsense], 'unique', MEASURING)[1]).toMatchObject({ wrong: 2, gaveUp: 0 });
});

test('does not count an answer as wrong if the solver gave up', () => {
  const solutions = new Uint8Array(162);
  solutions.set(FULL_CELLS);
  const idle = answering('idle', { solutions, counts: Uint32Array.of(1, GAVE_UP) });
  expect(compare(SET, [ours, idle], 'unique', MEASURING)[1]).toMatchObject({ wrong: 0, gaveUp: 1 });
});

test('runs a solver that cannot prove uniqueness for the first solution only', () => {
  const requested: string[] = [];
  const first: Solver = {
    ...ours,
    name: 'first',
    tasks: ['first'],
    prepare: (set, task, limit) => {
      requested.push(`${task} ${limit}`);
      return ours.prepare(set, task, limit);
    },
  };
  const [, row] = compare(SET, [ours, first], 'unique', MEASURING);
  expect(row).toMatchObject({ task: 'first', wrong: 0 });
  expect(new Set(requested)).toEqual(new Set(['first 1']));
});

test('rates counts and lists in solutions per second, and lets a solver that cannot list count', () => {
  const counting: Solver = { ...plain, name: 'counting', tasks: ['count'] };
  const [own, other] = compare(SET, [ours, counting], 'list', MEASURING);
  expect(own).toMatchObject({ task: 'list', unit: 'solutions', wrong: 0 });
  expect(other).toMatchObject({ task: 'count', unit: 'solutions', wrong: 0 });
  expect(compare(SET, [ours, { ...counting, tasks: ['first'] }], 'count', MEASURING)).toHaveLength(1);
});

test('runs a program that implements the line protocol, and detects its wrong answers', async () => {
  const program = `${process.execPath} ${LINE_SOLVER}`;
  const [honest, liar] = [lineSolver('honest', `${program} 1 1`), lineSolver('liar', `${program} 1 2`)];
  expect(await honest!.installed()).toBe(true);
  expect(await lineSolver('none', 'no-such-program').installed()).toBe(false);
  const [, right, wrong] = compare(SET, [ours, honest!, liar!], 'unique', {
    ...MEASURING,
    turnMs: 100,
  });
  expect(right).toMatchObject({ solver: 'honest', task: 'unique', wrong: 0 });
  expect(wrong).toMatchObject({ solver: 'liar', wrong: 1 });
});

test('--peer adds a line solver or a SAT solver and replaces a known one of the same name', () => {
  const names = withPeers(['TDOKU=/opt/t --fast', 'Other=dimacs:sat -q']).map(({ name }) => name);
  expect(names[0]).toBe('sudoku-batch');
  expect(names.filter((name) => name.toLowerCase() === 'tdoku')).toEqual(['TDOKU']);
  const [own, sat] = [geometry(9), geometry(16)];
  const [lines, dimacs] = withPeers(['A=a', 'B=dimacs:b']).slice(-2);
  expect([lines!.accepts(own), lines!.accepts(sat)]).toEqual([true, false]);
  expect([dimacs!.accepts(own), dimacs!.accepts(sat)]).toEqual([false, true]);
  expect(() => withPeers(['nothing'])).toThrow('expected NAME=COMMAND or NAME=dimacs:COMMAND, got nothing');
});

test.each([
  ['an unreadable answer', 'fixture banana', 'expected COUNT or COUNT:SOLUTION in line 1 of it, got banana'],
  ['too few lines', '-e console.log(1)', 'expected 2 lines of it, got 1'],
  ['a failure', '-e process.exit(3)', 'expected it to exit with 0, got 3'],
])('names the peer in the error for %s', (_, answer, message) => {
  const peer = lineSolver('it', `${process.execPath} ${answer.replace('fixture', LINE_SOLVER)}`);
  expect(() => compare(SET, [ours, peer], 'unique', { ...MEASURING, turnMs: 100 })).toThrow(message);
});

test('takes a sample at even distances', () => {
  const set = { ...SET, count: 6, cells: Uint8Array.from({ length: 6 * 81 }, (_, i) => Math.floor(i / 81)) };
  expect(Array.from(sampleOf(set, 3).cells.filter((_, i) => i % 81 === 0))).toEqual([0, 2, 4]);
});

test('generates the same sets for the same seed', () => {
  const [once] = generatedSets(7, 20);
  const [again] = generatedSets(7, 20);
  expect(once!.set.count).toBe(20);
  expect(once!.set.cells).toEqual(again!.set.cells);
});

function answering(name: string, answers: Answers): Solver {
  return {
    name,
    tasks: ['unique'],
    clock: () => performance.now(),
    accepts: () => true,
    installed: () => Promise.resolve(true),
    prepare: () => ({ pass: () => undefined, answers: () => answers }),
  };
}
