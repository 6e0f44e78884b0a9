import { CfnResource, type Duration, Lazy, type RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { functionBundle } from './function-bundle.ts';
import { KEPT } from './settings.ts';

export interface SolverFunctionProps {
  /** in MiB */
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly logRetention?: RetentionDays;
  /** of the logs @default {@link KEPT} */
  readonly removalPolicy?: RemovalPolicy;
  readonly environment: Record<string, string>;
}

/** The one function: its code as it was bundled when the package was built, its logs, and a role that may do no more than write them. */
export class SolverFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: SolverFunctionProps) {
    const logGroup = new LogGroup(scope, 'Logs', {
      retention: props.logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: props.removalPolicy ?? KEPT,
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
      memorySize: props.memorySize,
      timeout: props.timeout,
      environment: props.environment,
      code: Code.fromAsset(functionBundle()),
      handler: 'index.handler',
    });
    // the construct has the function depend on its role, which the template says already by naming it
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
