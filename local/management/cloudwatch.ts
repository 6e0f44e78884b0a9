// CloudWatch: the recent log lines of all functions, and metrics that are computed from them and from the queues.
import { notImplemented, ServiceError } from '../requests/service-error.ts';
import type { ServiceOperation } from '../requests/service-request.ts';
import type { AlarmPlan } from '../template/read-template.ts';

/** Lines in memory; the oldest are dropped first. */
const MAX_LINES = 20_000;
/** Events in one response, as in CloudWatch Logs. */
const MAX_EVENTS = 10_000;

interface Line {
  readonly id: string;
  readonly timestamp: number;
  readonly message: string;
}

/** The recent log lines of all functions. */
export class LogStore {
  readonly #lines: Line[] = [];
  #count = 0;

  add(message: string): void {
    this.#lines.push({ id: String(this.#count++).padStart(12, '0'), timestamp: Date.now(), message });
    if (this.#lines.length > MAX_LINES) this.#lines.splice(0, MAX_LINES / 2);
  }

  /** Lines that are JSON, parsed. @param since milliseconds since 1970 */
  *entries(since: number): Generator<Record<string, unknown>> {
    for (const { timestamp, message } of this.#lines) {
      if (timestamp < since) continue;
      const entry = parseLine(message);
      if (entry) yield entry;
    }
  }

  /** CloudWatch Logs' FilterLogEvents. Supports patterns `{ $.name = "text" && … }`, where a text may end in `*`. */
  filter(logGroupName: string): ServiceOperation {
    return ({ logGroupName: wanted, startTime = 0, endTime = Number.POSITIVE_INFINITY, ...body }) => {
      if (wanted !== logGroupName) {
        throw new ServiceError(400, 'ResourceNotFoundException', 'The specified log group does not exist.');
      }
      const {
        filterPattern = '',
        nextToken = '',
        limit = MAX_EVENTS,
      } = body as {
        filterPattern?: string;
        nextToken?: string;
        limit?: number;
      };
      const matches = lineMatcher(filterPattern);
      const found = this.#lines.filter(
        ({ id, timestamp, message }) =>
          id > nextToken && timestamp >= Number(startTime) && timestamp < Number(endTime) && matches(message),
      );
      const events = found.slice(0, limit);
      return {
        events: events.map(({ id, timestamp, message }) => ({
          eventId: id,
          timestamp,
          ingestionTime: timestamp,
          message,
          logStreamName: 'local',
        })),
        ...(found.length > events.length && { nextToken: events.at(-1)!.id }),
      };
    };
  }
}

function lineMatcher(pattern: string): (message: string) => boolean {
  if (pattern === '') return () => true;
  const [, inner = ''] = /^\{ (.*) \}$/.exec(pattern) ?? [];
  const conditions = inner.split(' && ').map((condition) => /^\$\.(\w+) = "([^"]*)"$/.exec(condition));
  if (conditions.includes(null)) {
    throw new ServiceError(
      400,
      'InvalidParameterException',
      `The local cloud supports patterns such as { $.key = "a*" && $.message = "b" }, got ${pattern}`,
    );
  }
  return (message) => {
    const line = parseLine(message);
    return conditions.every((found) => {
      const [, name, text] = found!;
      const prefix = text!.replace(/\*$/, '');
      const value = line?.[name!];
      return typeof value === 'string' && (prefix === text ? value === text : value.startsWith(prefix));
    });
  };
}

