import { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { type EventPattern, type OnEventOptions, Rule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { REPORT_SUFFIX } from '../core/options/report-suffix.ts';
import { STARTED_OPERATIONS } from './permissions/operations.ts';
import { allow } from './permissions/statements.ts';
import type { SolverFunction } from './solver-function.ts';
import { objectCreated, type Sink } from './sources.ts';

/** Matches the report of a file or, without reports, its result. */
export function fileSolved({ bucket, prefix }: Sink, reports: boolean): EventPattern {
  return objectCreated(bucket, { prefix, ...(reports && { suffix: REPORT_SUFFIX }) });
}

/** Matches the start of a file. lambda/file/solve-file.ts sends these events. */
export function fileStarted(serviceName: string): EventPattern {
  return { source: ['sudoku-batch'], detailType: ['File Started'], detail: { service: [serviceName] } };
}

/** Matches alarms that go off. */
export function alarmRaised(alarms: readonly Alarm[]): EventPattern {
  return {
    source: ['aws.cloudwatch'],
    detailType: ['CloudWatch Alarm State Change'],
    resources: alarms.map(({ alarmArn }) => alarmArn),
    detail: { state: { value: ['ALARM'] } },
  };
}

/** Creates a rule for the events that match both this pattern and the caller's own. */
export function eventRule(
  scope: Construct,
  id: string,
  pattern: EventPattern,
  { target, eventPattern, ...props }: OnEventOptions,
): Rule {
  const rule = new Rule(scope, id, { ...props, eventPattern: pattern });
  rule.addEventPattern(eventPattern);
  rule.addTarget(target);
  return rule;
}

/** Makes the function send an event to EventBridge's default bus when it starts a file. */
export function emitStarted(solver: SolverFunction): void {
  solver.addEnvironment('STARTED_EVENTS', 'on');
  const bus = Stack.of(solver).formatArn({
    service: 'events',
    resource: 'event-bus',
    resourceName: 'default',
  });
  for (const statement of allow(STARTED_OPERATIONS, 'event bus', bus)) solver.addToRolePolicy(statement);
}
