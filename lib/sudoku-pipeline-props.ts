import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { StackOptions } from '../core/options/options.ts';
import type { SourceFilter } from './source-filter.ts';

/**
 * Properties of a pipeline. Those of {@link StackOptions} hold for files that do not give their own;
 * docs/deploy.md and core/options/options.ts say what each of them means.
 */
export interface SudokuPipelineProps extends StackOptions {
  /**
   * A bucket of yours that files are taken from, in place of one that is made. It stays as it is: its events have to go to
   * EventBridge (`eventBridgeEnabled`).
   * @default a bucket is made
   */
  readonly uploadBucket?: IBucket;

  /**
   * Which objects of the upload bucket are puzzle files.
   * @default all
   */
  readonly uploadFilter?: SourceFilter;

  /**
   * A bucket of yours that results and reports are written to, in place of one that is made. It stays as it is: for
   * `onFileSolved` its events have to go to EventBridge, and a lifecycle rule should abort multipart uploads that are a day
   * old. It may be the upload bucket, if `outputPrefix` and the prefix of `uploadFilter` keep the two apart.
   * @default a bucket is made
   */
  readonly outputBucket?: IBucket;

  /**
   * What the keys of results and reports begin with, before that of the upload: `solved/`.
   * @default nothing
   */
  readonly outputPrefix?: string;

  /**
   * A KMS key of yours that the objects in the buckets that are made are encrypted under. Queues, which hold names of
   * objects but nothing of what is in them, stay under SQS's keys.
   * @default S3's keys
   */
  readonly encryptionKey?: IKey;

  /**
   * Whether `<key>.report.json` is written beside each result.
   * @default true
   */
  readonly reports?: boolean;

  /**
   * Whether each report is written as a page to look at, too: `<key>.report.html`, before the report itself. A page is of
   * 70 to 150 KB.
   * @default false
   */
  readonly htmlReports?: boolean;

  /**
   * Highest `limit` that a file may ask for, in its first line or its metadata: solutions cost time and room. A file that
   * asks for more is rejected.
   * @default any
   */
  readonly maxLimit?: number;

  /**
   * Highest `budget` that a file may ask for, and that one has which asks for none.
   * @default any
   */
  readonly maxBudget?: number;

  /**
   * Memory of the function, 512 to 10,240 MiB. Lambda's share of processors grows with it; 1,769 MiB is one.
   * @default 1769
   */
  readonly memorySize?: number;

  /**
   * Time limit of one invocation, 5 s to 15 min. The queues' visibility timeouts follow from it, so it is also a sixth
   * of the time until a file whose function was killed is tried again.
   * @default Duration.minutes(5)
   */
  readonly timeout?: Duration;

  /**
   * How long uploads are gathered before the function is called with up to 100 of them, 0 s to 5 min. Without, it is called
   * at once, with as many as wait already, at most 10. A second is a little cheaper for millions of files of a few
   * puzzles, and takes fewer functions; it is also what every other file then waits for.
   * @default Duration.seconds(0)
   */
  readonly uploadWindow?: Duration;

  /**
   * Most functions that read the uploads queue at the same time, 2 to 1,000.
   * @default 20
   */
  readonly uploadConcurrency?: number;

  /**
   * Most functions that solve chunks of large files at the same time, 2 to 1,000. What they leave of the account's
   * concurrency is for small files and for everything else in the account.
   * @default 100
   */
  readonly chunkConcurrency?: number;

  /**
   * What becomes of the buckets and of the logs when the stack goes. A bucket that is to be deleted has to be empty.
   * @default RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Age at which uploads are deleted, at least 18 days: a message may wait so long, in its queue and in the dead letters,
   * and needs its upload.
   * @default never
   */
  readonly uploadExpiration?: Duration;

  /**
   * Age at which results and reports are deleted.
   * @default never
   */
  readonly resultExpiration?: Duration;

  /**
   * Bucket for server access logs of all buckets of the pipeline. Its policy must let S3 write.
   * @default no access logs
   */
  readonly accessLogsBucket?: IBucket;

  /**
   * How long the function's logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * What is done when an alarm goes off.
   * @default nothing: alarms only change colour
   */
  readonly alarmActions?: readonly IAlarmAction[];

  /**
   * Whether the output bucket sends its events to EventBridge, which costs a dollar a million; `onFileSolved` switches that
   * on by itself.
   * @default false
   */
  readonly outputEvents?: boolean;

  /**
   * Whether a function is made that takes puzzles in the event, without a file; `grantInvoke` and `directFunction` make it by
   * themselves.
   * @default false
   */
  readonly directCalls?: boolean;

  /**
   * Whether a CloudWatch dashboard is made.
   * @default true
   */
  readonly dashboard?: boolean;
}
