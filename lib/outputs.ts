import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CommandResources } from './permissions/operations.ts';
import type { ResolvedProps } from './props-table.ts';

/** Adds the outputs by which the commands find the pipeline. bin/remote/ reads them. */
export function addOutputs(
  stack: Stack,
  { uploadFilter, reports }: ResolvedProps,
  resources: CommandResources,
  { functionName }: IFunction,
  serviceName: string,
): void {
  const outputs = {
    UploadBucketName: resources.uploadBucket.bucketName,
    UploadPrefix: resources.uploadPrefix,
    UploadSuffix: uploadFilter?.suffix,
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
    if (value) new CfnOutput(stack, name, { value });
  }
}

/** Adds the name of the function for direct calls. */
export function addDirectOutput(stack: Stack, { functionName }: IFunction): void {
  new CfnOutput(stack, 'DirectFunctionName', { value: functionName });
}
