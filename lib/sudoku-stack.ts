// A stack with one pipeline.
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { SudokuPipeline } from './sudoku-pipeline.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

const STACK_PROPS = {
  analyticsReporting: true,
  crossRegionReferences: true,
  description: true,
  env: true,
  notificationArns: true,
  permissionsBoundary: true,
  propertyInjectors: true,
  stackName: true,
  suppressTemplateIndentation: true,
  synthesizer: true,
  tags: true,
  terminationProtection: true,
} as const satisfies Record<keyof StackProps, true>;

/** A stack with one pipeline. Its outputs tell clients the names of the buckets, the function, its log and its metrics, and the URLs of the queues. */
export class SudokuStack extends Stack {
  /** Everything in the stack except its outputs. */
  readonly pipeline: SudokuPipeline;

  /** @throws RangeError with the property, the allowed range and the value */
  constructor(scope: Construct, id: string, props: StackProps & SudokuPipelineProps = {}) {
    const given = Object.entries(props);
    const ofStack = Object.fromEntries(given.filter(([name]) => name in STACK_PROPS));
    super(scope, id, { description: 'Solves files of sudoku puzzles', ...ofStack });
    // the pipeline rejects names that it does not know
    const others = Object.fromEntries(given.filter(([name]) => !(name in STACK_PROPS)));
    this.pipeline = new SudokuPipeline(this, 'Pipeline', others);
    this.pipeline.addOutputs();
  }
}
