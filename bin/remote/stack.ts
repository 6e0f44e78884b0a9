// Finds a deployed pipeline by the outputs of its stack: the names and URLs of its resources.
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { tenantOf, tenantRuleIn } from '../../lambda/invocation/tenant.ts';
import type { Upload } from '../../lambda/invocation/upload.ts';
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
  MemorySize: 'memorySize',
  Tenant: 'tenant',
  Reports: 'reports',
} as const;

type Names<Outputs> = Outputs[keyof Outputs] & string;

/** A deployed pipeline: names and URLs of its resources. */
export type DeployedPipeline = {
  readonly [K in Names<typeof OUTPUTS> | Names<typeof OPTIONAL>]: string;
} & {
  readonly stackName: string;
  /** when the stack was created or last updated, in milliseconds since 1970 */
  readonly changed: number;
};

const DELETE = 'delete it (npx cdk destroy) and deploy again';
const WAIT = 'wait until it is there';

/** States of a stack that is not deployed: what happened, and what to do. All others have had a deployment that succeeded. */
const NOT_DEPLOYED: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  REVIEW_IN_PROGRESS: ['its first deployment has not begun', 'deploy it'],
  CREATE_IN_PROGRESS: ['it is being created', WAIT],
  CREATE_FAILED: ['its creation failed', DELETE],
  ROLLBACK_IN_PROGRESS: ['its creation failed, and is being undone', `wait, then ${DELETE}`],
  ROLLBACK_COMPLETE: ['its creation failed, and was undone', DELETE],
  ROLLBACK_FAILED: ['its creation failed, and could not be undone', DELETE],
  DELETE_IN_PROGRESS: ['it is being deleted', 'wait, then deploy again'],
  DELETE_COMPLETE: ['it was deleted', 'deploy again'],
  DELETE_FAILED: ['its deletion failed, so that parts of it are missing', DELETE],
  IMPORT_ROLLBACK_FAILED: ['its import failed, and could not be undone', DELETE],
};

/**
 * Finds a pipeline by the outputs of its stack.
 * @throws UsageError if there is no such stack, it is not deployed, or it has no pipeline
 */
export async function findPipeline(clients: Clients, stack: string): Promise<DeployedPipeline> {
  const { outputs, ...facts } = await outputsOf(clients, stack);
  const entries = Object.entries(OUTPUTS).map(([output, name]) => {
    const value = outputs.get(output);
    if (value !== undefined) return [name, value] as const;
    const got = [...outputs.keys()].join(', ') || 'none';
    throw new UsageError(
      `stack ${stack}: expected a stack of sudoku-batch, with the output ${output} (call addOutputs() in a stack of your own); got the outputs: ${got}`,
    );
  });
  const optional = Object.entries(OPTIONAL).map(([output, name]) => [name, outputs.get(output) ?? '']);
  return { ...Object.fromEntries([...entries, ...optional]), ...facts } as DeployedPipeline;
}

async function outputsOf({ stacks }: Clients, StackName: string) {
  try {
    const { Stacks = [] } = await stacks.send(new DescribeStacksCommand({ StackName }));
    const { StackStatus = '', StackStatusReason, Outputs, CreationTime, ...stack } = Stacks[0] ?? {};
    const state = Object.hasOwn(NOT_DEPLOYED, StackStatus) ? NOT_DEPLOYED[StackStatus] : undefined;
    if (state) {
      const [what, remedy] = state;
      const reason = StackStatusReason ? ` (${StackStatusReason})` : '';
      throw new UsageError(
        `stack ${StackName}: expected a deployed stack, got the state ${StackStatus}: ${what}${reason}; ${remedy}`,
      );
    }
    return {
      outputs: new Map(Outputs?.map((output) => [output.OutputKey ?? '', output.OutputValue ?? ''])),
      stackName: stack.StackName ?? StackName,
      changed: Number(stack.LastUpdatedTime ?? CreationTime ?? 0),
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { name, message } = error as Error;
    if (name === 'ValidationError' || /does not exist/.test(message)) {
      const region = await stacks.config.region();
      throw new UsageError(`stack ${StackName}: not found in ${region}; see --stack, --region, --profile`);
    }
    throw error;
  }
}

/** The group of messages about an object, by which SQS delivers fairly: its tenant. Prefixes of added sources are unknown here. */
export function groupOf(
  { tenant, uploadBucket, uploadPrefix }: Pick<DeployedPipeline, 'tenant' | 'uploadBucket' | 'uploadPrefix'>,
  object: Pick<Upload, 'bucket' | 'key'>,
): string | undefined {
  const prefix = object.bucket === uploadBucket ? uploadPrefix : '';
  const source = { bucket: object.bucket, prefix, suffix: '' };
  return tenantOf({ tenant: tenantRuleIn(tenant), sources: [source] }, object);
}

/** What the owner of the stack must do so that a bucket is a source of its pipeline; undefined if it is one. */
export function sourceProblem(
  bucket: string,
  { sourceBuckets }: Pick<DeployedPipeline, 'sourceBuckets'>,
): string | undefined {
  const sources = sourceBuckets.split(',').filter(Boolean);
  // the stacks of earlier versions do not name their sources
  if (sources.length === 0 || sources.includes(bucket)) return undefined;
  const id = bucket.replace(/(?:^|[-.])(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (
    `expected a bucket that is a source of the pipeline (${sources.join(', ')}), got ${bucket}. Make it one in the CDK app: ` +
    `pipeline.addSource(Bucket.fromBucketName(this, '${id}', '${bucket}')); let it send its events to EventBridge; then deploy`
  );
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
