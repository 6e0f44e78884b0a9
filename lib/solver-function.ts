import { CfnResource, type Duration, Lazy } from 'aws-cdk-lib';
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
import { functionBundle } from './function-bundle.ts';

export interface SolverFunctionProps {
  readonly description: string;
  /** of the bundle, which has one for each function */
  readonly handler: `${string}.handler`;
  /** Id of the function's role beside it. */
  readonly roleId: string;
  readonly logGroup: ILogGroup;
  /** in MiB */
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Record<string, string>;
}

/** A function that solves: its code as it was bundled when the package was built, and a role that may write its logs and do no more. */
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
