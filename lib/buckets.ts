// The buckets for uploads, results and the work on large files.
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type CorsRule,
  type EventType,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type QueueWithDeadLetters, WORK_EXPIRATION } from './queues.ts';
import type { SourceFilter } from './sources.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** By default, data survives the stack, unless the deployment that created its bucket is rolled back. */
export const DEFAULT_REMOVAL_POLICY = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Ages at which unfinished multipart uploads are aborted. They cost storage that no listing shows. */
const ABORT_OWN_MULTIPART = Duration.days(1);
const ABORT_USERS_MULTIPART = Duration.days(7);

interface PipelineBucketProps {
  /** Age at which unfinished multipart uploads are aborted. */
  readonly abortMultipartAfter: Duration;
  /** @default objects do not expire */
  readonly expiration?: Duration;
  /** The same for objects with a prefix. */
  readonly prefixExpirations?: readonly (readonly [prefix: string, age: Duration | undefined])[];
  /** Requests that pages of other sites may send. @default none */
  readonly cors?: CorsRule[];
  /** @default {@link DEFAULT_REMOVAL_POLICY} */
  readonly removalPolicy?: RemovalPolicy;
  /** @default no access logs */
  readonly accessLogsBucket?: IBucket;
  /** @default S3's keys */
  readonly encryptionKey?: IKey;
  /** @default false */
  readonly versioned?: boolean;
  /** Whether its notifications send files to the pipeline. @default false */
  readonly isSource?: boolean;
}

/** A private, encrypted bucket that requires TLS. */
export class PipelineBucket extends Bucket {
  readonly #isSource: boolean;

  constructor(scope: Construct, id: string, props: PipelineBucketProps) {
    const { removalPolicy = DEFAULT_REMOVAL_POLICY } = props;
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      ...(props.encryptionKey
        ? // a bucket key avoids most requests to KMS
          { encryption: BucketEncryption.KMS, encryptionKey: props.encryptionKey, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      ...(props.versioned && { versioned: true }),
      minimumTLSVersion: 1.2,
      removalPolicy,
      lifecycleRules: [
        { id: 'abort-unfinished-uploads', abortIncompleteMultipartUploadAfter: props.abortMultipartAfter },
        ...[['', props.expiration] as const, ...(props.prefixExpirations ?? [])].flatMap(([prefix, age]) =>
          age ? [expirationRule(age, props.versioned, prefix)] : [],
        ),
      ],
      ...(props.cors && { cors: props.cors }),
      ...(props.accessLogsBucket && {
        serverAccessLogsBucket: props.accessLogsBucket,
        serverAccessLogsPrefix: `${id}/`,
      }),
    });
    this.#isSource = props.isSource ?? false;
    // the policy that requires TLS remains as long as the bucket
    this.policy?.applyRemovalPolicy(removalPolicy);
  }

