/**
 * The package's public surface. Whatever is not named here may change from one version to the next.
 *
 * @module sudoku-batch
 */

export * from './browser.ts';
export type { SolvedContent } from './files/solve-stream.ts';
export { solveStream } from './files/solve-stream.ts';
