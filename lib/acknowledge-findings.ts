import { Stack, Validations } from 'aws-cdk-lib';
import type { IEventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';
import { objectsBelow } from './permissions/objects-below.ts';
import type { QueueWithDeadLetters } from './queue-with-dead-letters.ts';

export interface Reviewed {
  readonly buckets: readonly Bucket[];
  readonly accessLogs: boolean;
  readonly queues: readonly QueueWithDeadLetters[];
  readonly solver: IFunction;
  readonly mappings: readonly IEventSourceMapping[];
}

/** Answers every finding of cdk-nag's AwsSolutions and Serverless packs that is meant to stay, each with its reason. */
export function acknowledgeFindings({ buckets, accessLogs, queues, solver, mappings }: Reviewed): void {
  for (const bucket of buckets) {
    if (!accessLogs) {
      acknowledge(bucket, 'AwsSolutions-S1', 'Access logs are for the owner to choose: accessLogsBucket.');
    }
  }
  for (const { deadLetters } of queues) {
    acknowledge(
      deadLetters,
      'Serverless-SQSRedrivePolicy',
      'This queue is the dead letters itself; an alarm watches it.',
    );
  }
  for (const mapping of mappings) {
    acknowledge(
      mapping,
      'Serverless-LambdaEventSourceMappingDestination',
      'Such a destination is for streams; what fails here goes to the dead letters of its queue.',
    );
  }
  acknowledgeFunction(
    solver,
    'It is for asynchronous calls; this function is called by the pollers of its queues, which have dead letters.',
  );
}

/**
 * Answers what is found of a function.
 * @param noDeadLetters why it has none of its own
 */
export function acknowledgeFunction(solver: IFunction, noDeadLetters: string): void {
  acknowledge(solver, 'Serverless-LambdaDLQ', noDeadLetters);
  acknowledge(
    solver,
    'Serverless-LambdaTracing',
    'One function between its caller and its answer: the log line and the metrics say what a trace would, without X-Ray’s rights on every resource.',
  );
}

/** Answers what is found of a role that may do something to all objects below a prefix, or to those whose keys end so. */
export function acknowledgeObjects(solver: IFunction, bucket: IBucket, prefix: string, suffix = ''): void {
  const resource = flattened(Stack.of(solver).resolve(objectsBelow(bucket, prefix, suffix)));
  acknowledge(
    solver.role!,
    `AwsSolutions-IAM5[Resource::${resource}]`,
    'Keys are the users’ own; the wildcard ends inside one bucket, and the actions are listed one by one.',
  );
}

/** An ARN as cdk-nag names it in its findings: `<LogicalId.Arn>/*`. */
function flattened(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument] = ['', undefined]] = Object.entries(value) as [string, unknown][];
  if (name === 'Ref') return `<${String(argument)}>`;
  if (name === 'Fn::GetAtt') return `<${(argument as string[]).join('.')}>`;
  const [delimiter, parts] = (name === 'Fn::Join' ? argument : ['', []]) as [string, unknown[]];
  return parts.map(flattened).join(delimiter);
}

function acknowledge(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}
