import { CfnOutput, Lazy, type Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CommandResources } from './permissions/operations.ts';
import type { ResolvedProps } from './props-table.ts';

/** Descriptions of all outputs, which docs/deploy.md lists. */
export const OUTPUTS = {
  UploadBucketName: 'Bucket for puzzle files',
  UploadPrefix: 'Prefix of the keys of puzzle files in the upload bucket',
  UploadSuffix: 'Suffix of the keys of puzzle files in the upload bucket',
  SourceBuckets: 'Buckets whose objects are solved, separated by commas',
  OutputBucketName: 'Bucket in which results and reports appear',
  OutputPrefix: 'Prefix of the keys of results and reports, before the key of the upload',
  WorkBucketName: 'Bucket for chunks of large files while they are solved',
  UploadsQueueUrl: 'Queue with a message for each upload',
  UploadsDeadLettersUrl: 'Queue of uploads that failed ten times',
  ChunksQueueUrl: 'Queue with a message for each chunk of a large file',
  ChunksDeadLettersUrl: 'Queue of chunks that failed ten times',
  FunctionName: 'Function that solves files',
  LogGroupName: 'Log group of the function',
  ServiceName: 'Dimension service of the metrics in the namespace SudokuBatch',
  Reports: 'off: no reports are written for solved files',
  DirectFunctionName: 'Function that solves puzzles in the event',
} as const;

/**
 * Adds the outputs by which the commands find the pipeline. bin/remote/ reads them.
 * @param sourceBuckets their names, at synthesis, after all have been added
 */
export function addOutputs(
  stack: Stack,
  { uploadFilter, reports }: ResolvedProps,
  resources: CommandResources,
  { functionName }: IFunction,
  serviceName: string,
  sourceBuckets: () => readonly string[],
): void {
  const outputs: Record<Exclude<keyof typeof OUTPUTS, 'DirectFunctionName'>, string | undefined> = {
    UploadBucketName: resources.uploadBucket.bucketName,
    UploadPrefix: resources.uploadPrefix,
    UploadSuffix: uploadFilter?.suffix,
    SourceBuckets: Lazy.string({ produce: () => sourceBuckets().join(',') }),
    OutputBucketName: resources.outputBucket.bucketName,
    OutputPrefix: resources.outputPrefix,
    WorkBucketName: resources.workBucket.bucketName,
    UploadsQueueUrl: resources.uploads.queueUrl,
    UploadsDeadLettersUrl: resources.uploadsDeadLetters.queueUrl,
    ChunksQueueUrl: resources.chunks.queueUrl,
    ChunksDeadLettersUrl: resources.chunksDeadLetters.queueUrl,
    FunctionName: functionName,
    LogGroupName: resources.logGroup.logGroupName,
    ServiceName: serviceName,
    Reports: reports ? '' : 'off',
  };
  for (const [name, value] of Object.entries(outputs)) {
    // an output cannot be empty
    if (value) new CfnOutput(stack, name, { value, description: OUTPUTS[name as keyof typeof outputs] });
  }
}

/** Adds the name of the function for direct calls. */
export function addDirectOutput(stack: Stack, { functionName }: IFunction): void {
  new CfnOutput(stack, 'DirectFunctionName', {
    value: functionName,
    description: OUTPUTS.DirectFunctionName,
  });
}
