// The metrics, the alarms and the dashboard of a pipeline.
import { Duration, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { QueueWithDeadLetters } from './queues.ts';

/** Namespace of the metrics that the function emits; the dimension `service` distinguishes pipelines. */
export const METRICS_NAMESPACE = 'SudokuBatch';

/** A construct whose function emits metrics. */
export abstract class MeasuredConstruct extends Construct {
  /** Dimension `service` of the metrics, which distinguishes pipelines. */
  abstract readonly serviceName: string;

  /** Puzzles solved. By default, the sum over five minutes. */
  metricPuzzlesSolved(options?: MetricOptions): Metric {
    return this.#metric('PuzzlesSolved', options);
  }

  /** Puzzles that have no solution. By default, the sum over five minutes. */
  metricPuzzlesWithoutSolution(options?: MetricOptions): Metric {
    return this.#metric('PuzzlesWithoutSolution', options);
  }

  /** Records that are not valid puzzles. By default, the sum over five minutes. */
  metricPuzzlesInvalid(options?: MetricOptions): Metric {
    return this.#metric('PuzzlesInvalid', options);
  }

  /** Puzzles with a rule that is not known, as in files for later versions. By default, the sum over five minutes. */
  metricPuzzlesUnsupported(options?: MetricOptions): Metric {
    return this.#metric('PuzzlesUnsupported', options);
  }

  /**
   * Records and files that a defect of this package has cost, each with the reason in its report and in the log. By default, the
   * sum over five minutes.
   */
  metricInternalErrors(options?: MetricOptions): Metric {
    return this.#metric('InternalErrors', options);
  }

  /**
   * Files in chunks on which nothing worked any more, as when messages are lost. The hourly sweep, or another message about them,
   * goes on with them or reports them as failed. By default, the sum over five minutes.
   */
  metricJobsStalled(options?: MetricOptions): Metric {
    return this.#metric('JobsStalled', options);
  }

  /** Milliseconds that functions spent solving. By default, the sum over five minutes. */
  metricSolvingTime(options?: MetricOptions): Metric {
    return this.#metric('SolvingTime', options);
  }

  #metric(metricName: string, options: MetricOptions = {}): Metric {
    return new Metric({
      namespace: METRICS_NAMESPACE,
      metricName,
      dimensionsMap: { service: this.serviceName },
      statistic: 'sum',
      ...options,
    });
  }
}

/**
 * Alarms for files that failed permanently, files that wait too long, functions that crash or are throttled, defects, and jobs on which nothing works.
 * @param queues by the prefix of the alarms' ids
 */
export function addAlarms(
  scope: MeasuredConstruct,
  solver: IFunction,
  queues: Readonly<Record<string, QueueWithDeadLetters>>,
): Alarm[] {
  const alarms = Object.entries(queues).flatMap(([name, queue]) => queueAlarms(scope, name, queue));
  return [
    ...alarms,
    alarm(scope, 'FunctionErrors', {
      alarmDescription:
        'The function crashed or ran into its time limit (files that fail are no errors, as they are handed back to the queue)',
      metric: solver.metricErrors(),
      threshold: 0,
      evaluationPeriods: 1,
    }),
    alarm(scope, 'FunctionThrottles', {
      alarmDescription: 'The account has had no free concurrency for the function for a quarter of an hour',
      metric: solver.metricThrottles(),
      threshold: 0,
      evaluationPeriods: 3,
    }),
    alarm(scope, 'InternalErrors', {
      alarmDescription:
        'A defect of sudoku-batch has cost a record or a file; the reports and the log have the reason: please report it',
      metric: scope.metricInternalErrors(),
      threshold: 0,
      evaluationPeriods: 1,
    }),
    alarm(scope, 'JobsStalled', {
      alarmDescription:
        'Nothing worked on a file in chunks any more, as when its messages are lost; it goes on, or its report says that it failed',
      metric: scope.metricJobsStalled(),
      threshold: 0,
      evaluationPeriods: 1,
    }),
  ];
}

function queueAlarms(scope: Construct, name: string, queue: QueueWithDeadLetters): Alarm[] {
  return [
    alarm(scope, `${name}InDeadLetters`, {
      alarmDescription: `Messages of the ${name.toLowerCase()} queue failed permanently; find the cause in the log, fix it, then redrive them`,
      metric: queue.metricDeadLetters(),
      threshold: 0,
      evaluationPeriods: 1,
    }),
    alarm(scope, `${name}WaitTooLong`, {
      alarmDescription: `The oldest message of the ${name.toLowerCase()} queue is over an hour old`,
      metric: queue.metricApproximateAgeOfOldestMessage(),
      threshold: Duration.hours(1).toSeconds(),
      evaluationPeriods: 3,
    }),
  ];
}

function alarm(scope: Construct, id: string, props: AlarmProps): Alarm {
  return new Alarm(scope, id, {
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    // idle queues and functions send no data
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...props,
  });
}

/** Percentages of a month's budget at which emails are sent. */
const BUDGET_WARNINGS = [80, 100];

/**
 * Adds a budget for the cost of a stack in a month. AWS tags what a stack creates with its name.
 * @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/aws-tags.html
 */
export function addBudget(
  scope: Construct,
  { dollars, emails }: { readonly dollars: number; readonly emails: readonly string[] },
): CfnBudget {
  const tag = `aws:cloudformation:stack-name$${Stack.of(scope).stackName}`;
  return new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: dollars, unit: 'USD' },
      costFilters: { TagKeyValue: [tag] },
    },
    notificationsWithSubscribers: BUDGET_WARNINGS.map((threshold) => ({
      notification: {
        notificationType: 'ACTUAL',
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: emails.map((address) => ({ subscriptionType: 'EMAIL', address })),
    })),
  });
}

/** Adds a dashboard with three rows: puzzles and invocations, waiting messages, failures and durations. */
export function addDashboard(
  pipeline: MeasuredConstruct & { readonly function: IFunction },
  queues: Readonly<Record<string, QueueWithDeadLetters>>,
): Dashboard {
  const each = (metric: (queue: QueueWithDeadLetters) => IMetric) => Object.values(queues).map(metric);
  const solver = pipeline.function;
  return new Dashboard(pipeline, 'Dashboard', {
    defaultInterval: Duration.hours(3),
    widgets: [
      [
        graph('Puzzles', [
          pipeline.metricPuzzlesSolved(),
          pipeline.metricPuzzlesWithoutSolution(),
          pipeline.metricPuzzlesInvalid(),
          pipeline.metricPuzzlesUnsupported(),
        ]),
        graph('Invocations', [solver.metricInvocations(), solver.metricErrors(), solver.metricThrottles()]),
      ],
      [
        graph(
          'Messages waiting',
          each((queue) => queue.metricApproximateNumberOfMessagesVisible()),
        ),
        graph(
          'Age of the oldest message (s)',
          each((queue) => queue.metricApproximateAgeOfOldestMessage()),
        ),
      ],
      [
        graph('Dead letters and internal errors', [
          ...each((queue) => queue.metricDeadLetters()),
          pipeline.metricInternalErrors(),
        ]),
        graph('Duration (ms)', [
          solver.metricDuration({ statistic: 'p50' }),
          solver.metricDuration({ statistic: 'p99' }),
        ]),
      ],
    ],
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 12 });
}
