import { fileURLToPath } from 'node:url';
import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface SolverFunctionProps {
  readonly memorySize?: number;
  readonly timeout: Duration;
  readonly logRetention?: RetentionDays;
  readonly removalPolicy: RemovalPolicy;
  readonly environment: Record<string, string>;
}

/** The one function: its code bundled from lambda/, its logs, and a role that may do no more than write them. */
export class SolverFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, props: SolverFunctionProps) {
    const logGroup = new LogGroup(scope, 'Logs', {
      retention: props.logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: props.removalPolicy,
    });
    const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: 'Solves files of sudoku puzzles',
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize ?? 1769,
      timeout: props.timeout,
      environment: props.environment,
      // without these, the lock file is looked for around the app that embeds the construct
      projectRoot: ROOT,
      depsLockFilePath: `${ROOT}package-lock.json`,
      entry: `${ROOT}lambda/handler.ts`,
      handler: 'handler',
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        mainFields: ['module', 'main'],
        minify: true,
        // the SDK is pinned with the rest; the runtime's own copy changes under the function
        bundleAwsSDK: true,
      },
    });
  }
}
