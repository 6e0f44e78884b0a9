// The findings of cdk-nag that are accepted, each with its reason.
import { Stack, Validations } from 'aws-cdk-lib';
import type { IRule } from 'aws-cdk-lib/aws-events';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IEventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, type IConstruct } from 'constructs';
import { objectsBelow } from './permissions/statements.ts';
import type { QueueWithDeadLetters } from './queues.ts';

interface AcknowledgedResources {
  readonly buckets: readonly Bucket[];
  readonly accessLogs: boolean;
  readonly queues: readonly QueueWithDeadLetters[];
  readonly solver: IFunction;
  readonly mappings: readonly IEventSourceMapping[];
}

/** Acknowledges every accepted finding of cdk-nag's AwsSolutions and Serverless packs, each with its reason. */
export function acknowledgeFindings({
  buckets,
  accessLogs,
  queues,
  solver,
  mappings,
}: AcknowledgedResources): void {
  for (const bucket of buckets) {
    if (!accessLogs) {
      acknowledge(bucket, 'AwsSolutions-S1', 'The owner chooses access logs with accessLogsBucket.');
    }
  }
  for (const { deadLetters } of queues) {
    acknowledge(
      deadLetters,
      'Serverless-SQSRedrivePolicy',
      'This queue holds the dead letters; an alarm watches it.',
    );
  }
  for (const mapping of mappings) {
    acknowledge(
      mapping,
      'Serverless-LambdaEventSourceMappingDestination',
      'Failure destinations are for streams; failed messages go to the dead letters of the queue.',
    );
  }
  acknowledgeFunction(
    solver,
    'Dead letters of a function are for asynchronous calls; only the pollers of the queues call this function, and the queues have dead letters.',
  );
}

/**
 * Acknowledges the findings on a function.
 * @param noDeadLetters the reason why it has no dead-letter queue
 */
export function acknowledgeFunction(solver: IFunction, noDeadLetters: string): void {
  acknowledge(solver, 'Serverless-LambdaDLQ', noDeadLetters);
  acknowledge(
    solver,
    'Serverless-LambdaTracing',
    'A trace of a single function adds nothing to its logs and metrics, and X-Ray requires permissions on every resource.',
  );
}

/** Acknowledges the finding on a rule that sends the events of a source to the uploads queue. */
export function acknowledgeRule(rule: IRule): void {
  acknowledge(
    rule,
    'Serverless-EventBusDLQ',
    'EventBridge retries for a day, and the queue is part of the pipeline; `sudoku backfill` finds files without a result.',
  );
}

/** Acknowledges the wildcard in a policy for the objects with a prefix and a suffix. */
export function acknowledgeObjects(solver: IFunction, bucket: IBucket, prefix: string, suffix = ''): void {
  acknowledgeWildcard(
    solver.role!,
    objectsBelow(bucket, prefix, suffix),
    'Users choose the keys; the wildcard applies to one bucket, and the actions are listed individually.',
  );
}

/** Acknowledges the wildcards in the policies of a grantee that is a role, a user or a group of the app. */
export function acknowledgeGrant(grant: Grant, { grantPrincipal }: IGrantable): Grant {
  if (!Construct.isConstruct(grantPrincipal)) return grant;
  for (const { resources } of grant.principalStatements) {
    for (const resource of resources) {
      acknowledgeWildcard(
        grantPrincipal,
        resource,
        'The grant lists its actions individually, and its wildcards end inside one bucket, stack or function; metrics have no resources.',
      );
    }
  }
  return grant;
}

/**
 * Acknowledges a resource of a policy, if it contains a wildcard. It writes what `Validations.acknowledge` writes, because that
 * rejects or changes the ids of some of these findings: before 2.269 those with several `::`, as in ARNs of imported
 * buckets, and since then those with spaces or brackets in a prefix.
 */
export function acknowledgeWildcard(construct: IConstruct, resource: string, reason: string): void {
  const arn = findingArn(Stack.of(construct).resolve(resource));
  if (!arn.includes('*')) return;
  construct.node.addMetadata(Validations.ACKNOWLEDGED_RULES_METADATA_KEY, {
    [`AwsSolutions-IAM5[Resource::${arn}]`]: reason,
  });
}

/** An ARN in the notation of cdk-nag's findings: `<LogicalId.Arn>/*`. */
function findingArn(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return String(value).replaceAll('${', '<').replaceAll('}', '>');
  }
  const [[name, argument] = ['', undefined]] = Object.entries(value) as [string, unknown][];
  if (name === 'Ref') return `<${String(argument)}>`;
  if (name === 'Fn::GetAtt') return `<${(argument as string[]).join('.')}>`;
  const [delimiter, parts] = (name === 'Fn::Join' ? argument : ['', []]) as [string, unknown[]];
  return parts.map(findingArn).join(delimiter);
}

function acknowledge(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}
