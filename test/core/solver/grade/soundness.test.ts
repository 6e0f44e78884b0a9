import { expect, test } from 'vitest';
import { type GenerateOptions, generate } from '../../../../core/solver/generate.ts';
import { type Geometry, geometry } from '../../../../core/solver/geometry.ts';
import { Board } from '../../../../core/solver/grade/board.ts';
import { Forcing } from '../../../../core/solver/grade/chains/forcing.ts';
import { instantiate } from '../../../../core/solver/grade/chains/kernel.ts';
import { DYNAMIC_PLUS } from '../../../../core/solver/grade/chains/kind.ts';
import { Links } from '../../../../core/solver/grade/chains/links.ts';
import { grade } from '../../../../core/solver/grade/grade.ts';
import { Grader } from '../../../../core/solver/grade/grader.ts';
import { stepText } from '../../../../core/solver/grade/notation.ts';
import { classic } from '../../../../core/solver/grade/shape.ts';
import type { Step } from '../../../../core/solver/grade/step.ts';
import { solve } from '../../../../core/solver/solve.ts';
import { cellsOf } from '../puzzles.ts';
import { RATED } from './rated.ts';

// a smaller sample of what `node bench/grade-soundness.ts` looks at
test.each([1, 2, 3])('no step contradicts the solution, seed %d', (seed) => {
  expect(contradictions(geometry(9), { seed }, 40)).toEqual([]);
});

// with 22 clues, as an X puzzle with fewer takes long
test.each([1, 2])('no step in an X puzzle contradicts the solution, seed %d', (seed) => {
  expect(contradictions(geometry(9, 'x'), { seed, clues: 22 }, 20)).toEqual([]);
});

test('forcing chains that use locked candidates, pairs and X-wings lead to nothing false', () => {
  const grader = new Grader(classic());
  const kernel = instantiate(classic());
  const board = new Board(classic(), kernel.candidates, kernel.places);
  const links = new Links(kernel);
  const plus = new Forcing(DYNAMIC_PLUS, links, kernel);
  for (const [puzzle, er] of RATED.filter(([, er]) => er > 8.4)) {
    const cells = cellsOf(puzzle);
    const [solution] = solve(cells).solutions;
    grader.start(cells);
    for (let step = grader.next(); step && step.rating < er; step = grader.next()) grader.take(step);
    board.copy(grader.board);
    links.build();
    const step = plus.find(board)!;
    expect(step.rating).toBeGreaterThanOrEqual(9);
    expect(faults(step, solution!)).toEqual([]);
  }
});

/** Steps that place or remove what the solution says otherwise, in `count` made puzzles. */
function contradictions(shape: Geometry, options: GenerateOptions, count: number): string[] {
  const wrong: string[] = [];
  const puzzles = generate(shape, options);
  for (let i = 0; i < count; i++) {
    const { cells, solution } = puzzles.next().value;
    for (const step of grade(shape, cells, { path: true }).steps) wrong.push(...faults(step, solution));
  }
  return wrong;
}

function faults(step: Step, solution: Uint8Array): string[] {
  const places = step.cell !== undefined && solution[step.cell] !== step.digit! + 1;
  const removes = step.removals.some(({ cell, digits }) => (digits >> (solution[cell]! - 1)) & 1);
  return places || removes ? [stepText(step)] : [];
}
