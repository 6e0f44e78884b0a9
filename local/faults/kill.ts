import type { SQSEvent } from 'aws-lambda';
import type { ExecutionEnvironment, Invocation } from '../lambda/environment.ts';
import { type Faults, SPOILT_DELIVERIES } from './faults.ts';

/** Latest moment of an invocation at which its environment is killed, milliseconds; most invocations are over by then. */
const LATEST = 1500;
/** Of one that is killed by what it works on, which is to happen before that is done. */
const QUICK = 100;

/** What Lambda answers its poller when it has no environment to spare. */
export const THROTTLED: Invocation = {
  requestId: '',
  payload: undefined,
  error: 'TooManyRequestsException: Rate Exceeded',
  duration: 0,
  maxMemory: 0,
};

/** Whether an invocation is throttled, which its messages hear of by their receive count only. */
export function isThrottled(faults: Faults, payload: string): boolean {
  const { Records } = JSON.parse(payload) as SQSEvent;
  return isSpared(Records) ? false : faults.strikes('throttled');
}

function isSpared(records: SQSEvent['Records']): boolean {
  const deliveries = records.map(({ attributes }) => Number(attributes.ApproximateReceiveCount));
  return Math.max(...deliveries) > SPOILT_DELIVERIES;
}

/** Kills environments at a random moment of their invocations. @returns what an invocation's end calls */
export function killer(faults: Faults): (environment: ExecutionEnvironment, payload: string) => () => void {
  return (environment, payload) => {
    const { Records } = JSON.parse(payload) as SQSEvent;
    const isPoisonous = faults.troubled.kills(Records);
    if (!isPoisonous && (isSpared(Records) || !faults.strikes('killed'))) return () => {};
    // early moments are the likelier ones: there is more to be interrupted
    const latest = faults.between(1, isPoisonous ? QUICK : LATEST);
    const timer = setTimeout(() => void environment.kill('a fault killed it'), faults.between(1, latest));
    return () => clearTimeout(timer);
  };
}
