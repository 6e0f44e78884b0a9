import { afterEach, expect, test, vi } from 'vitest';
import { openFile, planFile } from '../../../core/files/index.ts';
import { lanesEngine } from '../../../core/solver/lanes/engine.ts';
import { Status } from '../../../core/solver/status.ts';

afterEach(() => void vi.restoreAllMocks());

const EASY = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';
const EMPTY = '.'.repeat(81);

/** Engines for which the empty grid takes until the deadline, which comes so many milliseconds later. */
function strike(milliseconds: number): void {
  let passed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
  const solveBatch = lanesEngine.solveBatch.bind(lanesEngine);
  vi.spyOn(lanesEngine, 'solveBatch').mockImplementation((batch, options, result) => {
    solveBatch(batch, options, result);
    for (let p = 0; p < batch.count; p++) {
      if (batch.cells.subarray(81 * p, 81 * p + 81).some((value) => value > 0)) continue;
      passed = milliseconds;
      result.statuses[p] = Status.interrupted;
      result.solutions.fill(0, 81 * p, 81 * p + 81);
    }
  });
  vi.spyOn(lanesEngine, 'list').mockImplementation(function* (_geometry, cells) {
    yield cells.slice();
    passed = milliseconds;
    return { status: Status.interrupted, count: 1, guesses: 9 };
  });
}

function solve(lines: readonly string[], options: string) {
  const head = Buffer.from([`#! sudoku ${options}`, ...lines, ''].join('\n'));
  const plan = planFile({ head, complete: true, name: '', given: [] });
  const solver = openFile(plan, { deadline: 100, giveUpAfter: 50 });
  const output = Buffer.concat([...solver.push(head), ...solver.end()]).toString();
  return { solver, left: head.length - solver.consumed, lines: output.split('\n').slice(1) };
}

test('a first puzzle that the deadline cuts when it had its time is unsolved, and says why', () => {
  strike(100);
  const { solver, lines, left } = solve([EMPTY], 'solutions=first');
  expect(lines).toEqual(['unsolved'.padEnd(81), '']);
  expect([solver.interrupted, left]).toEqual([false, 0]);
  expect(solver.tally).toMatchObject({ puzzles: 1, unsolved: 1, guesses: 0 });
  expect(solver.tally.problems).toMatchObject([
    {
      status: 'unsolved',
      reason: 'its time was over before the search was: a smaller budget ends it earlier',
    },
  ]);
});

test('one that had less is left to another', () => {
  strike(49);
  const { solver, left } = solve([EMPTY], 'solutions=first');
  expect([solver.interrupted, left, solver.tally.puzzles]).toEqual([true, 82, 0]);
});

test('so is every other puzzle, whatever time it had', () => {
  strike(100);
  const { solver, lines, left } = solve([EASY, EMPTY, EASY], 'solutions=first');
  expect(lines).toEqual([SOLUTION, '']);
  expect([solver.interrupted, left]).toEqual([true, 164]);
});

test('a list that had its time says what was found until then', () => {
  strike(100);
  const { solver, lines } = solve([EMPTY], 'solutions=all');
  expect(solver.interrupted).toBe(false);
  expect(solver.tally).toMatchObject({ puzzles: 1, unsolved: 1 });
  expect(lines.filter((line) => line.includes('unsolved'))).toHaveLength(1);
});
