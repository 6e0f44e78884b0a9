import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { UsageError } from '../cli/exit.ts';
import type { Clients } from './clients.ts';

/** Outputs of every stack with a pipeline, and the names used here. */
const OUTPUTS = {
  UploadBucketName: 'uploadBucket',
  OutputBucketName: 'outputBucket',
  WorkBucketName: 'workBucket',
  UploadsQueueUrl: 'uploadsQueueUrl',
  UploadsDeadLettersUrl: 'uploadsDeadLettersUrl',
  ChunksQueueUrl: 'chunksQueueUrl',
  ChunksDeadLettersUrl: 'chunksDeadLettersUrl',
  FunctionName: 'functionName',
  LogGroupName: 'logGroupName',
  ServiceName: 'serviceName',
} as const;

/** Outputs that some stacks lack, which counts as empty. */
const OPTIONAL = {
  UploadPrefix: 'uploadPrefix',
  UploadSuffix: 'uploadSuffix',
  SourceBuckets: 'sourceBuckets',
  OutputPrefix: 'outputPrefix',
  Reports: 'reports',
} as const;

type Names<Outputs> = Outputs[keyof Outputs] & string;

/** A deployed pipeline: names and URLs of its resources. */
export type DeployedPipeline = {
  readonly [K in Names<typeof OUTPUTS> | Names<typeof OPTIONAL>]: string;
};

/**
 * Finds a pipeline by the outputs of its stack.
 * @throws UsageError if there is no such stack or it has no pipeline
 */
export async function findPipeline(clients: Clients, stack: string): Promise<DeployedPipeline> {
  const outputs = await outputsOf(clients, stack);
  const entries = Object.entries(OUTPUTS).map(([output, name]) => {
    const value = outputs.get(output);
    if (value !== undefined) return [name, value] as const;
    const got = [...outputs.keys()].join(', ') || 'none';
    throw new UsageError(
      `stack ${stack}: expected a stack of sudoku-batch, with the output ${output} (call addOutputs() in a stack of your own); got the outputs: ${got}`,
    );
  });
  const optional = Object.entries(OPTIONAL).map(([output, name]) => [name, outputs.get(output) ?? '']);
  return Object.fromEntries([...entries, ...optional]) as DeployedPipeline;
}

async function outputsOf({ stacks }: Clients, StackName: string): Promise<Map<string, string>> {
  try {
    const { Stacks = [] } = await stacks.send(new DescribeStacksCommand({ StackName }));
    return new Map(Stacks[0]?.Outputs?.map((output) => [output.OutputKey ?? '', output.OutputValue ?? '']));
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'ValidationError' || /does not exist/.test(message)) {
      const region = await stacks.config.region();
      throw new UsageError(`stack ${StackName}: not found in ${region}; see --stack, --region, --profile`);
    }
    throw error;
  }
}

/** Refuses to wait for reports of a stack that writes none for solved files. @throws UsageError */
export function refuseWaiting(
  { reports }: Pick<DeployedPipeline, 'reports'>,
  stack: string,
  advice: string,
): void {
  if (reports !== 'off') return;
  throw new UsageError(
    `stack ${stack}: its reports are switched off, so there is no sign that a file is done: ${advice}`,
  );
}
