import type { SQSEvent } from 'aws-lambda';
import type { ExecutionEnvironment } from '../lambda/environment.ts';
import { type Faults, SPOILT_DELIVERIES } from './faults.ts';

/** Latest moment of an invocation at which its environment is killed, milliseconds; most invocations are over by then. */
const LATEST = 1500;

/** Kills environments at a random moment of their invocations. @returns what an invocation's end calls */
export function killer(faults: Faults): (environment: ExecutionEnvironment, payload: string) => () => void {
  return (environment, payload) => {
    const { Records } = JSON.parse(payload) as SQSEvent;
    const deliveries = Records.map(({ attributes }) => Number(attributes.ApproximateReceiveCount));
    if (Math.max(...deliveries) > SPOILT_DELIVERIES || !faults.strikes('killed')) return () => {};
    // early moments are the likelier ones: there is more to be interrupted
    const latest = faults.between(1, LATEST);
    const timer = setTimeout(() => void environment.kill('a fault killed it'), faults.between(1, latest));
    return () => clearTimeout(timer);
  };
}