function parseLine(message: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(message) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

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

/** The sources of the local cloud's metrics. */
export interface MetricSources {
  readonly logs: LogStore;
  readonly queue: (name: string) => Promise<QueueMetrics>;
  /** number of invocations of a function in progress */
  readonly concurrency: (functionName: string) => number;
  /** of a function, since the cloud was started */
  readonly usage: (functionName: string) => {
    readonly invocations: number;
    readonly errors: number;
    readonly duration: number;
  };
}

interface Message {
  readonly sentTimestamp: number;
}

interface QueueMetrics {
  /** seconds since its oldest message was sent; 0 if it is empty */
  readonly oldestAge: number;
  /** messages that can be received */
  readonly visible: number;
}

/** @param inspected fauxqs's description of a queue */
export function queueMetrics(inspected: unknown): QueueMetrics {
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
  const oldest = Math.min(...all.map(({ sentTimestamp }) => sentTimestamp));
  return { oldestAge: all.length === 0 ? 0 : (Date.now() - oldest) / 1000, visible: ready.length };
}

/** CloudWatch's GetMetricData: returns each metric as one value, either current or summed since the start time. */
export function getMetricData(sources: MetricSources): ServiceOperation {
  return async ({ MetricDataQueries = [], StartTime = 0 }) => {
    const results = (MetricDataQueries as Query[]).map(async ({ Id, MetricStat }) => {
      const { Namespace = '', MetricName = '', Dimensions = [] } = MetricStat?.Metric ?? {};
      const dimension = Dimensions[0]?.Value ?? '';
      const since = Number(StartTime) * 1000;
      const value = await metricSince(sources, `${Namespace}/${MetricName}`, dimension, since);
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
}

/** A metric, either current or summed since a time in milliseconds since 1970. @throws ServiceError for an unknown one */
async function metricSince(
  { logs, queue, concurrency, usage }: MetricSources,
  metric: string,
  dimension: string,
  since: number,
): Promise<number> {
  if (metric === 'AWS/SQS/ApproximateAgeOfOldestMessage') return (await queue(dimension)).oldestAge;
  if (metric === 'AWS/SQS/ApproximateNumberOfMessagesVisible') return (await queue(dimension)).visible;
  if (metric === 'AWS/Lambda/ConcurrentExecutions') return concurrency(dimension);
  if (metric === 'AWS/Lambda/Duration') return usage(dimension).duration;
  if (metric === 'AWS/Lambda/Invocations') return usage(dimension).invocations;
  if (metric === 'AWS/Lambda/Errors') return usage(dimension).errors;
  // nothing is throttled
  if (metric === 'AWS/Lambda/Throttles') return 0;
  const [namespace, name = ''] = metric.split('/');
  if (namespace === 'AWS') {
    throw new ServiceError(
      400,
      'InvalidParameterValue',
      `The local cloud does not have the metric ${metric}`,
    );
  }
  let sum = 0;
  for (const { service, _aws, [name]: value } of logs.entries(since)) {
    if (_aws !== undefined && service === dimension)
      sum += [value ?? 0].flat().reduce((a, b) => Number(a) + Number(b), 0) as number;
  }
  return sum;
}

/** CloudWatch's DescribeAlarms for alarms that are on, by the current values of their metrics. */
export function describeAlarms(sources: MetricSources, alarms: readonly AlarmPlan[]): ServiceOperation {
  return async ({ AlarmNamePrefix = '', StateValue }) => {
    if (StateValue !== 'ALARM') throw notImplemented('DescribeAlarms without StateValue ALARM');
    const isOn = async ({ metric, dimensions, threshold, seconds }: AlarmPlan) => {
      const since = Date.now() - seconds * 1000;
      const value = metricSince(sources, metric, dimensions[0]?.Value ?? '', since);
      // a template can have alarms on other metrics
      return (await value.catch(() => 0)) > threshold;
    };
    const MetricAlarms: object[] = [];
    for (const alarm of alarms.filter(({ name }) => name.startsWith(String(AlarmNamePrefix)))) {
      if (!(await isOn(alarm))) continue;
      const { name: AlarmName, description: AlarmDescription, dimensions: Dimensions } = alarm;
      MetricAlarms.push({ AlarmName, AlarmDescription, Dimensions, StateValue });
    }
    return { MetricAlarms };
  };
}
