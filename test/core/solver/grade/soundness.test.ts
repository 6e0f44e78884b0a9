import { expect, test } from 'vitest';
import { solveCells } from '../../../../core/puzzle/solve-cells.ts';
import { type GenerateCellsOptions, generateCells } from '../../../../core/solver/generate-cells.ts';
import { DYNAMIC_PLUS, Forcing } from '../../../../core/solver/grade/chains/forcing.ts';
import { instantiate } from '../../../../core/solver/grade/chains/kernel.ts';
import { ChainGraph } from '../../../../core/solver/grade/chains/loops.ts';
import { Grader, gradeGivens } from '../../../../core/solver/grade/grade.ts';
import { type Geometry, geometry } from '../../../../core/solver/model/geometry.ts';
import { Board, boardShape } from '../../../../core/solver/steps/board.ts';
import { type Step, stepText } from '../../../../core/solver/steps/step.ts';
import { casesOf } from '../../../cases.ts';
import { cellsOf } from '../puzzles.ts';
import { RATED } from './rated.ts';

test.each([1, 2, 3])('no step contradicts the solution, seed %d', (seed) => {
  expect(contradictions(geometry(9), { seed }, casesOf(160))).toEqual([]);
});

// with 22 clues, as an X puzzle with fewer takes long
test.each([1, 2])('no step in an X puzzle contradicts the solution, seed %d', (seed) => {
  expect(contradictions(geometry(9, 'x'), { seed, clues: 22 }, casesOf(80))).toEqual([]);
});

test('forcing chains that use locked candidates, pairs and X-wings do not contradict the solution', () => {
  const classic = boardShape(false);
  const grader = new Grader(classic);
  const kernel = instantiate(classic);
  const board = new Board(classic, kernel.candidates, kernel.places);
  const graph = new ChainGraph(kernel);
  const plus = new Forcing(DYNAMIC_PLUS, graph);
  for (const [puzzle, er] of RATED.filter(([, er]) => er > 8.4)) {
    const cells = cellsOf(puzzle);
    const [solution] = solveCells(cells).solutions;
    grader.start(cells);
    for (let step = grader.next(); step && step.rating < er; step = grader.next()) grader.apply(step);
    board.copy(grader.board);
    graph.build();
    const step = plus.find(board)!;
    expect(step.rating).toBeGreaterThanOrEqual(9);
    expect(faults(step, solution!)).toEqual([]);
  }
});

/** Steps that contradict the solution, in `count` generated puzzles. */
function contradictions(shape: Geometry, options: GenerateCellsOptions, count: number): string[] {
  const wrong: string[] = [];
  const puzzles = generateCells(shape, options);
  for (let i = 0; i < count; i++) {
    const { cells, solution } = puzzles.next().value;
    for (const step of gradeGivens(shape, cells, { path: true }).steps) wrong.push(...faults(step, solution));
  }
  return wrong;
}

function faults(step: Step, solution: Uint8Array): string[] {
  const places = step.cell !== undefined && solution[step.cell] !== step.digit! + 1;
  const removes = step.removals.some(({ cell, digits }) => (digits >> (solution[cell]! - 1)) & 1);
  return places || removes ? [stepText(step)] : [];
}
