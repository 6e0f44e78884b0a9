import { Names, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { OnEventOptions, Rule } from 'aws-cdk-lib/aws-events';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledgeFindings, acknowledgeFunction, acknowledgeObjects } from './acknowledge-findings.ts';
import { addDirectOutput, addOutputs } from './add-outputs.ts';
import { addSource, sourceId } from './add-source.ts';
import { checkProps } from './check-props.ts';
import { emitStarted } from './emit-started.ts';
import { alarmRaised, fileSolved, fileStarted } from './event-patterns.ts';
import { eventRule } from './event-rule.ts';
import { functionEnvironment, solvingEnvironment } from './function-environment.ts';
import { addAlarms } from './monitoring/alarms.ts';
import { addDashboard } from './monitoring/dashboard.ts';
import { MeasuredConstruct } from './monitoring/measured-construct.ts';
import { grantGet, grantPut } from './permissions/bucket-grants.ts';
import {
  type CommandResources,
  grantOperations,
  OPERATE_OPERATIONS,
  SUBMIT_OPERATIONS,
} from './permissions/command-permissions.ts';
import {
  functionPermissions,
  type PipelineResources,
  REPORT_SUFFIXES,
} from './permissions/function-permissions.ts';
import { PipelineBucket } from './pipeline-bucket.ts';
import { pipelineBuckets } from './pipeline-buckets.ts';
import { type SettledProps, withDefaults } from './props-table.ts';
import { QueueMapping } from './queue-mapping.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { CHUNKS_BATCH, KEPT, uploadsBatch, visibilityTimeoutFor } from './settings.ts';
import { isSameBucket, refuseLoop, type Sink } from './sinks.ts';
import { SolverFunction } from './solver-function.ts';
import { addSourceSetting, type SourceFilter, type SourceSetting } from './source-filter.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** Files of puzzles go into one bucket, their solved twins come out of another. */
export class SudokuPipeline extends MeasuredConstruct {
  /** Takes files of puzzles. */
  readonly uploadBucket: IBucket;
  /** Gets the results and the reports. Its events go to EventBridge from the first {@link onFileSolved} on. */
  readonly outputBucket: IBucket;
  /** Holds the chunks of large files until they are put together. */
  readonly workBucket: IBucket;
  /** One message for each file that was uploaded. */
  readonly uploadsQueue: IQueue;
  /** Uploads that failed ten times. */
  readonly uploadsDeadLetters: IQueue;
  /** One message for each chunk of a large file. */
  readonly chunksQueue: IQueue;
  /** Chunks of large files that failed as often. */
  readonly chunksDeadLetters: IQueue;
  /** Works on files, fed by both queues. It takes nothing else: for puzzles in an event there is {@link directFunction}. */
  readonly function: IFunction;
  /** Gets what the function logs. */
  readonly logGroup: ILogGroup;
  /** Dimension `service` of the pipeline's metrics: tells pipelines apart. */
  readonly serviceName: string;
  /** All alarms. They have no actions but those of `alarmActions`. */
  readonly alarms: readonly Alarm[];

  readonly #props: SettledProps;
  readonly #solver: SolverFunction;
  readonly #uploadSuffix: string | undefined;

  readonly #resources: CommandResources;
  /** What the function takes files from; addSource adds to it. */
  readonly #sources: SourceSetting[] = [];
  #direct: SolverFunction | undefined;
  #hasOutputs = false;

