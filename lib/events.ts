// Patterns of the events that the pipeline's users and its own rules match.
import { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { type EventPattern, type OnEventOptions, Rule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { REPORT_SUFFIX } from '../core/options/report-suffix.ts';
import { EVENT_OPERATIONS } from './permissions/operations.ts';
import { allow } from './permissions/statements.ts';
import type { SolverFunction } from './solver-function.ts';
import { objectCreated, type ResultPlace } from './sources.ts';

/** Matches the report of a file or, without reports, its result. */
export function fileSolved({ bucket, prefix }: ResultPlace, reports: boolean): EventPattern {
  return objectCreated(bucket, { prefix, ...(reports && { suffix: REPORT_SUFFIX }) });
}

/** Events of the function about files, which lambda/invocation/file-events.ts sends. */
export type FileEventKind = 'started' | 'done' | 'failed';

/** Matches an event of the function about a file. */
export function fileEvent(kind: FileEventKind, serviceName: string): EventPattern {
  const detail = { service: [serviceName] };
  const source = ['sudoku-batch'];
  if (kind === 'started') return { source, detailType: ['File Started'], detail };
  const status = kind === 'done' ? ['done'] : ['rejected', 'failed', 'cancelled'];
  return { source, detailType: ['File Finished'], detail: { ...detail, status } };
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

/**
 * A pattern for the events that match both. CDK would join two lists of values, so that a rule for fewer events gets more.
 * @param path of the two in their patterns, for the message
 * @throws RangeError for a list with a value that the first pattern excludes
 */
function narrowed(pattern: object, own: object, path = ''): object {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(pattern));
  for (const [name, value] of Object.entries(own) as [string, unknown][]) {
    const allowed = Object.hasOwn(merged, name) ? merged[name] : undefined;
    if (allowed === undefined || value === undefined) merged[name] = value ?? allowed;
    else if (!Array.isArray(allowed))
      merged[name] = narrowed(allowed as object, value as object, `${path}${name}.`);
    else if (Array.isArray(value) && value.every((each) => allowed.includes(each))) merged[name] = value;
    else {
      throw new RangeError(
        `eventPattern must narrow the rule's own events: expected ${path}${name} with some of ${JSON.stringify(allowed)}, got ${JSON.stringify(value)}`,
      );
    }
  }
  return merged;
}

/** Creates a rule for the events that match both this pattern and the caller's own. */
export function eventRule(
  scope: Construct,
  id: string,
  pattern: EventPattern,
  { target, eventPattern, ...props }: OnEventOptions,
): Rule {
  const rule = new Rule(scope, id, { ...props, eventPattern: narrowed(pattern, eventPattern ?? {}) });
  rule.addTarget(target);
  return rule;
}

/** Makes the function send events about files to EventBridge's default bus. @param kinds all kinds that any rule needs */
export function emitFileEvents(solver: SolverFunction, kinds: ReadonlySet<FileEventKind>): void {
  solver.addEnvironment('FILE_EVENTS', [...kinds].sort().join(' '));
  const bus = Stack.of(solver).formatArn({
    service: 'events',
    resource: 'event-bus',
    resourceName: 'default',
  });
  for (const statement of allow(EVENT_OPERATIONS, 'event bus', bus)) solver.addToRolePolicy(statement);
}
