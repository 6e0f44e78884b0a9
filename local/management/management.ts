import type { EventBus } from '../events/bus.ts';
import type { LambdaFunction } from '../lambda/function.ts';
import { invoke } from '../lambda/invoke.ts';
import type { CloudPlan } from '../template/plan.ts';
import type { LogStore } from './logs.ts';
import { type CallSqs, MessageMoves } from './message-moves.ts';
import { getMetricData, type MetricSources } from './metrics.ts';
import { type Answerer, ManagementError, type ManagementRequest, RawAnswer } from './request.ts';
import { describeStacks, errorXml } from './stacks.ts';

export interface ManagementOptions extends MetricSources {
  readonly plan: CloudPlan;
  readonly stackName: string;
  readonly stackArn: string;
  readonly logs: LogStore;
  readonly call: CallSqs;
  readonly functions: readonly LambdaFunction[];
  readonly bus: EventBus;
}

/** An answer for the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What people look at a stack with: its outputs, its metrics, its log, and the moving of its dead letters; and what is
 * called besides S3 and SQS: its functions, and its bus.
 */
export class Management {
  readonly #answerers: Readonly<Record<string, Answerer>>;

  constructor(options: ManagementOptions) {
    const { plan, stackName, stackArn, logs, call, functions, bus } = options;
    const moves = new MessageMoves(plan.queues, call);
    this.#answerers = {
      DescribeStacks: describeStacks(stackName, stackArn, plan),
      FilterLogEvents: logs.filter(plan.outputs.LogGroupName ?? ''),
      GetMetricData: getMetricData(options),
      StartMessageMoveTask: moves.start,
      ListMessageMoveTasks: moves.list,
      Invoke: invoke(functions),
      PutEvents: bus.put,
    };
  }

  has(operation: string | undefined): operation is string {
    return operation !== undefined && Object.hasOwn(this.#answerers, operation);
  }

  async answer({ operation, body }: ManagementRequest): Promise<WireAnswer> {
    try {
      const answer = await this.#answerers[operation]!(body);
      if (answer instanceof RawAnswer) {
        const { headers, body } = answer;
        return { status: 200, type: 'application/json', headers, body };
      }
      return typeof answer === 'string'
        ? { status: 200, type: 'text/xml', body: answer }
        : { status: 200, type: 'application/x-amz-json-1.0', body: JSON.stringify(answer) };
    } catch (error) {
      if (!(error instanceof ManagementError)) throw error;
      if (operation === 'DescribeStacks') return { status: 400, type: 'text/xml', body: errorXml(error) };
      const body = JSON.stringify({ __type: error.code, message: error.message });
      return { status: error.status, type: 'application/x-amz-json-1.0', body };
    }
  }
}
