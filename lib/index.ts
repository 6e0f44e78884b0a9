export type { SourceFilter } from './add-source.ts';
export { SudokuPipeline } from './sudoku-pipeline.ts';
export type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';
export { SudokuStack } from './sudoku-stack.ts';
