import type { LogStore } from './logs.ts';
import { type Answerer, ManagementError } from './request.ts';

interface Query {
  readonly Id: string;
  readonly MetricStat?: {
    readonly Metric: {
      readonly Namespace: string;
      readonly MetricName: string;
      readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
    };
  };
}

/** What metrics of the local cloud are made from. */
export interface MetricSources {
  readonly logs: LogStore;
  /** age in seconds of a queue's oldest message; 0 where there is none */
  readonly oldestAge: (queueName: string) => Promise<number>;
  /** invocations that a function has at the moment */
  readonly atWork: (functionName: string) => number;
}

interface Message {
  readonly sentTimestamp: number;
}

/** Seconds since the oldest message of a queue was sent, by what fauxqs tells of the queue; 0 if it is empty. */
export function oldestAge(inspected: unknown): number {
  const {
    ready = [],
    delayed = [],
    inflight = [],
  } = ((inspected as { messages?: unknown }).messages ?? {}) as {
    ready?: Message[];
    delayed?: Message[];
    inflight?: { message: Message }[];
  };
  const all = [...ready, ...delayed, ...inflight.map(({ message }) => message)];
  return all.length === 0 ? 0 : (Date.now() - Math.min(...all.map((each) => each.sentTimestamp))) / 1000;
}

/** CloudWatch's GetMetricData: each metric of a query as one value, of now, or summed from its start on. */
export function getMetricData({ logs, oldestAge, atWork }: MetricSources): Answerer {
  return async ({ MetricDataQueries = [], StartTime = 0 }) => {
    const results = (MetricDataQueries as Query[]).map(async ({ Id, MetricStat }) => {
      const { Namespace = '', MetricName = '', Dimensions = [] } = MetricStat?.Metric ?? {};
      const of = Dimensions[0]?.Value ?? '';
      const value = await valueAt(`${Namespace}/${MetricName}`, of, Number(StartTime) * 1000);
      return {
        Id,
        Label: MetricName,
        StatusCode: 'Complete',
        Values: [value],
        Timestamps: [Math.floor(Date.now() / 1000)],
      };
    });
    return { MetricDataResults: await Promise.all(results) };
  };

  async function valueAt(metric: string, of: string, since: number): Promise<number> {
    if (metric === 'AWS/SQS/ApproximateAgeOfOldestMessage') return oldestAge(of);
    if (metric === 'AWS/Lambda/ConcurrentExecutions') return atWork(of);
    const [namespace, name = ''] = metric.split('/');
    if (namespace === 'AWS') {
      throw new ManagementError(
        'InvalidParameterValue',
        `The local cloud does not know the metric ${metric}`,
      );
    }
    let sum = 0;
    for (const { service, _aws, [name]: value } of logs.entries(since)) {
      if (_aws !== undefined && service === of)
        sum += [value ?? 0].flat().reduce((a, b) => Number(a) + Number(b), 0) as number;
    }
    return sum;
  }
}
