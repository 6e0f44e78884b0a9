import { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import {
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { SudokuPipeline } from '../../lib/index.ts';
import { type Properties, resources, templateOf, testApp } from './pipeline-template.ts';

/** A stack with a network. */
function network(subnetType: SubnetType) {
  const stack = new Stack(testApp(), 'Test', { env: { account: '123456789012', region: 'eu-west-1' } });
  const vpc = new Vpc(stack, 'Vpc', {
    ipAddresses: IpAddresses.cidr('10.0.0.0/16'),
    availabilityZones: ['eu-west-1a', 'eu-west-1b'],
    subnetConfiguration: [
      { name: 'public', subnetType: SubnetType.PUBLIC },
      { name: 'inner', subnetType },
    ],
  });
  return { stack, vpc };
}
const ISOLATED = SubnetType.PRIVATE_ISOLATED;
const WITH_NAT = SubnetType.PRIVATE_WITH_EGRESS;

describe('vpc', () => {
  const { stack, vpc } = network(ISOLATED);
  const securityGroups = [new SecurityGroup(stack, 'Group', { vpc })];
  const pipeline = new SudokuPipeline(stack, 'Pipeline', { vpc, securityGroups, directCalls: true });
  const template = templateOf(stack);

  test('places all functions into its private subnets, with the security groups', () => {
    const functions = resources(template, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('Pipeline'),
    );
    expect(functions).toHaveLength(2);
    for (const [, { VpcConfig }] of functions) {
      expect(VpcConfig.SubnetIds).toEqual(stack.resolve(vpc.isolatedSubnets.map(({ subnetId }) => subnetId)));
      expect(VpcConfig.SecurityGroupIds).toEqual([stack.resolve(securityGroups[0]!.securityGroupId)]);
    }
  });

  test('allows Lambda its network interfaces, and denies them to the code of the function', () => {
    const policies = resources(template, 'AWS::IAM::Policy').filter(([id]) =>
      /^Pipeline(Direct)?Role/.test(id),
    );
    expect(policies).toHaveLength(2);
    for (const [, { PolicyDocument }] of policies) {
      const onInterfaces = (PolicyDocument.Statement as Properties[]).filter(({ Action }) =>
        [Action].flat().some((action) => action.startsWith('ec2:')),
      );
      const Action = [
        ...['ec2:CreateNetworkInterface', 'ec2:DescribeNetworkInterfaces', 'ec2:DeleteNetworkInterface'],
        ...['ec2:DescribeSubnets', 'ec2:AssignPrivateIpAddresses', 'ec2:UnassignPrivateIpAddresses'],
      ].sort();
      expect(
        onInterfaces.map((each) => ({ ...each, Action: [...(each.Action as string[])].sort() })),
      ).toEqual([
        { Effect: 'Allow', Action, Resource: '*' },
        {
          Effect: 'Deny',
          Action,
          Resource: '*',
          Condition: { ArnLike: { 'lambda:SourceFunctionArn': expect.anything() } },
        },
      ]);
    }
    expect(
      JSON.stringify(resources(template, 'AWS::IAM::Role').filter(([id]) => id.startsWith('Pipeline'))),
    ).not.toContain('ManagedPolicyArns');
  });

  test.each([new AwsSolutionsChecks(), new ServerlessChecks()])('has no finding of $name', (pack) => {
    expect(pack.validateScope(pipeline).violations).toEqual([]);
  });
});

describe('endpoints of the network', () => {
  const warning = Match.stringLikeRegexp('no gateway endpoint for S3, and the subnets are isolated');
  const info = Match.stringLikeRegexp('NAT gateways bill each gigabyte');

  test('are missed in isolated subnets, where the functions could not reach S3', () => {
    const { stack, vpc } = network(ISOLATED);
    new SudokuPipeline(stack, 'Pipeline', { vpc });
    Annotations.fromStack(stack).hasWarning('/Test/Pipeline', warning);
  });

  test('are advised where a NAT gateway bills each gigabyte', () => {
    const { stack, vpc } = network(WITH_NAT);
    new SudokuPipeline(stack, 'Pipeline', { vpc });
    Annotations.fromStack(stack).hasInfo('/Test/Pipeline', info);
    Annotations.fromStack(stack).hasNoWarning('/Test/Pipeline', warning);
  });

  test.each([ISOLATED, WITH_NAT])('are no longer mentioned if the app creates them: %s', (type) => {
    const { stack, vpc } = network(type);
    new SudokuPipeline(stack, 'Pipeline', { vpc });
    vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 });
    vpc.addInterfaceEndpoint('Sqs', { service: InterfaceVpcEndpointAwsService.SQS });
    Annotations.fromStack(stack).hasNoWarning('/Test/Pipeline', warning);
    Annotations.fromStack(stack).hasNoInfo('/Test/Pipeline', info);
  });
});

test('public subnets are rejected, since functions have no public address', () => {
  const { stack, vpc } = network(ISOLATED);
  const props = { vpc, vpcSubnets: { subnetType: SubnetType.PUBLIC } };
  expect(() => new SudokuPipeline(stack, 'Pipeline', props)).toThrow(/public subnet/);
});
