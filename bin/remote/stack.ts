import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { UsageError } from '../cli/exit.ts';
import type { Clients } from './clients.ts';

/** What a stack tells its clients: its outputs by name. */
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

/** Outputs that stand only where there is something to say. */
const OPTIONAL = {
  UploadPrefix: 'uploadPrefix',
  UploadSuffix: 'uploadSuffix',
  OutputPrefix: 'outputPrefix',
  Reports: 'reports',
} as const;

type Names<Outputs> = Outputs[keyof Outputs] & string;

/** A deployed pipeline. */
export type DeployedPipeline = {
  readonly [K in Names<typeof OUTPUTS> | Names<typeof OPTIONAL>]: string;
};

/**
 * Finds a pipeline by the outputs of its stack.
 * @throws UsageError if there is no such stack, or it is none of ours
 */
export async function findPipeline(clients: Clients, stack: string): Promise<DeployedPipeline> {
  const outputs = await outputsOf(clients, stack);
  const entries = Object.entries(OUTPUTS).map(([output, name]) => {
    const value = outputs.get(output);
    if (value !== undefined) return [name, value] as const;
    const got = [...outputs.keys()].join(', ') || 'none';
    throw new UsageError(
      `stack ${stack}: expected a stack of sudoku-batch, with the output ${output} (a stack of your own gets them by addOutputs()); its outputs: ${got}`,
    );
  });
  const others = Object.entries(OPTIONAL).map(([output, name]) => [name, outputs.get(output) ?? '']);
  return Object.fromEntries([...entries, ...others]) as DeployedPipeline;
}

async function outputsOf({ stacks }: Clients, StackName: string): Promise<Map<string, string>> {
  try {
    const { Stacks = [] } = await stacks.send(new DescribeStacksCommand({ StackName }));
    return new Map(Stacks[0]?.Outputs?.map((output) => [output.OutputKey ?? '', output.OutputValue ?? '']));
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'ValidationError' || /does not exist/.test(message)) {
      const region = await stacks.config.region();
      throw new UsageError(
        `stack ${StackName}: there is none of this name in ${region}; see --stack, --region, --profile`,
      );
    }
    throw error;
  }
}

/** Refuses to wait for reports of a stack that writes none of files that are solved. @throws UsageError */
export function refuseWaiting(
  { reports }: Pick<DeployedPipeline, 'reports'>,
  stack: string,
  advice: string,
): void {
  if (reports !== 'off') return;
  throw new UsageError(
    `stack ${stack}: its reports are switched off, so nothing tells when a file is done: ${advice}`,
  );
}
