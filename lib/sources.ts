// The buckets whose objects the pipeline solves, with their filters.
import { CfnResource, Names, Stack, Token } from 'aws-cdk-lib';
import { type CfnRule, type EventPattern, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { type Construct, Node } from 'constructs';
import { acknowledgeObjects, acknowledgeRule } from './acknowledge-findings.ts';
import { FUNCTION_OPERATIONS } from './permissions/operations.ts';
import { allowOnBucket } from './permissions/statements.ts';

/** Selects the puzzle files among the objects of a bucket. */
export interface SourceFilter {
  /** Prefix of their keys. @default none */
  readonly prefix?: string;
  /** Suffix of their keys. @default none */
  readonly suffix?: string;
}

/** A bucket and a filter, as lambda/invocation/settings.ts reads them. */
export type SourceSetting = readonly [bucket: string, prefix?: string, suffix?: string];

/** Most bytes of all sources and the bounds of tenants together, since the environment of a Lambda function has at most 4 KB. */
const MAX_SOURCES_BYTES = 2560;
/** Longest name of a bucket. The real name may be unknown before deployment. */
const MAX_NAME_BYTES = 63;

/**
 * Adds a source to the function's settings.
 * @param tenantBounds which share the room of the settings
 * @throws Error if another source has all of its files, or it all of another's: each event would come twice; RangeError if the
 *   settings become too large
 */
export function addSourceSetting(
  sources: SourceSetting[],
  { bucketName, node }: IBucket,
  { prefix = '', suffix = '' }: SourceFilter = {},
  tenantBounds: object = {},
): void {
  const includes = ([name, begin = '', end = '']: SourceSetting, other: SourceSetting) =>
    name === other[0] && (other[1] ?? '').startsWith(begin) && (other[2] ?? '').endsWith(end);
  const own = [bucketName, prefix, suffix] as const;
  const twice = sources.find((source) => includes(source, own) || includes(own, source));
  if (twice) {
    const [, begin = '', end = ''] = twice;
    const filter = JSON.stringify({ prefix: begin, suffix: end });
    throw new Error(
      `${node.path} cannot be a source with ${JSON.stringify({ prefix, suffix })}: it is one already, with ${filter}, and files that match both would be solved twice`,
    );
  }
  sources.push(suffix ? [bucketName, prefix, suffix] : prefix ? [bucketName, prefix] : [bucketName]);
  const known = (text = '') => (Token.isUnresolved(text) ? 'x'.repeat(MAX_NAME_BYTES) : text);
  const settings = [sources.map((parts) => parts.map(known)), tenantBounds];
  const [bytes, ofTenants] = settings.map((each) => Buffer.byteLength(JSON.stringify(each))) as [
    number,
    number,
  ];
  const most = MAX_SOURCES_BYTES - (ofTenants > 2 ? ofTenants : 0);
  if (bytes <= most) return;
  throw new RangeError(
    `expected at most ${most} bytes for all sources${most < MAX_SOURCES_BYTES ? ' beside tenantBounds' : ''}, to fit the function's environment, got ${bytes} with source ${sources.length}: use fewer sources or shorter prefixes`,
  );
}

/**
 * Sends EventBridge's events of new objects in a bucket to the uploads queue, and lets the function read the objects. The
 * bucket remains unchanged; its owner must send its events to EventBridge.
 * @param tenantFolders whose events are sent in groups of their own
 */
export function addSource(
  scope: Construct,
  id: string,
  { uploads, solver }: { uploads: IQueue; solver: IFunction },
  bucket: IBucket,
  filter: SourceFilter,
  tenantFolders: readonly string[] = [],
): Rule {
  const { prefix = '' } = filter;
  requireSameEnvironment(scope, bucket);
  requireEvents(scope, bucket);
  const rule = new Rule(scope, id, {
    eventPattern:
      tenantFolders.length > 0
        ? addTenantRules(scope, uploads, bucket, tenantFolders)
        : objectCreated(bucket, filter),
    // this also lets the rule, and no other sender, use the queue
    targets: [new SqsQueue(uploads)],
  });
  acknowledgeRule(rule);
  for (const statement of allowOnBucket(bucket, FUNCTION_OPERATIONS.uploadBucket, prefix)) {
    solver.addToRolePolicy(statement);
  }
  acknowledgeObjects(solver, bucket, prefix);
  return rule;
}

/** Longest pattern of a rule, by EventBridge's default quota. */
const MAX_PATTERN = 2048;
/** Length of the common beginning of the names of rules, which have at most 64 characters. */
const MAX_RULE_PREFIX = 40;

/**
 * Sends the events of each folder in a group of its own, so that SQS delivers them fairly. Notifications of S3 have no group, and a
 * target of EventBridge has the same one for all of its events.
 * @returns a pattern for the keys of all other objects
 * @throws RangeError if there are too many folders for it
 */
function addTenantRules(
  scope: Construct,
  uploads: IQueue,
  bucket: IBucket,
  folders: readonly string[],
): EventPattern {
  const key = [{ 'anything-but': { prefix: folders.map((folder) => `${folder}/`) } }];
  const length = JSON.stringify([objectCreated(bucket, {}), key]).length + MAX_NAME_BYTES;
  if (length > MAX_PATTERN) {
    throw new RangeError(
      `expected tenantFolders that fit into a rule of EventBridge, ${MAX_PATTERN} characters, got ${folders.length} in ${length}: leave out those that upload few files, or create another pipeline`,
    );
  }
  const name = Names.uniqueResourceName(scope, { maxLength: MAX_RULE_PREFIX, separator: '-' });
  const arn = { service: 'events', resource: 'rule', resourceName: `${name}-*` };
  // one statement for all rules, since the policy of a queue is short
  uploads.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [uploads.queueArn],
      conditions: { ArnLike: { 'aws:SourceArn': Stack.of(scope).formatArn(arn) } },
    }),
  );
  for (const folder of folders) {
    const target = {
      arn: uploads.queueArn,
      targetResource: uploads,
      sqsParameters: { messageGroupId: folder },
    };
    const rule = new Rule(scope, `Tenant-${folder}`, {
      description: `Uploads of ${folder}`,
      eventPattern: objectCreated(bucket, { prefix: `${folder}/` }),
      targets: [{ bind: () => target }],
    });
    (rule.node.defaultChild as CfnRule).name = `${name}-${rule.node.addr.slice(-16)}`;
    acknowledgeRule(rule);
  }
  const pattern = objectCreated(bucket, {});
  return { ...pattern, detail: { ...pattern.detail, object: { key } } };
}

