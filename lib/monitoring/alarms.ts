import { Duration } from 'aws-cdk-lib';
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { QueueWithDeadLetters } from '../queue-with-dead-letters.ts';

/**
 * What somebody should look at: files that failed for good, files that wait too long, functions that die or are held
 * back.
 * @param queues by the name that begins the alarms' ids
 */
export function addAlarms(
  scope: Construct,
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
  ];
}

function queueAlarms(scope: Construct, name: string, queue: QueueWithDeadLetters): Alarm[] {
  return [
    alarm(scope, `${name}InDeadLetters`, {
      alarmDescription: `Messages of the ${name.toLowerCase()} queue failed for good; see the log, mend, then redrive them`,
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
