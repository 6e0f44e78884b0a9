// Faults of invocations: Lambda throttles them, or environments die at a random time.
import type { SQSEvent } from 'aws-lambda';
import type { ExecutionEnvironment, Invocation } from '../lambda/environment.ts';
import { FAULTY_DELIVERIES, type Faults } from './faults.ts';

/** Latest time of a kill in milliseconds after the start of the invocation. Most invocations are shorter. */
const LATEST_KILL = 1500;
/** The same for a poisoned upload: the kill must happen before the invocation ends. */
const LATEST_POISONED_KILL = 100;

/** Lambda's response to its poller when it has no free environment. */
export const THROTTLED: Invocation = {
  requestId: '',
  payload: undefined,
  error: 'TooManyRequestsException: Rate Exceeded',
  duration: 0,
  maxMemory: 0,
};

/** Whether an invocation is throttled. The only effect on its messages is a higher receive count. */
export function isThrottled(faults: Faults, payload: string): boolean {
  const { Records } = JSON.parse(payload) as SQSEvent;
  return isSpared(Records) ? false : faults.strikes('throttled');
}

/** Whether one of the messages has had enough deliveries with faults. */
function isSpared(records: SQSEvent['Records']): boolean {
  const deliveries = records.map(({ attributes }) => Number(attributes.ApproximateReceiveCount));
  return Math.max(...deliveries) > FAULTY_DELIVERIES;
}

/** Kills environments at a random time in their invocations. @returns a function for `onInvoke` of LambdaFunction */
export function randomKills(
  faults: Faults,
): (environment: ExecutionEnvironment, payload: string) => () => void {
  return (environment, payload) => {
    const { Records } = JSON.parse(payload) as SQSEvent;
    const isPoisoned = faults.objects.kills(Records);
    if (!isPoisoned && (isSpared(Records) || !faults.strikes('killed'))) return () => {};
    // prefers early times, when there is more to interrupt
    const latest = faults.between(1, isPoisoned ? LATEST_POISONED_KILL : LATEST_KILL);
    const timer = setTimeout(() => void environment.kill('a fault killed it'), faults.between(1, latest));
    return () => clearTimeout(timer);
  };
}