/** Rejects a bucket that is known to be in another account or region: EventBridge would not deliver its events to this one. */
function requireSameEnvironment(scope: Construct, bucket: IBucket): void {
  const stack = Stack.of(scope);
  for (const [name, article] of [
    ['account', 'account '],
    ['region', ''],
  ] as const) {
    const [ours, theirs] = [stack[name], bucket.env[name]];
    if (theirs === ours || Token.isUnresolved(theirs) || Token.isUnresolved(ours)) continue;
    throw new Error(
      `${bucket.node.path} cannot be a source: it is in ${article}${theirs}, and its events do not reach the pipeline in ${article}${ours}; create a pipeline in ${article}${theirs}`,
    );
  }
}

/**
 * Fails the synthesis if a bucket of the app does not send its events to EventBridge, since the pipeline would receive none. The
 * settings of an imported bucket are unknown.
 */
function requireEvents(scope: Construct, bucket: IBucket): void {
  const resource = bucket.node.defaultChild;
  if (!resource || !CfnResource.isCfnResource(resource)) return;
  // its owner may switch them on later
  scope.node.addValidation({
    validate: () =>
      sendsEvents(bucket)
        ? []
        : [
            `${bucket.node.path} cannot be a source: it does not send its events to EventBridge; create it with eventBridgeEnabled: true, or call enableEventBridgeNotification()`,
          ],
  });
}

