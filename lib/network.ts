// The network of the functions, and what Lambda may do in it.
import { Annotations, ArnFormat, Aspects, CfnResource, type IAspect, Stack } from 'aws-cdk-lib';
import type { CfnVPCEndpoint, ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct, IConstruct } from 'constructs';
import { acknowledgeWildcard } from './acknowledge-findings.ts';

/** The network of the functions. */
export interface Network {
  readonly vpc: IVpc;
  readonly vpcSubnets?: SubnetSelection | undefined;
  readonly securityGroups?: ISecurityGroup[] | undefined;
}

/**
 * What Lambda does in the network with the function's role. It requires these actions on all resources.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html#configuration-vpc-permissions
 */
const INTERFACE_ACTIONS = [
  ...['ec2:CreateNetworkInterface', 'ec2:DescribeNetworkInterfaces', 'ec2:DeleteNetworkInterface'],
  ...['ec2:DescribeSubnets', 'ec2:AssignPrivateIpAddresses', 'ec2:UnassignPrivateIpAddresses'],
];

/** Lets Lambda connect a function to its network, but not the function's own code. */
export function allowInterfaces(solver: LambdaFunction): void {
  const all = Stack.of(solver).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  solver.addToRolePolicy(new PolicyStatement({ actions: INTERFACE_ACTIONS, resources: ['*'] }));
  solver.addToRolePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: INTERFACE_ACTIONS,
      resources: ['*'],
      // only requests of the function's code have this key
      conditions: { ArnLike: { 'lambda:SourceFunctionArn': all } },
    }),
  );
  acknowledgeWildcard(
    solver.role!,
    '*',
    'Lambda requires its actions on network interfaces for all resources; the function itself is denied them.',
  );
}

/** Warns at synthesis if the functions cannot reach S3, or reach it through a NAT gateway that is paid by the gigabyte. */
export function adviseOnEndpoints(scope: Construct, { vpc, vpcSubnets }: Network): void {
  const aspect: IAspect = {
    visit(node) {
      if (node !== scope || hasGatewayToS3(scope.node.root)) return;
      // the subnets of a network that is still to be looked up are unknown
      const { isPendingLookup, subnetIds } = vpc.selectSubnets(vpcSubnets);
      if (isPendingLookup) return;
      const isolated = new Set(vpc.isolatedSubnets.map(({ subnetId }) => subnetId));
      if (subnetIds.some((id) => isolated.has(id))) {
        Annotations.of(scope).addWarningV2(
          'sudoku-batch:isolatedSubnets',
          "The app has no gateway endpoint for S3, and the subnets are isolated. Unless your network routes to S3 and SQS elsewhere, no file is solved: vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 }), vpc.addInterfaceEndpoint('Sqs', { service: InterfaceVpcEndpointAwsService.SQS })",
        );
      } else {
        Annotations.of(scope).addInfo(
          "The app has no gateway endpoint for S3, so that NAT gateways bill each gigabyte of files. An endpoint costs nothing: vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 })",
        );
      }
    },
  };
  Aspects.of(scope).add(aspect);
}

/** Whether an app creates a gateway endpoint for S3. */
function hasGatewayToS3(app: IConstruct): boolean {
  return app.node.findAll().some((node) => {
    if (!CfnResource.isCfnResource(node) || node.cfnResourceType !== 'AWS::EC2::VPCEndpoint') return false;
    const { vpcEndpointType, serviceName } = node as CfnVPCEndpoint;
    const name = JSON.stringify(Stack.of(node).resolve(serviceName));
    return vpcEndpointType === 'Gateway' && name.includes('.s3');
  });
}
