/**
 * What grades and explains puzzles. A module of its own, since few files ask for it and it is an eighth of the code: the
 * function loads it for the first that does (build/function.ts).
 */
export { explain } from '../solver/explain.ts';
export { gradedExplanation } from '../solver/grade/graded-explanation.ts';
export { rate } from '../solver/grade/rate.ts';
