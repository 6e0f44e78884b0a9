/**
 * The package's public surface. Everything else may change in any version.
 *
 * @module sudoku-batch
 */

export * from './browser.ts';
export { solveFile } from './files/solve/solve-file.ts';
