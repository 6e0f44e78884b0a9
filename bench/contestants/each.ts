import { type Answers, GAVE_UP, type Run } from '../contestant.ts';
import { type PuzzleSet, puzzleOf } from '../puzzle-set.ts';

/** What a solver of single puzzles says: how many solutions it saw, and one of them; or that it gave up. */
export type Answer = { readonly count: number; readonly solution?: ArrayLike<number> } | 'gave up';

/** Of the solutions that a solver gives, all that it saw. */
export function answerOf(solutions: readonly ArrayLike<number>[]): Answer {
  const [solution] = solutions;
  return { count: solutions.length, ...(solution && { solution }) };
}

/** Runs a solver of single puzzles over a set. Input is made before, answers are read after the timed pass. */
export function runEach<Input, Output>(
  set: PuzzleSet,
  input: (cells: Uint8Array) => Input,
  solve: (input: Input) => Output,
  answer: (output: Output) => Answer,
): Run {
  const inputs = Array.from({ length: set.count }, (_, i) => input(puzzleOf(set, i)));
  const outputs: Output[] = new Array(set.count);
  return {
    pass: () => {
      for (let i = 0; i < inputs.length; i++) outputs[i] = solve(inputs[i]!);
    },
    answers: () => answersOf(set, outputs.map(answer)),
  };
}

export function answersOf(set: PuzzleSet, said: readonly Answer[]): Answers {
  const solutions = new Uint8Array(set.cells.length);
  const counts = new Uint32Array(set.count);
  said.forEach((answer, i) => {
    counts[i] = answer === 'gave up' ? GAVE_UP : answer.count;
    if (answer !== 'gave up' && answer.solution) solutions.set(answer.solution, i * set.geometry.cells);
  });
  const shown = said.some((answer) => answer !== 'gave up' && answer.solution);
  return { counts, ...(shown && { solutions }) };
}
