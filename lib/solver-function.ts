// A function with the prebuilt bundle, and a role that may only write its logs.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CfnResource, type Duration, Lazy, Tokenization } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { optionNames, type StackOptions } from '../core/options/options.ts';
import { METRICS_NAMESPACE } from './monitoring.ts';
import { allowInterfaces, type Network } from './network.ts';
import type { PipelineResources } from './permissions/operations.ts';
import type { ResolvedProps } from './props-table.ts';
import { MAX_RECEIVE_COUNT } from './queues.ts';

interface SolverFunctionProps {
  readonly description: string;
  /** the bundle exports one handler per function */
  readonly handler: `${string}.handler`;
  /** id of the function's role */
  readonly roleId: string;
  readonly logGroup: ILogGroup;
  /** in MiB */
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Record<string, string>;
  /** @default no network of the owner */
  readonly network?: Network | undefined;
  /** @default none */
  readonly reservedConcurrency?: number | undefined;
}

/** A function with the prebuilt bundle, and with a role that may only write its logs. */
export class SolverFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: SolverFunctionProps) {
    const { logGroup } = props;
    const role = new Role(scope, props.roleId, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: props.description,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize,
      timeout: props.timeout,
      environment: props.environment,
      code: Code.fromAsset(functionBundle()),
      handler: props.handler,
      reservedConcurrentExecutions: props.reservedConcurrency,
      ...props.network,
    });
    if (props.network) allowInterfaces(this);
    // removes the explicit dependency on the role: the reference to it in the template implies one
    const resource = this.node.defaultChild as CfnFunction;
    resource.addOverride(
      'DependsOn',
      Lazy.any({
        produce: () =>
          resource
            .obtainDependencies()
            .filter(CfnResource.isCfnResource)
            .filter((each) => each !== role.node.defaultChild)
            .map(({ logicalId }) => logicalId),
      }),
    );
  }
}

/** Paths of the bundle relative to this module: in the package, where it is bundled into dist/cdk/, and in a clone. */
const BUNDLES = ['../function/', '../dist/function/'];

/** The directory of the prebuilt bundle, since synthesis runs no bundler. @throws Error if it does not exist */
function functionBundle(): string {
  const directories = BUNDLES.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = directories.find((directory) => existsSync(`${directory}index.mjs`));
  if (found === undefined) {
    throw new Error(
      `expected the function's bundle in ${directories.at(-1)}, got nothing: run npm run build`,
    );
  }
  return found;
}

/** Environment variables of every solving function, which lambda/invocation/settings.ts reads. */
export function solvingEnvironment(props: ResolvedProps, serviceName: string): Record<string, string> {
  const { maxLimit, maxBudget } = props;
  return {
    MAX_LIMIT: Tokenization.stringifyNumber(maxLimit),
    MAX_BUDGET: Tokenization.stringifyNumber(maxBudget),
    DEFAULT_OPTIONS: JSON.stringify(defaultOptions(props)),
    POWERTOOLS_SERVICE_NAME: serviceName,
    POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
    POWERTOOLS_LOG_LEVEL: 'INFO',
  };
}

/** Environment variables of the function that processes files. */
export function functionEnvironment(
  props: ResolvedProps,
  { outputBucket, outputPrefix, workBucket, uploads, chunks }: PipelineResources,
  serviceName: string,
): Record<string, string> {
  const { reports, htmlReports, maxGrowth, tenant } = props;
  return {
    OUTPUT_BUCKET: outputBucket.bucketName,
    ...(outputPrefix !== '' && { OUTPUT_PREFIX: outputPrefix }),
    ...(tenant && { TENANT: tenant }),
    WORK_BUCKET: workBucket.bucketName,
    UPLOADS_QUEUE_URL: uploads.queueUrl,
    CHUNKS_QUEUE_URL: chunks.queueUrl,
    REPORTS: reports ? 'on' : 'off',
    ...(htmlReports && { HTML_REPORTS: 'on' }),
    MAX_RECEIVES: String(MAX_RECEIVE_COUNT),
    CHUNK_CONCURRENCY: Tokenization.stringifyNumber(props.chunkConcurrency),
    MAX_GROWTH: Tokenization.stringifyNumber(maxGrowth),
    MAX_BYTES: Tokenization.stringifyNumber(props.maxBytes),
    MAX_RESULT_BYTES: Tokenization.stringifyNumber(props.maxResultBytes),
    MAX_SECONDS: Tokenization.stringifyNumber(props.maxSeconds),
    ...(props.tenantBounds && { TENANT_BOUNDS: JSON.stringify(props.tenantBounds) }),
    ...solvingEnvironment(props, serviceName),
  };
}

/** Options for files that do not set them. */
function defaultOptions(props: StackOptions): StackOptions {
  const given = props as Readonly<Record<string, unknown>>;
  return Object.fromEntries(optionNames('stack').map((name) => [name, given[name]]));
}
