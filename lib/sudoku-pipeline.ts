import { Duration, Names, RemovalPolicy } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { type OnEventOptions, Rule } from 'aws-cdk-lib/aws-events';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { StackOptions } from '../core/options/options.ts';
import { optionNames } from '../core/options/table.ts';
import { acknowledgeFindings } from './acknowledge-findings.ts';
import { addSource, type SourceFilter, sourceId } from './add-source.ts';
import { checkProps } from './check-props.ts';
import { addAlarms } from './monitoring/alarms.ts';
import { addDashboard } from './monitoring/dashboard.ts';
import { MeasuredConstruct } from './monitoring/measured-construct.ts';
import { notifyOfUploads } from './notify-of-uploads.ts';
import {
  type CommandResources,
  grantOperations,
  OPERATE_OPERATIONS,
  SUBMIT_OPERATIONS,
} from './permissions/command-permissions.ts';
import { functionPermissions } from './permissions/function-permissions.ts';
import { PipelineBucket } from './pipeline-bucket.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import {
  ABORT_OWN_MULTIPART,
  ABORT_USERS_MULTIPART,
  type BatchSettings,
  CHUNKS_BATCH,
  MAX_RECEIVE_COUNT,
  METRICS_NAMESPACE,
  REPORT_SUFFIX,
  UPLOADS_BATCH,
  visibilityTimeoutFor,
  WORK_EXPIRATION,
} from './settings.ts';
import { SolverFunction } from './solver-function.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** Files of puzzles go into one bucket, their solved twins come out of another. */
export class SudokuPipeline extends MeasuredConstruct {
  /** Takes files of puzzles. */
  readonly uploadBucket: IBucket;
  /** Gets the results and the reports. Its events go to EventBridge. */
  readonly outputBucket: IBucket;
  /** Holds the chunks of large files until they are put together. */
  readonly workBucket: IBucket;
  readonly uploadsQueue: IQueue;
  /** Uploads that failed {@link MAX_RECEIVE_COUNT} times. */
  readonly uploadsDeadLetters: IQueue;
  readonly chunksQueue: IQueue;
  /** Chunks of large files that failed as often. */
  readonly chunksDeadLetters: IQueue;
  readonly function: IFunction;
  /** Gets what the function logs. */
  readonly logGroup: ILogGroup;
  /** Dimension `service` of the pipeline's metrics: tells pipelines apart. */
  readonly serviceName: string;
  /** All alarms. They have no actions yet: add yours. */
  readonly alarms: readonly Alarm[];

  readonly #reports: boolean;

  readonly #resources: CommandResources;

