import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import type { SourceFilter } from './source-filter.ts';

/** What commands ask for: the members of SudokuPipeline of the same names. */
interface Named extends IConstruct {
  readonly uploadBucket: IBucket;
  readonly outputBucket: IBucket;
  readonly workBucket: IBucket;
  readonly uploadsQueue: IQueue;
  readonly uploadsDeadLetters: IQueue;
  readonly chunksQueue: IQueue;
  readonly chunksDeadLetters: IQueue;
  readonly function: IFunction;
  readonly logGroup: ILogGroup;
  readonly serviceName: string;
}

/** What the pipeline's stack tells its clients, by name: bin/remote/stack.ts reads it. */
export function addOutputs(pipeline: Named, { prefix, suffix }: SourceFilter, outputPrefix: string): void {
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
