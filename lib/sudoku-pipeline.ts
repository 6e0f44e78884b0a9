// The construct: solves the puzzle files in a bucket and writes the results to another.
import { ArnFormat, Names, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { OnEventOptions, Rule } from 'aws-cdk-lib/aws-events';
import { type Grant, type IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import {
  acknowledgeFindings,
  acknowledgeFunction,
  acknowledgeGrant,
  acknowledgeObjects,
} from './acknowledge-findings.ts';
import { DEFAULT_REMOVAL_POLICY, PipelineBucket, pipelineBuckets } from './buckets.ts';
import { checkProps, checkSource, checkTenantPrefix } from './check-props.ts';
import {
  alarmRaised,
  emitFileEvents,
  eventRule,
  type FileEventKind,
  fileEvent,
  fileSolved,
} from './events.ts';
import { addAlarms, addBudget, addDashboard, MeasuredConstruct } from './monitoring.ts';
import { adviseOnEndpoints, type Network } from './network.ts';
import { addDirectOutput, addOutputs, takeOutputs } from './outputs.ts';
import {
  type AddedSource,
  CANCEL_OPERATIONS,
  type CommandResources,
  functionPermissions,
  grantCancelIn,
  grantListing,
  grantOperations,
  OPERATE_OPERATIONS,
  type Operations,
  type PipelineResources,
  REPORT_SUFFIXES,
  SUBMIT_OPERATIONS,
} from './permissions/operations.ts';
import { grantGet, grantPut } from './permissions/statements.ts';
import { type ResolvedProps, withDefaults } from './props-table.ts';
import { addQueries } from './queries.ts';
import {
  CHUNKS_BATCH,
  mapQueue,
  QueueWithDeadLetters,
  scheduleSweep,
  uploadsBatch,
  visibilityTimeoutFor,
} from './queues.ts';
import { functionEnvironment, SolverFunction, solvingEnvironment } from './solver-function.ts';
import {
  addSource,
  addSourceSetting,
  isSameBucket,
  type ResultPlace,
  refuseLoop,
  type SourceFilter,
  type SourceSetting,
  sourceId,
} from './sources.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** Solves the puzzle files in a bucket and writes the results to another. */
export class SudokuPipeline extends MeasuredConstruct {
  /** Receives puzzle files. */
  readonly uploadBucket: IBucket;
  /** Receives results and reports. It sends events to EventBridge if {@link onFileSolved} is called. */
  readonly outputBucket: IBucket;
  /** Holds the solved chunks of large files until they are joined. */
  readonly workBucket: IBucket;
  /** Receives a message for each uploaded file. */
  readonly uploadsQueue: IQueue;
  /** Uploads that failed ten times. */
  readonly uploadsDeadLetters: IQueue;
  /** Receives a message for each chunk of a large file. */
  readonly chunksQueue: IQueue;
  /** Chunks of large files that failed ten times. */
  readonly chunksDeadLetters: IQueue;
  /** Processes the messages of both queues and nothing else; {@link directFunction} solves puzzles in the event. */
  readonly function: IFunction;
  /** Receives the function's logs. */
  readonly logGroup: ILogGroup;
  /** Dimension `service` of the metrics, which distinguishes pipelines. */
  readonly serviceName: string;
  /** All alarms. Their only actions are `alarmActions`. */
  readonly alarms: readonly Alarm[];

  readonly #props: ResolvedProps;
  readonly #solver: SolverFunction;
  readonly #resources: CommandResources;
  /** Sources that the function accepts; {@link addSource} adds to them. */
  readonly #sources: SourceSetting[] = [];
  /** The sources that {@link addSource} has added, and who may list them. */
  readonly #added: AddedSource[] = [];
  readonly #sourceGrants: ((source: AddedSource) => Grant)[] = [];
  /** Events that the function sends. */
  readonly #fileEvents = new Set<FileEventKind>();
  readonly #network: Network | undefined;
  #direct: SolverFunction | undefined;
  #hasOutputs = false;

  /** @throws RangeError with the property, the allowed range and the value */
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
      ...buckets,
      uploads,
      chunks,
      uploadPrefix: uploadFilter.prefix ?? '',
      outputPrefix,
    };
    refuseLoop(uploadBucket, uploadFilter, { bucket: outputBucket, prefix: outputPrefix });
    addSourceSetting(this.#sources, uploadBucket, uploadFilter, props.tenantBounds);

    const { vpc, vpcSubnets, securityGroups, logEncryptionKey } = props;
    this.#network = vpc && { vpc, vpcSubnets, securityGroups };
    if (this.#network) adviseOnEndpoints(this, this.#network);
    const logGroup = new LogGroup(this, 'Logs', {
      ...(logEncryptionKey && { encryptionKey: logEncryptionKey }),
      retention: props.logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: props.removalPolicy ?? DEFAULT_REMOVAL_POLICY,
    });
    if (logEncryptionKey) grantLogs(logEncryptionKey, Stack.of(this));
    const solver = new SolverFunction(this, 'Function', {
      description: 'Solves files of sudoku puzzles',
      handler: 'index.handler',
      roleId: 'Role',
      logGroup,
      memorySize: props.memorySize,
      timeout,
      network: this.#network,
      reservedConcurrency: props.reservedConcurrency,
      environment: {
        ...functionEnvironment(props, resources, this.serviceName),
        // resolved at synthesis, after all sources have been added
        SOURCES: Stack.of(this).toJsonString(this.#sources),
      },
    });
    for (const statement of functionPermissions(resources)) solver.addToRolePolicy(statement);
    const { uploadConcurrency, chunkConcurrency } = props;
    const mappings = [
      mapQueue(this, 'UploadsMapping', uploads, solver, batch, uploadConcurrency),
      mapQueue(this, 'ChunksMapping', chunks, solver, CHUNKS_BATCH, chunkConcurrency),
    ];

    scheduleSweep(this, chunks);

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
    if (props.dashboard) addDashboard(this, queues);
    addQueries(this, logGroup, this.serviceName);
    if (props.monthlyBudget) addBudget(this, props.monthlyBudget);
    const { tenantFolders = [] } = props;
    if (props.uploadBucket || tenantFolders.length > 0) {
      addSource(this, 'UploadSource', { uploads, solver }, uploadBucket, uploadFilter, tenantFolders);
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
   * Solves puzzles in the event, without a file. It receives no messages, and its role may only write logs. It is created by
   * the first use of this property, by {@link grantInvoke} or by `directCalls`.
   */
  get directFunction(): IFunction {
    this.#direct ??= this.#makeDirectFunction();
    return this.#direct;
  }

  /**
   * Takes files from another bucket too, which must send its events to EventBridge. Results have the file's key.
   * @throws Error for a bucket that the pipeline writes to, and for files that another source has, or all of whose files it has;
   *   RangeError if the settings of all sources become too large
   */
  addSource(bucket: IBucket, filter: SourceFilter = {}): Rule {
    checkSource(bucket, filter);
    const { uploadBucket, workBucket, uploads } = this.#resources;
    refuseLoop(bucket, filter, this.#sink());
    refuseLoop(bucket, {}, { bucket: workBucket, prefix: '' });
    if (isSameBucket(bucket, uploadBucket) && uploadBucket instanceof PipelineBucket) {
      throw new Error(
        `${bucket.node.path} cannot be a source: it is the upload bucket, which already is one`,
      );
    }
    // such as the results of another pipeline
    if (bucket instanceof PipelineBucket) bucket.enableEventBridgeNotification();
    addSourceSetting(this.#sources, bucket, filter, this.#props.tenantBounds);
    const rule = addSource(this, sourceId(bucket, filter), { uploads, solver: this.#solver }, bucket, filter);
    const source = { bucket, prefix: filter.prefix ?? '' };
    this.#added.push(source);
    for (const grant of this.#sourceGrants) grant(source);
    return rule;
  }

  /**
   * Adds the outputs by which `sudoku submit --stack NAME` and the other commands find the pipeline. SudokuStack calls it;
   * another call changes nothing.
   * @throws Error if another pipeline of the stack has outputs, or another construct has the id of one
   */
  addOutputs(): void {
    if (!takeOutputs(this)) return;
    this.#hasOutputs = true;
    addOutputs(Stack.of(this), this.#props, this.#resources, this.function, this.serviceName, () => [
      ...new Set(this.#sources.map(([bucket]) => bucket)),
    ]);
    if (this.#direct) addDirectOutput(Stack.of(this), this.#direct);
  }

  /**
   * Allows the grantee to write files to the upload bucket, in one piece or in parts.
   * @param prefix of the keys, such as the folder of a tenant
   * @throws RangeError if the prefix is not within that of `uploadFilter`, or has no separator at its end
   */
  grantUpload(grantee: IGrantable, prefix?: string): Grant {
    const { uploadPrefix } = this.#resources;
    const below = checkTenantPrefix(prefix, uploadPrefix) ?? uploadPrefix;
    return acknowledgeGrant(grantPut(this.uploadBucket, grantee, below), grantee);
  }

  /** Allows the grantee to call {@link directFunction}, but not to access files, buckets or queues. */
  grantInvoke(grantee: IGrantable): Grant {
    return acknowledgeGrant(this.directFunction.grantInvoke(grantee), grantee);
  }

  /**
   * Allows the grantee to run `sudoku submit` and `presign`: find the stack, upload, and read results and reports. It can also read and list
   * all uploads, including those of others, because `submit` compares files with existing uploads by HEAD, which requires
   * permission to read. Use {@link grantUpload} for principals that must not read uploads.
   * @param prefix of the keys of the uploads, such as the folder of a tenant: the grantee then sees no other keys, and `submit`
   *   begins an interrupted upload of a large file again, since IAM cannot restrict the listing of such uploads
   * @throws RangeError if the prefix is not within that of `uploadFilter`, or has no separator at its end
   */
  grantSubmit(grantee: IGrantable, prefix?: string): Grant {
    return this.#grantOperations(grantee, SUBMIT_OPERATIONS, prefix);
  }

  /**
   * Allows the grantee to run `sudoku cancel` for uploads whose keys begin with a prefix, such as the folder of a tenant: list and
   * delete them, read their results and reports, and mark them as cancelled. Uploads can be read, too, as S3 requires it for
   * deletions with a condition. Objects in the buckets of {@link addSource} can be listed and marked, not deleted.
   * @throws RangeError if the prefix is not within that of `uploadFilter`, or has no separator at its end
   */
  grantCancel(grantee: IGrantable, prefix?: string): Grant {
    const { uploadPrefix } = this.#resources;
    return this.#grantOnSources(
      (source) => acknowledgeGrant(grantCancelIn(this, this.#resources, grantee, source, prefix), grantee),
      this.#grantOperations(grantee, CANCEL_OPERATIONS, prefix ?? uploadPrefix),
    );
  }

  /**
   * Allows the grantee to run `sudoku status`, `watch`, `doctor`, `redrive` and `backfill`: inspect the pipeline and send messages to it.
   * It can list, but not read, all uploads; it can read all results, reports and the work on large files. With its messages it
   * can make the pipeline solve any file of a source again. It can list the buckets of {@link addSource}, below their prefixes.
   */
  grantOperate(grantee: IGrantable): Grant {
    return this.#grantOnSources(
      (source) => grantListing(source, grantee),
      this.#grantOperations(grantee, OPERATE_OPERATIONS),
    );
  }

  /** Grants something on all sources, also those that are added later. */
  #grantOnSources(grant: (source: AddedSource) => Grant, own: Grant): Grant {
    this.#sourceGrants.push(grant);
    return this.#added.reduce((all, source) => all.combine(grant(source)), own);
  }

  /**
   * Allows the grantee to list and read results and reports.
   * @param prefix of the keys of their uploads, such as the folder of a tenant: the grantee then sees no other keys, and S3 answers
   *   403 instead of 404 for an object that is missing
   * @throws RangeError if the prefix is not within that of `uploadFilter`, or has no separator at its end
   */
  grantRead(grantee: IGrantable, prefix?: string): Grant {
    const tenant = checkTenantPrefix(prefix, this.#resources.uploadPrefix);
    const below = this.#sink().prefix + (tenant ?? '');
    return acknowledgeGrant(grantGet(this.outputBucket, grantee, below, tenant !== undefined), grantee);
  }

  #grantOperations(grantee: IGrantable, operations: Operations, prefix?: string): Grant {
    const tenant = checkTenantPrefix(prefix, this.#resources.uploadPrefix);
    return acknowledgeGrant(grantOperations(this, this.#resources, grantee, operations, tenant), grantee);
  }

  /**
   * Runs the target when a file is done: when its report is written to the output bucket or, without reports, its result.
   * The event is S3's "Object Created"; `detail.object.key` is the key.
   */
  onFileSolved(id: string, options: OnEventOptions = {}): Rule {
    // the owner's bucket remains unchanged
    if (this.outputBucket instanceof PipelineBucket) this.outputBucket.enableEventBridgeNotification();
    return eventRule(this, id, fileSolved(this.#sink(), this.#props.reports), options);
  }

  /**
   * Runs the target when a file is solved. The event is "File Finished" of the source "sudoku-batch", with `detail.status`
   * `done`, the upload in `detail.bucket` and `detail.object`, `detail.result`, `detail.report` and `detail.counts`. It follows
   * the report. The function sends these events, which cost money, only if this is called. An event may come twice.
   */
  onResult(id: string, options: OnEventOptions = {}): Rule {
    return this.#onFileEvent('done', id, options);
  }

  /**
   * Runs the target when a file cannot be solved. The event is "File Finished" of the source "sudoku-batch", with
   * `detail.reason` and `detail.status`: `rejected` for an invalid file, `failed` if the last delivery failed, `cancelled` if its owner has stopped it. If the function
   * is killed or throttled then, it sends no event; {@link onAlarm} reports the message in the dead letters. The function sends
   * these events, which cost money, only if this is called.
   */
  onError(id: string, options: OnEventOptions = {}): Rule {
    return this.#onFileEvent('failed', id, options);
  }

  /**
   * Runs the target when the function starts a file. The event is "File Started" of the source "sudoku-batch", with
   * `detail.bucket.name` and `detail.object` as in events of S3. The function sends these events, which cost money, only if
   * this is called.
   */
  onFileStarted(id: string, options: OnEventOptions = {}): Rule {
    return this.#onFileEvent('started', id, options);
  }

  #onFileEvent(kind: FileEventKind, id: string, options: OnEventOptions): Rule {
    emitFileEvents(this.#solver, this.#fileEvents.add(kind));
    return eventRule(this, id, fileEvent(kind, this.serviceName), options);
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
      logGroup: this.logGroup,
      memorySize,
      timeout,
      network: this.#network,
      environment: solvingEnvironment(this.#props, this.serviceName),
    });
    acknowledgeFunction(
      direct,
      'Dead letters of a function are for asynchronous calls; callers of this function wait for its result.',
    );
    if (this.#hasOutputs) addDirectOutput(Stack.of(this), direct);
    return direct;
  }

  #sink(): ResultPlace {
    return { bucket: this.outputBucket, prefix: this.#resources.outputPrefix };
  }
}

/**
 * Lets CloudWatch Logs use a key for log groups whose names CloudFormation generates in a stack.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
 */
function grantLogs(key: IKey, stack: Stack): void {
  // the name of a nested stack begins with its parent's, and is unknown to a key of the parent
  let outermost = stack;
  while (outermost.nestedStackParent) outermost = outermost.nestedStackParent;
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${stack.region}.${stack.urlSuffix}`)],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:Describe*'],
      // in its own policy, a key is *
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': stack.formatArn({
            service: 'logs',
            resource: 'log-group',
            resourceName: `${outermost.stackName}-*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  );
}
