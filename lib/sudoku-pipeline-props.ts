// The properties of a pipeline.
import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { StackOptions } from '../core/options/options.ts';
import type { SourceFilter } from './sources.ts';

/** Bounds for the files of a tenant; those that are missing are the pipeline's. */
export type TenantBounds = Pick<
  SudokuPipelineProps,
  'maxLimit' | 'maxBudget' | 'maxBytes' | 'maxResultBytes' | 'maxSeconds'
>;

/** Ages at which the objects with a prefix are deleted. */
export type PrefixExpirations = Pick<SudokuPipelineProps, 'uploadExpiration' | 'resultExpiration'>;

/**
 * Properties of a pipeline. Those of {@link StackOptions} are defaults for files that do not set them;
 * docs/deploy.md describes them.
 */
export interface SudokuPipelineProps extends StackOptions {
  /**
   * Your own bucket for uploads. It remains unchanged, and must send its events to EventBridge (`eventBridgeEnabled`).
   * @default a new bucket
   */
  readonly uploadBucket?: IBucket;

  /**
   * Selects the puzzle files among the objects of the upload bucket.
   * @default all
   */
  readonly uploadFilter?: SourceFilter;

  /**
   * How the key of an upload names the customer whose work it is: `first-folder` is the first folder below the prefix of its
   * source. Logs, events and reports name the tenant; a name with other characters than letters, digits and `._-`, or with more
   * than a hundred, is replaced by a hash.
   * @default none
   */
  readonly tenant?: 'first-folder';

  /**
   * Folders of tenants, such as `['acme', 'globex']`, whose small files must not wait for a flood of another tenant: EventBridge sends
   * the events of each folder in a group of its own, and those of all other files without one. The new upload bucket then sends its
   * events to EventBridge only ($1 per million), which starts some minutes after the deployment: `sudoku backfill` finds the files that
   * were uploaded meanwhile. Requires `tenant`, excludes `uploadFilter`.
   * @default none: only the messages that the function sends have groups
   */
  readonly tenantFolders?: readonly string[];

  /**
   * Your own bucket for results and reports. It remains unchanged: for `onFileSolved` it must send its events to
   * EventBridge, and a lifecycle rule should abort multipart uploads after a day. It can be the upload bucket, if neither of
   * `outputPrefix` and the prefix of `uploadFilter` starts with the other.
   * @default a new bucket
   */
  readonly outputBucket?: IBucket;

  /**
   * Prefix of the keys of results and reports, before the key of the upload, such as `solved/`.
   * @default none
   */
  readonly outputPrefix?: string;

  /**
   * Your own KMS key for the objects in new buckets. Queues contain only the names of objects and always use SQS's keys.
   * @default S3's keys
   */
  readonly encryptionKey?: IKey;

  /**
   * Your own KMS key for the function's logs. CloudWatch Logs is allowed to use it; an imported key must allow that itself.
   * @default CloudWatch Logs' keys
   */
  readonly logEncryptionKey?: IKey;

  /**
   * Whether the new buckets for uploads and results keep earlier versions of their objects. Expirations apply to earlier
   * versions too.
   * @default false
   */
  readonly versioned?: boolean;

  /**
   * Network in which the functions run. They need S3 and SQS (and EventBridge for {@link SudokuPipeline.onResult | onResult},
   * `onError` and `onFileStarted`): through endpoints in the network, or a NAT gateway.
   * @default no network of yours
   */
  readonly vpc?: IVpc;

  /**
   * Subnets of the network. Public subnets do not work, since functions have no public address.
   * @default private subnets, or isolated ones if there are no others
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Security groups of the functions.
   * @default a new one, which allows all outbound traffic
   */
  readonly securityGroups?: ISecurityGroup[];

  /**
   * Whether `<key>.report.json` is written beside each result.
   * @default true
   */
  readonly reports?: boolean;

  /**
   * Whether each report is also written as a page, `<key>.report.html`, before the report itself. A page has 70 to 150 KB.
   * @default false
   */
  readonly htmlReports?: boolean;

  /**
   * Highest `limit` that a file may request, in its first line or its metadata, since solutions cost time and storage. A file
   * that requests more is rejected.
   * @default 10000
   */
  readonly maxLimit?: number;

  /**
   * Highest `budget` of a file, and the budget of a file that requests none: guesses, for large grids conflicts, that a puzzle
   * may cost. A file that requests more is rejected.
   * @default 1000000
   */
  readonly maxBudget?: number;

  /**
   * Most bytes of results for each byte of an upload. 16 MiB are always allowed, and only uploads that cannot be cut can have
   * more, such as those that list all solutions. An upload with more is rejected.
   * @default 1000
   */
  readonly maxGrowth?: number;

