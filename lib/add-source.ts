import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { type Construct, Node } from 'constructs';
import { acknowledgeObjects } from './acknowledge-findings.ts';
import { objectCreated } from './event-patterns.ts';
import { FUNCTION_OPERATIONS } from './permissions/function-permissions.ts';
import { allowOnBucket } from './permissions/statements.ts';
import type { SourceFilter } from './source-filter.ts';

export interface SourceTargets {
  readonly uploads: IQueue;
  readonly solver: IFunction;
}

/**
 * Sends what EventBridge tells of a bucket's new objects to the uploads queue, and lets the function read them. The bucket
 * itself stays as it is; its owner has to have switched on its events to EventBridge.
 */
export function addSource(
  scope: Construct,
  id: string,
  { uploads, solver }: SourceTargets,
  bucket: IBucket,
  filter: SourceFilter,
): Rule {
  const { prefix = '' } = filter;
  if (scope.node.tryFindChild(id)) {
    throw new Error(`${bucket.node.path} cannot be a source: with this prefix and suffix it is one already`);
  }
  const rule = new Rule(scope, id, {
    eventPattern: objectCreated(bucket, filter),
    // its policy lets this rule send, and nobody else
    targets: [new SqsQueue(uploads)],
  });
  for (const statement of allowOnBucket(bucket, FUNCTION_OPERATIONS.uploadBucket, prefix)) {
    solver.addToRolePolicy(statement);
  }
  acknowledgeObjects(solver, bucket, prefix);
  return rule;
}

/** An id for a source: the bucket's place in the tree and the filter, so that one bucket may be added with several. */
export function sourceId(bucket: IBucket, { prefix = '', suffix = '' }: SourceFilter): string {
  const [begins, ends] = [prefix, suffix].map(encodeURIComponent);
  // what stands between them is in neither
  return `Source-${Node.of(bucket).addr.slice(-8)}-${begins} ${ends}`;
}