  /**
   * Sends the bucket's events to the account's default EventBridge bus. It adds to the bucket's own property, since CDK's
   * custom resource would replace the pipeline's notifications at deployment.
   */
  override enableEventBridgeNotification(): void {
    const resource = this.node.defaultChild as CfnBucket;
    resource.notificationConfiguration = {
      ...(resource.notificationConfiguration as CfnBucket.NotificationConfigurationProperty | undefined),
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
  }

  /** @throws Error always, with an alternative */
  override addEventNotification(event: EventType, ..._rest: unknown[]): void {
    const reason = this.#isSource
      ? "CDK's custom resource would replace the pipeline's own at deployment, and uploads would no longer be solved"
      : "CDK's custom resource would replace the bucket's settings for EventBridge at deployment";
    throw new Error(
      `${this.node.path} cannot have an event notification (${event}): ${reason}. Call enableEventBridgeNotification() on the bucket, and add a Rule with source aws.s3 for your target`,
    );
  }
}

/** Deletes objects of this age. In a versioned bucket, deleted objects are earlier versions, which go after the same time. */
function expirationRule(age: Duration, versioned = false, prefix = ''): LifecycleRule {
  return {
    ...(prefix ? { prefix } : { id: 'expire' }),
    expiration: age,
    ...(versioned && { noncurrentVersionExpiration: age }),
  };
}

/** Requests of pages of these origins, with the headers of a link. */
function corsRules(
  origins: readonly string[] | undefined,
  methods: readonly HttpMethods[],
): CorsRule[] | undefined {
  if (!origins || origins.length === 0) return undefined;
  return [
    {
      allowedMethods: [...methods],
      allowedOrigins: [...origins],
      allowedHeaders: ['*'],
      exposedHeaders: ['ETag'],
      maxAge: Duration.hours(1).toSeconds(),
    },
  ];
}

interface PipelineBuckets {
  readonly uploadBucket: IBucket;
  readonly outputBucket: IBucket;
  readonly workBucket: IBucket;
}

/** Creates the buckets for uploads, results and the work on large files. The owner's buckets replace the first two, and remain unchanged. */
export function pipelineBuckets(
  scope: Construct,
  props: SudokuPipelineProps,
  uploads: QueueWithDeadLetters,
): PipelineBuckets {
  const { accessLogsBucket, removalPolicy, encryptionKey, versioned, browserOrigins } = props;
  const ages = Object.entries(props.prefixExpirations ?? {});
  const common = { accessLogsBucket, removalPolicy, encryptionKey };
  const uploadBucket = () => {
    const bucket = new PipelineBucket(scope, 'UploadBucket', {
      abortMultipartAfter: ABORT_USERS_MULTIPART,
      expiration: props.uploadExpiration,
      prefixExpirations: ages.map(([prefix, { uploadExpiration }]) => [prefix, uploadExpiration]),
      cors: corsRules(browserOrigins, [HttpMethods.PUT]),
      isSource: true,
      versioned,
      ...common,
    });
    if (props.tenantFolders && props.tenantFolders.length > 0) bucket.enableEventBridgeNotification();
    else sendUploadEvents(bucket, uploads, props.uploadFilter);
    return bucket;
  };
  const outputBucket = () => {
    const bucket = new PipelineBucket(scope, 'OutputBucket', {
      abortMultipartAfter: ABORT_OWN_MULTIPART,
      expiration: props.resultExpiration,
      prefixExpirations: ages.map(([prefix, { resultExpiration }]) => [
        (props.outputPrefix ?? '') + prefix,
        resultExpiration,
      ]),
      cors: corsRules(browserOrigins, [HttpMethods.GET, HttpMethods.HEAD]),
      versioned,
      ...common,
    });
    if (props.outputEvents) bucket.enableEventBridgeNotification();
    return bucket;
  };
  return {
    uploadBucket: props.uploadBucket ?? uploadBucket(),
    outputBucket: props.outputBucket ?? outputBucket(),
    workBucket: new PipelineBucket(scope, 'WorkBucket', {
      abortMultipartAfter: ABORT_OWN_MULTIPART,
      expiration: WORK_EXPIRATION,
      ...common,
    }),
  };
}

/**
 * Sends the object-created events of the bucket's puzzle files to the queue, through the bucket's own property:
 * `addEventNotification` would add a function with broad permissions to the stack.
 *
 * When the bucket is created, S3 checks that it may send, so the queue's policy must exist before. It therefore cannot name
 * the bucket and allows all buckets of the account.
 */
function sendUploadEvents(bucket: Bucket, queue: Queue, { prefix, suffix }: SourceFilter = {}): void {
  const { partition, account } = Stack.of(bucket);
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: { 'aws:SourceArn': `arn:${partition}:s3:::*` },
      },
    }),
  );
  const rules = Object.entries({ prefix, suffix }).flatMap(([name, value]) =>
    value ? [{ name, value }] : [],
  );
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = {
    ...(resource.notificationConfiguration as CfnBucket.NotificationConfigurationProperty | undefined),
    queueConfigurations: [
      {
        event: 's3:ObjectCreated:*',
        queue: queue.queueArn,
        ...(rules.length > 0 && { filter: { s3Key: { rules } } }),
      },
    ],
  };
  resource.node.addDependency(queue.node.findChild('Policy'));
}
