import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { SudokuPipeline } from './sudoku-pipeline.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** A pipeline by itself. Its outputs are what clients need: names of buckets, of the function, its log and its metrics; queue URLs. */
export class SudokuStack extends Stack {
  /** All of the stack but its outputs. */
  readonly pipeline: SudokuPipeline;

  /** @throws RangeError naming the property, the allowed range and the value */
  constructor(scope: Construct, id: string, props: StackProps & SudokuPipelineProps = {}) {
    super(scope, id, { description: 'Solves files of sudoku puzzles', ...props });
    const pipeline = new SudokuPipeline(this, 'Pipeline', props);
    this.pipeline = pipeline;
    const outputs = {
      UploadBucketName: pipeline.uploadBucket.bucketName,
      OutputBucketName: pipeline.outputBucket.bucketName,
      WorkBucketName: pipeline.workBucket.bucketName,
      UploadsQueueUrl: pipeline.uploadsQueue.queueUrl,
      UploadsDeadLettersUrl: pipeline.uploadsDeadLetters.queueUrl,
      ChunksQueueUrl: pipeline.chunksQueue.queueUrl,
      ChunksDeadLettersUrl: pipeline.chunksDeadLetters.queueUrl,
      FunctionName: pipeline.function.functionName,
      LogGroupName: pipeline.logGroup.logGroupName,
      ServiceName: pipeline.serviceName,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