/** Whether the template switches on a bucket's events, in its own properties or through CDK's custom resource. */
function sendsEvents({ node }: IBucket): boolean {
  const resources = [node.defaultChild, node.tryFindChild('Notifications')?.node.tryFindChild('Resource')];
  return resources.some((resource) => {
    if (!resource || !CfnResource.isCfnResource(resource)) return false;
    const template = Stack.of(resource).resolve(resource._toCloudFormation()) as {
      Resources: Record<string, { Properties?: { NotificationConfiguration?: Notifications } }>;
    };
    return Object.values(template.Resources).some(({ Properties }) => {
      const { EventBridgeConfiguration: events } = Properties?.NotificationConfiguration ?? {};
      return events !== undefined && events.EventBridgeEnabled !== false;
    });
  });
}

interface Notifications {
  readonly EventBridgeConfiguration?: { readonly EventBridgeEnabled?: boolean };
}

/** Matches the creation of a bucket's objects. */
export function objectCreated(bucket: IBucket, filter: SourceFilter): EventPattern {
  return {
    source: ['aws.s3'],
    detailType: ['Object Created'],
    detail: { bucket: { name: [bucket.bucketName] }, ...keyPattern(filter) },
  };
}

/** A pattern for keys. The conditions in a list are alternatives, so prefix and suffix must form a single condition. */
function keyPattern({ prefix = '', suffix = '' }: SourceFilter): object {
  if (prefix === '' && suffix === '') return {};
  if (suffix === '') return { object: { key: [{ prefix }] } };
  if (prefix === '') return { object: { key: [{ suffix }] } };
  const escaped = (text: string) => text.replace(/[\\*]/g, '\\$&');
  return { object: { key: [{ wildcard: `${escaped(prefix)}*${escaped(suffix)}` }] } };
}

/** The id of a source: from the bucket's path and the filter, so that a bucket can be added with several filters. */
export function sourceId(bucket: IBucket, { prefix = '', suffix = '' }: SourceFilter): string {
  const [begins, ends] = [prefix, suffix].map(encodeURIComponent);
  // encoded texts contain no space
  return `Source-${Node.of(bucket).addr.slice(-8)}-${begins} ${ends}`;
}

/** The location of results. */
export interface ResultPlace {
  readonly bucket: IBucket;
  /** Prefix of their keys. */
  readonly prefix: string;
}

/**
 * Rejects a source that contains the results, which would be solved again, endlessly. The function also ignores results, in
 * case the names of buckets are unknown before deployment.
 * @throws Error with the prefixes that must differ
 */
export function refuseLoop(source: IBucket, { prefix = '' }: SourceFilter, sink: ResultPlace): void {
  if (!isSameBucket(source, sink.bucket)) return;
  if (Token.isUnresolved(prefix) || Token.isUnresolved(sink.prefix)) return;
  if (!prefix.startsWith(sink.prefix) && !sink.prefix.startsWith(prefix)) return;
  throw new Error(
    `${source.node.path} cannot be a source: the pipeline writes to it and would solve its own results; expected a prefix of the source and an outputPrefix of which neither starts with the other, got ${JSON.stringify(prefix)} and ${JSON.stringify(sink.prefix)}`,
  );
}

/** Whether two constructs represent the same bucket, which may have been imported twice. */
export function isSameBucket(a: IBucket, b: IBucket): boolean {
  if (a === b) return true;
  const [one, other] = [a, b].map((bucket) => Stack.of(bucket).resolve(bucket.bucketName) as unknown);
  // known names are globally unique
  if (typeof one === 'string') return one === other;
  return JSON.stringify(one) === JSON.stringify(other) && Stack.of(a) === Stack.of(b);
}