  /** @throws RangeError naming the property, the allowed range and the value */
  constructor(scope: Construct, id: string, given: SudokuPipelineProps = {}) {
    super(scope, id);
    checkProps(given);
    const props = withDefaults(given);
    const { timeout } = props;
    this.#props = props;
    this.serviceName = Names.uniqueResourceName(this, { separator: '-' });

    const batch = uploadsBatch(props.uploadWindow);
    const uploads = new QueueWithDeadLetters(this, 'Uploads', visibilityTimeoutFor(timeout, batch));
    const chunks = new QueueWithDeadLetters(this, 'Chunks', visibilityTimeoutFor(timeout, CHUNKS_BATCH));
    const queues = { Uploads: uploads, Chunks: chunks };
    const buckets = pipelineBuckets(this, props, uploads);
    const { uploadBucket, outputBucket, workBucket } = buckets;
    const { uploadFilter = {}, outputPrefix = '' } = props;
    const resources: PipelineResources = {
      ...{ ...buckets, uploads, chunks },
      ...{ uploadPrefix: uploadFilter.prefix ?? '', outputPrefix },
    };
    refuseLoop(uploadBucket, uploadFilter, { bucket: outputBucket, prefix: outputPrefix });
    this.#uploadSuffix = uploadFilter.suffix;
    addSourceSetting(this.#sources, uploadBucket, uploadFilter);

    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: props.removalPolicy ?? KEPT,
    });
    const solver = new SolverFunction(this, 'Function', {
      description: 'Solves files of sudoku puzzles',
      handler: 'index.handler',
      roleId: 'Role',
      ...{ logGroup, memorySize: props.memorySize, timeout },
      environment: {
        ...functionEnvironment(props, resources, this.serviceName),
        // written when the app is synthesized, with all that were added by then
        SOURCES: Stack.of(this).toJsonString(this.#sources),
      },
    });
    for (const statement of functionPermissions(resources)) solver.addToRolePolicy(statement);
    const { uploadConcurrency, chunkConcurrency } = props;
    const mappings = [
      new QueueMapping(this, 'UploadsMapping', uploads, solver, batch, uploadConcurrency),
      new QueueMapping(this, 'ChunksMapping', chunks, solver, CHUNKS_BATCH, chunkConcurrency),
    ];

    this.uploadBucket = uploadBucket;
    this.outputBucket = outputBucket;
    this.workBucket = workBucket;
    this.uploadsQueue = uploads;
    this.uploadsDeadLetters = uploads.deadLetters;
    this.chunksQueue = chunks;
    this.chunksDeadLetters = chunks.deadLetters;
    this.function = solver;
    this.#solver = solver;
    this.logGroup = logGroup;
    this.#resources = {
      ...resources,
      uploadsDeadLetters: uploads.deadLetters,
      chunksDeadLetters: chunks.deadLetters,
      logGroup,
    };
    this.alarms = addAlarms(this, solver, queues);
    for (const alarm of this.alarms) alarm.addAlarmAction(...(props.alarmActions ?? []));
    if (props.dashboard) addDashboard(this, this, queues);
    if (props.uploadBucket) {
      addSource(this, 'UploadSource', { uploads, solver }, uploadBucket, uploadFilter);
    }
    acknowledgeObjects(solver, uploadBucket, resources.uploadPrefix);
    for (const suffix of ['', ...REPORT_SUFFIXES]) {
      acknowledgeObjects(solver, outputBucket, outputPrefix, suffix);
    }
    acknowledgeObjects(solver, workBucket, '');
    acknowledgeFindings({
      buckets: Object.values(buckets).filter((bucket) => bucket instanceof PipelineBucket),
      accessLogs: props.accessLogsBucket !== undefined,
      queues: [uploads, chunks],
      solver,
      mappings,
    });
    if (props.directCalls) void this.directFunction;
  }

  /**
   * Takes puzzles in the event, without a file. It takes no messages, and its role may write to the log and do no more. It is
   * made when it is first asked for, by this property, {@link grantInvoke} or `directCalls`.
   */
  get directFunction(): IFunction {
    this.#direct ??= this.#makeDirectFunction();
    return this.#direct;
  }

  /**
   * Takes files from another bucket too, whose events its owner has to send to EventBridge. Results have the file's key.
   * @throws Error for a bucket that the pipeline writes to; RangeError for more sources than the function can be told of
   */
  addSource(bucket: IBucket, filter: SourceFilter = {}): Rule {
    const { uploadBucket, workBucket, uploads } = this.#resources;
    refuseLoop(bucket, filter, this.#sink());
    refuseLoop(bucket, {}, { bucket: workBucket, prefix: '' });
    if (isSameBucket(bucket, uploadBucket) && uploadBucket instanceof PipelineBucket) {
      throw new Error(
        `${bucket.node.path} cannot be a source: it is the upload bucket, which is one already`,
      );
    }
    const rule = addSource(this, sourceId(bucket, filter), { uploads, solver: this.#solver }, bucket, filter);
    addSourceSetting(this.#sources, bucket, filter);
    return rule;
  }

  /**
   * Gives the stack the outputs by which `sudoku submit --stack NAME` and the other commands find the pipeline, as
   * SudokuStack does by itself. They are the stack's own: one pipeline of a stack can have them.
   */
  addOutputs(): void {
    this.#hasOutputs = true;
    const { functionName } = this.function;
    addOutputs(Stack.of(this), this.#resources, {
      ...{ functionName, serviceName: this.serviceName },
      uploadSuffix: this.#uploadSuffix,
      reports: this.#props.reports,
    });
    if (this.#direct) addDirectOutput(Stack.of(this), this.#direct);
  }

  /** Lets the grantee put files into the upload bucket, in one piece or in parts. */
  grantUpload(grantee: IGrantable): Grant {
    return grantPut(this.uploadBucket, grantee, this.#resources.uploadPrefix);
  }

  /** Lets the grantee call {@link directFunction} with puzzles in the event. It reaches no file, no bucket and no queue by that. */
  grantInvoke(grantee: IGrantable): Grant {
    return this.directFunction.grantInvoke(grantee);
  }

  /**
   * Lets the grantee run `sudoku submit`: find the stack, upload, and read results and reports. The grantee can also read and
   * list all uploads, those of others too: to compare what is there with what it would send takes HEAD, which S3 allows
   * to whoever may read an object. {@link grantUpload} is for those who may not.
   */
  grantSubmit(grantee: IGrantable): Grant {
    return grantOperations(this, this.#resources, grantee, SUBMIT_OPERATIONS);
  }

  /**
   * Lets the grantee run `sudoku status`, `watch`, `redrive` and `backfill`: look at the pipeline, and send messages to it. The
   * grantee can list the names of all uploads, not read them; it can read all results, reports and the work on large
   * files. By its messages it can have any file of a source solved again: trust it with the results.
   */
  grantOperate(grantee: IGrantable): Grant {
    return grantOperations(this, this.#resources, grantee, OPERATE_OPERATIONS);
  }

  /** Lets the grantee list and read results and reports. */
  grantRead(grantee: IGrantable): Grant {
    return grantGet(this.outputBucket, grantee, this.#sink().prefix);
  }

  /**
   * Runs the target when a file is done: when its report appears in the output bucket or, without reports, its result.
   * The event is S3's "Object Created"; `detail.object.key` is the key.
   */
  onFileSolved(id: string, options: OnEventOptions = {}): Rule {
    // a bucket of the owner's stays as it is
    if (this.outputBucket instanceof PipelineBucket) this.outputBucket.enableEventBridgeNotification();
    return eventRule(this, id, fileSolved(this.#sink(), this.#props.reports), options);
  }

  /**
   * Runs the target when the function begins with a file, of which it then tells EventBridge: an event "File Started" of
   * the source "sudoku-batch" with `detail.bucket.name` and `detail.object` as in events of S3. Nothing is told, and paid,
   * before this is called.
   */
  onFileStarted(id: string, options: OnEventOptions = {}): Rule {
    emitStarted(this.#solver);
    return eventRule(this, id, fileStarted(this.serviceName), options);
  }

  /** Runs the target when one of the alarms goes off. The event is CloudWatch's "CloudWatch Alarm State Change". */
  onAlarm(id: string, options: OnEventOptions = {}): Rule {
    return eventRule(this, id, alarmRaised(this.alarms), options);
  }

  #makeDirectFunction(): SolverFunction {
    const { memorySize, timeout } = this.#props;
    const direct = new SolverFunction(this, 'DirectFunction', {
      description: 'Solves sudoku puzzles in the event',
      handler: 'direct.handler',
      roleId: 'DirectRole',
      ...{ logGroup: this.logGroup, memorySize, timeout },
      environment: solvingEnvironment(this.#props, this.serviceName),
    });
    acknowledgeFunction(
      direct,
      'It is for asynchronous calls; this function is called by those who wait for its answer.',
    );
    if (this.#hasOutputs) addDirectOutput(Stack.of(this), direct);
    return direct;
  }

  #sink(): Sink {
    return { bucket: this.outputBucket, prefix: this.#resources.outputPrefix };
  }
}
