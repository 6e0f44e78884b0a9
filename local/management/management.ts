// The operations of services other than S3 and SQS: on a stack's outputs, metrics, log, functions and bus. Also SQS's
// moves of dead letters, which fauxqs does not have.
import type { EventBus } from '../events/event-bus.ts';
import { invoke, type LambdaFunction } from '../lambda/function.ts';
import { ServiceError } from '../requests/service-error.ts';
import { RawResponse, type ServiceOperation, type ServiceRequest } from '../requests/service-request.ts';
import { elements } from '../s3/xml.ts';
import type { CloudPlan } from '../template/read-template.ts';
import { describeAlarms, getMetricData, type LogStore, type MetricSources } from './cloudwatch.ts';
import { type CallSqs, MessageMoves } from './message-moves.ts';

export interface ManagementOptions extends MetricSources {
  readonly plan: CloudPlan;
  readonly stackName: string;
  readonly stackArn: string;
  readonly logs: LogStore;
  readonly call: CallSqs;
  readonly functions: readonly LambdaFunction[];
  readonly bus: EventBus;
}

/** A successful response. */
interface HttpResponse {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class Management {
  readonly #operations: Readonly<Record<string, ServiceOperation>>;

  constructor(options: ManagementOptions) {
    const { plan, stackName, stackArn, logs, call, functions, bus } = options;
    const moves = new MessageMoves(plan.queues, call);
    this.#operations = {
      DescribeStacks: describeStacks(stackName, stackArn, plan),
      FilterLogEvents: logs.filter(plan.outputs.LogGroupName ?? ''),
      GetMetricData: getMetricData(options),
      DescribeAlarms: describeAlarms(options, plan.alarms),
      GetAccountSettings: () => ({ AccountLimit: { ConcurrentExecutions: QUOTA } }),
      ListEventSourceMappings: listMappings(plan),
      StartMessageMoveTask: moves.start,
      ListMessageMoveTasks: moves.list,
      Invoke: invoke(functions),
      PutEvents: bus.putEvents,
    };
  }

  has(operation: string | undefined): operation is string {
    return operation !== undefined && Object.hasOwn(this.#operations, operation);
  }

  /** @throws ServiceError */
  async call(operation: string, body: ServiceRequest['body']): Promise<HttpResponse> {
    const response = await this.#operations[operation]!(body);
    if (response instanceof RawResponse) {
      return { type: 'application/json', headers: response.headers, body: response.body };
    }
    return typeof response === 'string'
      ? { type: 'text/xml', headers: {}, body: response }
      : { type: 'application/x-amz-json-1.0', headers: {}, body: JSON.stringify(response) };
  }
}

/** Lambda's default for concurrent executions of an account. */
const QUOTA = 1000;

/** Lambda's ListEventSourceMappings, of one function. */
function listMappings({ mappings }: CloudPlan): ServiceOperation {
  return ({ FunctionName }) => ({
    EventSourceMappings: mappings
      .filter(({ functionName }) => functionName === FunctionName)
      .map(({ queueArn, enabled, maximumConcurrency }) => ({
        EventSourceArn: queueArn,
        State: enabled ? 'Enabled' : 'Disabled',
        ScalingConfig: { MaximumConcurrency: maximumConcurrency },
      })),
  });
}

/** ARN of the deployed stack. */
export function stackArn(name: string, region: string, account: string): string {
  return `arn:aws:cloudformation:${region}:${account}:stack/${name}/local`;
}

/** CloudFormation's DescribeStacks, for the only stack. */
function describeStacks(name: string, arn: string, { outputs }: CloudPlan): ServiceOperation {
  const CreationTime = new Date().toISOString();
  return ({ StackName }) => {
    if (StackName !== undefined && StackName !== name && StackName !== arn) {
      throw new ServiceError(
        400,
        'ValidationError',
        `Stack with id ${JSON.stringify(StackName)} does not exist`,
      );
    }
    const member = {
      StackName: name,
      StackId: arn,
      CreationTime,
      StackStatus: 'CREATE_COMPLETE',
      Outputs: {
        member: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    };
    const content = { DescribeStacksResult: { Stacks: { member } } };
    return elements('DescribeStacksResponse', content, 'http://cloudformation.amazonaws.com/doc/2010-05-15/');
  };
}
