import { describe, expect, test } from 'vitest';
import { KernelPool } from '../../../../core/kernel/kernel.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { largeKernelFactory, Search } from '../../../../core/solver/large/search.ts';
import { type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import type { Rule } from '../../../../core/solver/model/rule-kinds.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { textOf } from '../puzzles.ts';

const pool = new KernelPool(largeKernelFactory());
/** Conflicts after which a walk gives up. */
const PATIENCE = 150;
const LIMIT = 200;

/** All solutions, up to a limit: by a walk first, or in order, which never walks. */
function solutionsOf(
  shape: Geometry,
  cells: Uint8Array,
  ascending: boolean,
  limit: number,
  budget = 1e6,
  kernels = pool,
) {
  return kernels.run((kernel) => {
    const search = new Search(kernel, { geometry: shape, cells }, { budget, deadline: Infinity }, ascending);
    const found: string[] = [];
    let status: Status = Status.solved;
    while (found.length < limit) {
      status = search.next();
      if (status !== Status.solved) break;
      found.push(textOf(search.solution));
    }
    return { found: found.sort(), guesses: search.guesses, status };
  });
}

const cellsOf = (digits: string) => Uint8Array.from(digits, Number);

const SHAPES = [
  geometry(9, 'anti-knight'),
  geometry(9, 'non-consecutive'),
  geometry(9, 'x,anti-knight'),
  geometry(12),
];

describe('a walk through a small grid', () => {
  const cases = SHAPES.flatMap((shape) =>
    generateCells(shape, { seed: 2 })
      .take(3)
      .toArray()
      .map(({ cells, solution }, i) => {
        // puzzles with one solution, with some, and with a rule beside
        const rules: Rule[] = [{ kind: solution[0]! % 2 === 0 ? 'even' : 'odd', cells: [0] }];
        const clue = cells.findIndex((digit) => digit > 0);
        return i % 3 === 0
          ? { shape, cells }
          : i % 3 === 1
            ? { shape, cells: cells.with(clue, 0) }
            : { shape: withRules(shape, rules), cells: cells.with(clue, 0) };
      }),
  );
  const results = cases.map(({ shape, cells }) => ({
    walked: solutionsOf(shape, cells, false, LIMIT),
    inOrder: solutionsOf(shape, cells, true, LIMIT),
  }));

  test('finds the solutions that a search in order finds, each once', () => {
    for (const { walked, inOrder } of results) {
      // of more than the limit, each may find others
      const isComplete = walked.found.length < LIMIT;
      if (isComplete) expect(walked.found).toEqual(inOrder.found);
      expect(inOrder.found).toHaveLength(walked.found.length);
    }
  });

  test('that has given up after a solution does not count it twice', () => {
    const both = results.filter(({ walked }) => walked.guesses > PATIENCE && walked.found.length > 1);
    expect(both.length).toBeGreaterThan(0);
    for (const { walked } of both) expect(new Set(walked.found).size).toBe(walked.found.length);
  });

  test('spends the budget to the last conflict', () => {
    const [i] = results.entries().find(([, { walked }]) => walked.guesses > 20 && walked.found.length === 1)!;
    const { shape, cells } = cases[i]!;
    const { guesses } = results[i]!.walked;
    expect(solutionsOf(shape, cells, false, 2, guesses).status).toBe(Status.noSolution);
    expect(solutionsOf(shape, cells, false, 2, guesses - 1)).toMatchObject({
      status: Status.unsolved,
      guesses: guesses - 1,
    });
  });

  test('takes the same guesses whatever puzzle came before', () => {
    const line = (...cells: number[]): Rule => ({ kind: 'renban', cells });
    const shape = withRules(geometry(9), [
      line(50, 51, 59),
      line(68, 69, 70),
      line(40, 49, 41),
      line(33, 43, 42),
      line(4, 3, 12),
      line(10, 19, 11),
    ]);
    const cells = cellsOf(
      '070000050002005007036000020100000000460000090000000000000006000005000000007009200',
    );
    const kernels = new KernelPool(largeKernelFactory());
    const expected = solutionsOf(shape, cells, false, 2, 1e6, kernels);
    expect(expected.found).toHaveLength(1);
    // ends with a conflict of learnt clauses
    const hard = cellsOf('020000000030000000070000003000001000008000000000000060900308000000040000000010007');
    expect(solutionsOf(geometry(9, 'anti-knight'), hard, false, 2, 1e6, kernels).guesses).toBeGreaterThan(
      PATIENCE,
    );
    expect(solutionsOf(shape, cells, false, 2, 1e6, kernels)).toEqual(expected);
  });
});
