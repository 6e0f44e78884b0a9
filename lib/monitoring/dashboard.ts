import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { QueueWithDeadLetters } from '../queue-with-dead-letters.ts';

/** What the dashboard shows of a pipeline. */
export interface Watched {
  readonly function: IFunction;
  metricPuzzlesSolved(): IMetric;
  metricPuzzlesWithoutSolution(): IMetric;
  metricPuzzlesInvalid(): IMetric;
}

/** Puzzles, queues, function: three rows that tell whether work is done, waits, or fails. */
export function addDashboard(
  scope: Construct,
  watched: Watched,
  queues: Readonly<Record<string, QueueWithDeadLetters>>,
): Dashboard {
  const each = (metric: (queue: QueueWithDeadLetters) => IMetric) => Object.values(queues).map(metric);
  const solver = watched.function;
  return new Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.hours(3),
    widgets: [
      [
        graph('Puzzles', [
          watched.metricPuzzlesSolved(),
          watched.metricPuzzlesWithoutSolution(),
          watched.metricPuzzlesInvalid(),
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
        graph(
          'Dead letters',
          each((queue) => queue.metricDeadLetters()),
        ),
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
