import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Trouble, Troubled } from './troubled.ts';

/** What can go wrong between a function and the services around it, each with what it happens to. */
export const FAULT_KINDS = {
  refused: 'a request of the function or a poller is answered 500 or 503 and not carried out',
  overRate:
    'S3 answers 503 SlowDown to what the function asks beyond a rate, until the tenth of a second is over',
  conflict:
    'a conditional write meets another one: 409, and a multipart upload that was to be completed is gone',
  answerLost: 'a request of the function or a poller is carried out, its connection cut before the answer',
  bodyCut: 'the connection is cut in the middle of the body of an object that the function reads',
  duplicated: 'a message is sent twice',
  delayed: 'a message is held back, so that later ones overtake it',
  deleteLost: 'a message that is deleted comes back after its visibility timeout all the same',
  killed: 'an environment is killed in the middle of an invocation',
  throttled: 'an invocation is throttled: its messages were received for nothing',
  archived: 'an upload is archived: to read it is an error for good',
  keyDenied: 'an upload is under a KMS key that the function may not use',
  poisoned: 'an upload kills the environment that works on it, and the files beside it wait for half an hour',
} as const satisfies Record<string, string>;
export type FaultKind = keyof typeof FAULT_KINDS;

/** Share of the occasions at which a fault happens, 0 to 1. Which objects are in trouble is for the caller to say. */
export type FaultRates = Readonly<Record<Exclude<FaultKind, Trouble>, number>>;

/** Bad enough that every job meets some, good enough that retries get through. */
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
 * Deliveries of one message that faults may spoil. Redrive policies count deliveries, and a message whose every delivery
 * is spoilt goes to the dead letters as it should: that would say nothing about the function.
 */
export const SPOILT_DELIVERIES = 2;

const RESOLUTION = 1_000_000;

/** Decides by a seed which faults happen. Which request is the tenth is up to the scheduler, so no run is like another. */
export class Faults {
  readonly #rates: FaultRates;
  readonly #random: RandomGenerator;
  readonly #counts: Record<FaultKind, number>;
  /** Objects that cannot be read, or kill. */
  readonly troubled = new Troubled((trouble) => void this.#counts[trouble]++);

  constructor(seed: number, rates: FaultRates = ROUGH) {
    this.#rates = rates;
    this.#random = xoroshiro128plus(seed);
    const none = Object.keys(FAULT_KINDS).map((kind) => [kind, 0]);
    this.#counts = Object.fromEntries(none) as Record<FaultKind, number>;
  }

  /** How often each has happened. */
  get counts(): Readonly<Record<FaultKind, number>> {
    return this.#counts;
  }

  /** Whether the fault happens this time. */
  strikes(kind: keyof FaultRates): boolean {
    const strikes = uniformInt(this.#random, 0, RESOLUTION - 1) < this.#rates[kind] * RESOLUTION;
    if (strikes) this.#counts[kind]++;
    return strikes;
  }

  /** A random whole number, both ends included. */
  between(least: number, most: number): number {
    return uniformInt(this.#random, least, most);
  }
}
