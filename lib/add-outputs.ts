import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { SourceFilter } from './add-source.ts';
import type { SudokuPipeline } from './sudoku-pipeline.ts';

/** What the pipeline's stack tells its clients, by name: bin/remote/stack.ts reads it. */
export function addOutputs(
  pipeline: SudokuPipeline,
  { prefix, suffix }: SourceFilter,
  outputPrefix: string,
): void {
  const outputs = {
    UploadBucketName: pipeline.uploadBucket.bucketName,
    UploadPrefix: prefix,
    UploadSuffix: suffix,
    OutputBucketName: pipeline.outputBucket.bucketName,
    OutputPrefix: outputPrefix,
    WorkBucketName: pipeline.workBucket.bucketName,
    UploadsQueueUrl: pipeline.uploadsQueue.queueUrl,
    UploadsDeadLettersUrl: pipeline.uploadsDeadLetters.queueUrl,
    ChunksQueueUrl: pipeline.chunksQueue.queueUrl,
    ChunksDeadLettersUrl: pipeline.chunksDeadLetters.queueUrl,
    FunctionName: pipeline.function.functionName,
    LogGroupName: pipeline.logGroup.logGroupName,
    ServiceName: pipeline.serviceName,
  };
  for (const [name, value] of Object.entries(outputs)) {
    // an output cannot be empty
    if (value) new CfnOutput(Stack.of(pipeline), name, { value });
  }
}