  /** @throws RangeError naming the property, the allowed range and the value */
  constructor(scope: Construct, id: string, props: SudokuPipelineProps = {}) {
    super(scope, id);
    checkProps(props);
    const timeout = props.timeout ?? Duration.minutes(5);
    const removalPolicy = props.removalPolicy ?? RemovalPolicy.RETAIN;
    const { accessLogsBucket } = props;
    this.#reports = props.reports ?? true;
    this.serviceName = Names.uniqueResourceName(this, { separator: '-' });

    const uploads = new QueueWithDeadLetters(this, 'Uploads', visibilityTimeoutFor(timeout, UPLOADS_BATCH));
    const chunks = new QueueWithDeadLetters(this, 'Chunks', visibilityTimeoutFor(timeout, CHUNKS_BATCH));
    const queues = { Uploads: uploads, Chunks: chunks };

    const uploadBucket = new PipelineBucket(this, 'UploadBucket', {
      abortMultipartAfter: ABORT_USERS_MULTIPART,
      expiration: props.uploadExpiration,
      removalPolicy,
      accessLogsBucket,
    });
    notifyOfUploads(uploadBucket, uploads);
    const outputBucket = new PipelineBucket(this, 'OutputBucket', {
      abortMultipartAfter: ABORT_OWN_MULTIPART,
      expiration: props.resultExpiration,
      removalPolicy,
      accessLogsBucket,
    });
    outputBucket.enableEventBridgeNotification();
    const workBucket = new PipelineBucket(this, 'WorkBucket', {
      abortMultipartAfter: ABORT_OWN_MULTIPART,
      expiration: WORK_EXPIRATION,
      // nothing in it is worth keeping without the queues
      removalPolicy: RemovalPolicy.DESTROY,
      accessLogsBucket,
    });

    const solver = new SolverFunction(this, 'Function', {
      memorySize: props.memorySize,
      timeout,
      logRetention: props.logRetention,
      removalPolicy,
      environment: {
        OUTPUT_BUCKET: outputBucket.bucketName,
        WORK_BUCKET: workBucket.bucketName,
        UPLOADS_QUEUE_URL: uploads.queueUrl,
        CHUNKS_QUEUE_URL: chunks.queueUrl,
        REPORTS: this.#reports ? 'on' : 'off',
        MAX_RECEIVES: String(MAX_RECEIVE_COUNT),
        ...(props.maxLimit !== undefined && { MAX_LIMIT: String(props.maxLimit) }),
        ...(props.maxBudget !== undefined && { MAX_BUDGET: String(props.maxBudget) }),
        DEFAULT_OPTIONS: JSON.stringify(defaultOptions(props)),
        POWERTOOLS_SERVICE_NAME: this.serviceName,
        POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
        POWERTOOLS_LOG_LEVEL: 'INFO',
      },
    });
    const permissions = functionPermissions({ uploadBucket, outputBucket, workBucket, uploads, chunks });
    for (const statement of permissions) solver.addToRolePolicy(statement);
    // each queue has a concurrency of its own, so that small files stay fast while a huge one drains
    const mappings = [
      this.#map(uploads, 'UploadsMapping', solver, UPLOADS_BATCH, props.uploadConcurrency ?? 20),
      this.#map(chunks, 'ChunksMapping', solver, CHUNKS_BATCH, props.chunkConcurrency ?? 100),
    ];

    this.uploadBucket = uploadBucket;
    this.outputBucket = outputBucket;
    this.workBucket = workBucket;
    this.uploadsQueue = uploads;
    this.uploadsDeadLetters = uploads.deadLetters;
    this.chunksQueue = chunks;
    this.chunksDeadLetters = chunks.deadLetters;
    this.function = solver;
    this.logGroup = solver.logGroup;
    const [uploadsDeadLetters, chunksDeadLetters] = [uploads.deadLetters, chunks.deadLetters];
    this.#resources = {
      ...{ uploadBucket, outputBucket, workBucket, uploads, chunks },
      ...{ uploadsDeadLetters, chunksDeadLetters, logGroup: this.logGroup },
    };
    this.alarms = addAlarms(this, solver, queues);
    for (const alarm of this.alarms) alarm.addAlarmAction(...(props.alarmActions ?? []));
    if (props.dashboard ?? true) addDashboard(this, this, queues);
    acknowledgeFindings({
      buckets: [uploadBucket, outputBucket, workBucket],
      accessLogs: accessLogsBucket !== undefined,
      queues: [uploads, chunks],
      solver,
      mappings,
    });
  }

  /**
   * Takes files from another bucket too, whose events its owner has to send to EventBridge. Results have the file's key.
   * @throws Error for a bucket that the pipeline writes to
   */
  addSource(bucket: IBucket, filter: SourceFilter = {}): Rule {
    const { outputBucket, workBucket, uploads } = this.#resources;
    if (bucket === outputBucket || bucket === workBucket) {
      throw new Error(
        `${bucket.node.path} cannot be a source: the pipeline writes to it, and would never end`,
      );
    }
    return addSource(this, sourceId(bucket, filter), { uploads, solver: this.function }, bucket, filter);
  }

  /** Lets the grantee put files into the upload bucket, in one piece or in parts. */
  grantUpload(grantee: IGrantable): Grant {
    return Grant.addToPrincipalOrResource({
      grantee,
      actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
      resourceArns: [this.uploadBucket.arnForObjects('*')],
      resource: this.uploadBucket,
    });
  }

  /** Lets the grantee run `sudoku submit`: find the stack, upload, and read results and reports. */
  grantSubmit(grantee: IGrantable): Grant {
    return grantOperations(this, this.#resources, grantee, SUBMIT_OPERATIONS);
  }

  /** Lets the grantee run `sudoku status`, `watch`, `redrive` and `backfill`: look at the pipeline, and send messages to it. */
  grantOperate(grantee: IGrantable): Grant {
    return grantOperations(this, this.#resources, grantee, OPERATE_OPERATIONS);
  }

  /** Lets the grantee list and read results and reports. */
  grantRead(grantee: IGrantable): Grant {
    const resource = this.outputBucket;
    return Grant.addToPrincipalOrResource({
      grantee,
      actions: ['s3:GetObject'],
      resourceArns: [resource.arnForObjects('*')],
      resource,
    }).combine(
      Grant.addToPrincipalOrResource({
        grantee,
        actions: ['s3:ListBucket'],
        resourceArns: [resource.bucketArn],
        resource,
      }),
    );
  }

  /**
   * Runs the target when a file is done: when its report appears in the output bucket or, without reports, its result.
   * The event is S3's "Object Created"; `detail.object.key` is the key.
   */
  onFileSolved(id: string, options: OnEventOptions = {}): Rule {
    const { target, eventPattern, ...props } = options;
    const rule = new Rule(this, id, {
      ...props,
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [this.outputBucket.bucketName] },
          ...(this.#reports && { object: { key: [{ suffix: REPORT_SUFFIX }] } }),
        },
      },
    });
    // a pattern of the caller's narrows ours
    if (eventPattern) rule.addEventPattern(eventPattern);
    if (target) rule.addTarget(target);
    return rule;
  }

  #map(queue: IQueue, id: string, target: IFunction, batch: BatchSettings, maxConcurrency: number) {
    return new EventSourceMapping(this, id, {
      target,
      eventSourceArn: queue.queueArn,
      batchSize: batch.size,
      maxBatchingWindow: batch.window,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
}

/** What the function takes for files that say nothing. */
function defaultOptions(props: StackOptions): StackOptions {
  const given = props as Readonly<Record<string, unknown>>;
  return Object.fromEntries(optionNames('stack').map((name) => [name, given[name]]));
}
