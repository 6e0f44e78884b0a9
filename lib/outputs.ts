// The outputs of a stack, by which clients find its pipeline.
import { CfnOutput, Lazy, Stack, Tokenization } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';
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
  MemorySize: 'Memory of the function in MiB',
  Tenant: 'How the key of an upload names its tenant',
  Reports: 'off: no reports are written for solved files; html: they are also written as pages',
  DirectFunctionName: 'Function that solves puzzles in the event',
} as const;

/** The pipeline whose outputs a stack has. */
const owners = new WeakMap<Stack, IConstruct>();

/**
 * Takes the outputs of a stack for a pipeline.
 * @returns whether they are still to be added
 * @throws Error if another pipeline has them
 */
export function takeOutputs(pipeline: IConstruct): boolean {
  const stack = Stack.of(pipeline);
  const owner = owners.get(stack);
  if (owner === pipeline) return false;
  if (owner) {
    throw new Error(
      `${pipeline.node.path} cannot have outputs: the commands find a pipeline by its stack, and ${owner.node.path} has the outputs of ${stack.node.path}; create one of them in a stack of its own, or call addOutputs() for one only`,
    );
  }
  owners.set(stack, pipeline);
  return true;
}

/**
 * Adds the outputs by which the commands find the pipeline. bin/remote/ reads them.
 * @param sourceBuckets their names, at synthesis, after all have been added
 */
export function addOutputs(
  stack: Stack,
  { uploadFilter, reports, htmlReports, memorySize, tenant }: ResolvedProps,
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
    MemorySize: Tokenization.stringifyNumber(memorySize),
    Tenant: tenant,
    Reports: reports ? (htmlReports ? 'html' : '') : 'off',
  };
  for (const [name, value] of Object.entries(outputs)) {
    // an output cannot be empty
    if (value) addOutput(stack, name as keyof typeof outputs, value);
  }
}

/** Adds the name of the function for direct calls. */
export function addDirectOutput(stack: Stack, { functionName }: IFunction): void {
  addOutput(stack, 'DirectFunctionName', functionName);
}

function addOutput(stack: Stack, name: keyof typeof OUTPUTS, value: string): void {
  if (stack.node.tryFindChild(name)) {
    throw new Error(
      `${stack.node.path} cannot have the output ${name}, by which the commands find its pipeline: it has another construct with this id; rename that`,
    );
  }
  new CfnOutput(stack, name, { value, description: OUTPUTS[name] });
}
