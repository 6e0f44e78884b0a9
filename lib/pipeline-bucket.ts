import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type EventType,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { KEPT } from './settings.ts';

export interface PipelineBucketProps {
  /** Age at which unfinished multipart uploads are aborted. */
  readonly abortMultipartAfter: Duration;
  /** @default objects stay */
  readonly expiration?: Duration;
  /** @default {@link KEPT} */
  readonly removalPolicy?: RemovalPolicy;
  /** @default no access logs */
  readonly accessLogsBucket?: IBucket;
  /** @default a key of S3's */
  readonly encryptionKey?: IKey;
  /** Whether its notifications bring the pipeline its files. @default false */
  readonly isSource?: boolean;
}

/** A private, encrypted bucket that answers over TLS only. */
export class PipelineBucket extends Bucket {
  readonly #isSource: boolean;

  constructor(scope: Construct, id: string, props: PipelineBucketProps) {
    const { removalPolicy = KEPT } = props;
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      ...(props.encryptionKey
        ? // a bucket's own key spares most requests to KMS
          { encryption: BucketEncryption.KMS, encryptionKey: props.encryptionKey, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy,
      lifecycleRules: [
        { id: 'abort-unfinished-uploads', abortIncompleteMultipartUploadAfter: props.abortMultipartAfter },
        ...(props.expiration ? [{ id: 'expire', expiration: props.expiration }] : []),
      ],
      ...(props.accessLogsBucket && {
        serverAccessLogsBucket: props.accessLogsBucket,
        serverAccessLogsPrefix: `${id}/`,
      }),
    });
    this.#isSource = props.isSource ?? false;
    // the policy that asks for TLS stays as long as the bucket
    this.policy?.applyRemovalPolicy(removalPolicy);
  }

  /**
   * Sends the bucket's events to the account's default EventBridge bus, through the bucket's own property and beside what
   * it holds: CDK's custom resource would replace the pipeline's notifications when it is deployed.
   */
  override enableEventBridgeNotification(): void {
    const resource = this.node.defaultChild as CfnBucket;
    resource.notificationConfiguration = {
      ...(resource.notificationConfiguration as CfnBucket.NotificationConfigurationProperty | undefined),
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
  }

  /** @throws Error that says what to do instead */
  override addEventNotification(event: EventType, ..._rest: unknown[]): void {
    const harm = this.#isSource
      ? "CDK's custom resource would replace the pipeline's own when it is deployed, and no upload would be solved any more"
      : "CDK's custom resource would replace the bucket's settings for EventBridge when it is deployed";
    throw new Error(
      `${this.node.path} takes no event notification (${event}): ${harm}. Call enableEventBridgeNotification() on the bucket, and add a Rule with source aws.s3 for your target`,
    );
  }
}