  /**
   * Most bytes of an upload. A larger one is rejected.
   * @default 5497558138880
   */
  readonly maxBytes?: number;

  /**
   * Most bytes of a result. An upload with a larger one is rejected.
   * @default 10995116277760
   */
  readonly maxResultBytes?: number;

  /**
   * Most seconds for which a file is solved, over all functions together. A file that is not done then is rejected. Chunks that
   * are being solved at that moment come on top.
   * @default 1000000
   */
  readonly maxSeconds?: number;

  /**
   * Bounds for the files of single tenants, in place of those above: by the folder that names the tenant, such as
   * `{ acme: { maxBytes: 1e9, maxSeconds: 3600 } }`. Requires `tenant`.
   * @default none
   */
  readonly tenantBounds?: Readonly<Record<string, TenantBounds>>;

  /**
   * A budget of AWS Budgets for the stack's cost in a month, in dollars, and who gets an email at 80 and 100 percent of it. Activate
   * the cost allocation tag `aws:cloudformation:stack-name` in the Billing console, once per account.
   * @default none
   */
  readonly monthlyBudget?: {
    /** Dollars a month. */
    readonly dollars: number;
    /** Addresses that get an email, at most 10. */
    readonly emails: readonly string[];
  };

  /**
   * Memory of the function, 512 to 10,240 MiB. Lambda's share of processors grows with it; 1,769 MiB is one.
   * @default 1769
   */
  readonly memorySize?: number;

  /**
   * Time limit of an invocation, 5 s to 15 min. The queues' visibility timeouts are six times as long; a file whose function
   * was killed is retried after that.
   * @default Duration.minutes(5)
   */
  readonly timeout?: Duration;

  /**
   * How long uploads are collected for an invocation with at most 100 of them, 0 s to 5 min. With 0, the function is invoked
   * at once, with at most 10. A second is slightly cheaper for millions of small files and needs fewer functions, but delays
   * every other file.
   * @default Duration.seconds(0)
   */
  readonly uploadWindow?: Duration;

  /**
   * Most concurrent functions for the uploads queue, 2 to 1,000.
   * @default 20
   */
  readonly uploadConcurrency?: number;

  /**
   * Most concurrent functions for chunks of large files, 2 to 1,000. The rest of the account's concurrency remains for small
   * files and for everything else in the account.
   * @default 100
   */
  readonly chunkConcurrency?: number;

  /**
   * Concurrency of the account that is reserved for the function, so that nothing else can use it. At least
   * `uploadConcurrency` + `chunkConcurrency`: messages beyond it would be throttled into the dead letters.
   * @default none
   */
  readonly reservedConcurrency?: number;

  /**
   * Whether the buckets and the logs are deleted with the stack. A bucket must be empty to be deleted.
   * @default RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Age at which uploads are deleted, at least 18 days: a message can wait that long in its queue and in the dead letters,
   * and requires its upload.
   * @default never
   */
  readonly uploadExpiration?: Duration;

  /**
   * Age at which results and reports are deleted.
   * @default never
   */
  readonly resultExpiration?: Duration;

  /**
   * The same for uploads whose keys begin with a prefix, such as the folder of a tenant, and for their results:
   * `{ 'acme/': { uploadExpiration: Duration.days(20), resultExpiration: Duration.days(7) } }`. Of several ages, the shortest
   * applies.
   * @default none
   */
  readonly prefixExpirations?: Readonly<Record<string, PrefixExpirations>>;

  /**
   * Origins of web pages that may upload and download with links of `sudoku presign`, such as `https://www.example.com`: the
   * rules for CORS of the new buckets.
   * @default none
   */
  readonly browserOrigins?: readonly string[];

  /**
   * Bucket for server access logs of all buckets of the pipeline. Its policy must allow S3 to write.
   * @default no access logs
   */
  readonly accessLogsBucket?: IBucket;

  /**
   * How long the function's logs are retained.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * Actions when an alarm goes off.
   * @default none
   */
  readonly alarmActions?: readonly IAlarmAction[];

  /**
   * Whether the output bucket sends its events to EventBridge, which costs a dollar per million; `onFileSolved` implies it.
   * @default false
   */
  readonly outputEvents?: boolean;

  /**
   * Whether there is a function for puzzles in the event, without a file; `grantInvoke` and `directFunction` imply it.
   * @default false
   */
  readonly directCalls?: boolean;

  /**
   * Whether there is a CloudWatch dashboard.
   * @default true
   */
  readonly dashboard?: boolean;
}
