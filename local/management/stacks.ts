import type { CloudPlan } from '../template/plan.ts';
import { type Answerer, ManagementError } from './request.ts';

/** ARN of the stack that is brought up. */
export function stackArn(name: string, region: string, account: string): string {
  return `arn:aws:cloudformation:${region}:${account}:stack/${name}/local`;
}

/** CloudFormation's DescribeStacks, of the one stack that there is. */
export function describeStacks(name: string, arn: string, { outputs }: CloudPlan): Answerer {
  return ({ StackName }) => {
    if (StackName !== undefined && StackName !== name && StackName !== arn) {
      throw new ManagementError(
        'ValidationError',
        `Stack with id ${JSON.stringify(StackName)} does not exist`,
      );
    }
    const members = Object.entries(outputs).map(
      ([key, value]) =>
        `<member><OutputKey>${escaped(key)}</OutputKey><OutputValue>${escaped(value)}</OutputValue></member>`,
    );
    return (
      '<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>' +
      `<member><StackName>${escaped(name)}</StackName><StackId>${escaped(arn)}</StackId>` +
      `<CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>` +
      `<Outputs>${members.join('')}</Outputs></member>` +
      '</Stacks></DescribeStacksResult></DescribeStacksResponse>'
    );
  };
}

/** An error in the query protocol, which CloudFormation speaks. */
export function errorXml({ code, message }: { readonly code: string; readonly message: string }): string {
  return `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped(message)}</Message></Error></ErrorResponse>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
