// The faults between a function and the services around it, with a description of each; a seed decides which of them
// happen.
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { ExecutionEnvironment, Invocation } from '../lambda/environment.ts';
import { ServiceError } from '../requests/service-error.ts';

/** Faults of single objects, each with the request that S3 refuses and its error; a poisoned object can be read and written. */
const OBJECT_FAULTS = {
  archived: {
    operation: 'GetObject',
    error: new ServiceError(
      403,
      'InvalidObjectState',
      "The operation is not valid for the object's storage class",
    ),
  },
  keyDenied: {
    operation: 'GetObject',
    error: new ServiceError(
      403,
      'AccessDenied',
      'User is not authorized to perform: kms:Decrypt on the resource associated with this ciphertext',
    ),
  },
  writeDenied: {
    operation: 'PutObject',
    error: new ServiceError(403, 'AccessDenied', 'a policy of the bucket denies s3:PutObject'),
  },
  poisoned: undefined,
} as const;
export type ObjectFault = keyof typeof OBJECT_FAULTS;

/** Objects that the function can never read, or that kill it while it works on them. */
class FaultyObjects {
  readonly #objects = new Map<string, { fault: ObjectFault; left: number }>();
  readonly #onStrike: (fault: ObjectFault) => void;

  constructor(onStrike: (fault: ObjectFault) => void) {
    this.#onStrike = onStrike;
  }

  /** @param times how often a poisoned object kills */
  add(key: string, fault: ObjectFault, times = Number.POSITIVE_INFINITY): void {
    this.#objects.set(key, { fault, left: times });
  }

  /** Ends the fault of an object. */
  remove(key: string): void {
    this.#objects.delete(key);
  }

  /** The error for a request on an object, if it has such a fault. */
  errorOf(operation: string, key: string): ServiceError | undefined {
    const found = this.#objects.get(key);
    const refused = found && OBJECT_FAULTS[found.fault];
    if (refused?.operation !== operation) return undefined;
    this.#onStrike(found!.fault);
    return refused.error;
  }

  /** Whether one of the messages is about a poisoned object, whose remaining kills this reduces by one. */
  kills(records: readonly SQSRecord[]): boolean {
    const poisoned = records
      .flatMap(({ body }) => keysIn(body))
      .map((key) => this.#objects.get(key))
      .filter((found) => found?.fault === 'poisoned' && found.left > 0);
    for (const found of poisoned) found!.left--;
    if (poisoned.length > 0) this.#onStrike('poisoned');
    return poisoned.length > 0;
  }
}

/** Keys of the uploads in a message: an event of S3, or a message of the function to itself. */
function keysIn(body: string): string[] {
  const { Records = [], upload } = JSON.parse(body) as {
    Records?: { s3?: { object: { key: string } } }[];
    upload?: { key: string };
  };
  const encoded = Records.flatMap(({ s3 }) => s3?.object.key ?? []);
  return [
    ...encoded.map((key) => decodeURIComponent(key.replaceAll('+', ' '))),
    ...(upload ? [upload.key] : []),
  ];
}

export const FAULT_KINDS = {
  refused: 'a request of the function or a poller is answered with 500 or 503 and not carried out',
  overRate:
    'S3 answers requests of the function beyond a rate with 503 SlowDown, for up to a tenth of a second',
  conflict: 'a conditional write meets another one: 409, and a multipart upload being completed is gone',
  answerLost:
    'a request of the function or a poller is carried out, but its connection is cut before the response',
  bodyCut: 'the connection is cut within the body of an object that the function reads',
  duplicated: 'a message is sent twice',
  delayed: 'a message is delayed, so that later ones overtake it',
  deleteLost: 'a deleted message is delivered again after its visibility timeout',
  killed: 'an environment is killed during an invocation',
  throttled: 'an invocation is throttled after its messages were received',
  archived: 'an upload is archived: every read fails',
  keyDenied: 'an upload is encrypted with a KMS key that the function may not use',
  writeDenied: 'the result of an upload may not be written: every attempt fails',
  poisoned:
    'an upload kills the environment that works on it, and the files in its batch wait for half an hour',
} as const satisfies Record<string, string>;
export type FaultKind = keyof typeof FAULT_KINDS;

/** Probability of each fault, 0 to 1. Faults of objects are not random: the caller adds them. */
export type FaultRates = Readonly<Record<Exclude<FaultKind, ObjectFault>, number>>;

/** Rates at which every job meets some faults, yet retries succeed. */
export const ROUGH: FaultRates = {
  refused: 0.05,
  overRate: 1,
  conflict: 0.03,
  answerLost: 0.03,
  bodyCut: 0.1,
  duplicated: 0.15,
  delayed: 0.3,
  deleteLost: 0.1,
  killed: 0.2,
  throttled: 0.05,
};

/**
 * Maximum deliveries of one message that have faults. Redrive policies count deliveries: a message with faults in all of them
 * would correctly become a dead letter, which tests nothing.
 */
export const FAULTY_DELIVERIES = 2;

/** No faults but those of objects. */
export const NO_FAULTS = Object.fromEntries(
  Object.keys(ROUGH).map((kind) => [kind, 0]),
) as unknown as FaultRates;

const RESOLUTION = 1_000_000;

/** Decides which faults happen, by a seed. Even so, two runs differ, because the order of requests depends on the scheduler. */
export class Faults {
  readonly #rates: FaultRates;
  readonly #random: RandomGenerator;
  readonly #counts: Record<FaultKind, number>;
  readonly objects = new FaultyObjects((fault) => void this.#counts[fault]++);

  constructor(seed: number, rates: FaultRates = ROUGH) {
    this.#rates = rates;
    this.#random = xoroshiro128plus(seed);
    const none = Object.keys(FAULT_KINDS).map((kind) => [kind, 0]);
    this.#counts = Object.fromEntries(none) as Record<FaultKind, number>;
  }

  /** How often each fault has happened. */
  get counts(): Readonly<Record<FaultKind, number>> {
    return this.#counts;
  }

  /** Decides whether the fault happens this time, and counts it if so. */
  strikes(kind: keyof FaultRates): boolean {
    const strikes = uniformInt(this.#random, 0, RESOLUTION - 1) < this.#rates[kind] * RESOLUTION;
    if (strikes) this.#counts[kind]++;
    return strikes;
  }

  /** A random integer, both ends included. */
  between(least: number, most: number): number {
    return uniformInt(this.#random, least, most);
  }
}

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
