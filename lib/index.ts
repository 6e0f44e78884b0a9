/**
 * The construct: infrastructure for AWS CDK apps, with its prebuilt function.
 *
 * @module sudoku-batch/cdk
 */

export type { OptionName, StackOptions } from '../core/options/options.ts';
export type { SourceFilter } from './sources.ts';
export { SudokuPipeline } from './sudoku-pipeline.ts';
export type { PrefixExpirations, SudokuPipelineProps, TenantBounds } from './sudoku-pipeline-props.ts';
export { SudokuStack } from './sudoku-stack.ts';
