import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { SudokuPipeline } from './sudoku-pipeline.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** A stack with one pipeline. Its outputs tell clients the names of the buckets, the function, its log and its metrics, and the URLs of the queues. */
export class SudokuStack extends Stack {
  /** Everything in the stack except its outputs. */
  readonly pipeline: SudokuPipeline;

  /** @throws RangeError with the property, the allowed range and the value */
  constructor(scope: Construct, id: string, props: StackProps & SudokuPipelineProps = {}) {
    super(scope, id, { description: 'Solves files of sudoku puzzles', ...props });
    this.pipeline = new SudokuPipeline(this, 'Pipeline', props);
    this.pipeline.addOutputs();
  }
}
