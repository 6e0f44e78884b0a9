import type { HttpResponse } from '@smithy/core/transport';
import type { ServiceError } from './service-error.ts';

/** From so many milliseconds on a service refuses signatures: it takes five minutes, and the SDK does not wait for the last one. */
const MAX_SKEW = 240_000;

/** Answers to what took longer tell nothing of now. */
const MAX_WAIT = 900_000;

/** The time of a service, by the dates of its answers: signatures are good for minutes, and a clock may be wrong by more. */
export class Clock {
  #offset = 0;

  /** by how many milliseconds ours is behind */
  get offset(): number {
    return this.#offset;
  }

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  /** @param asked `Date.now()` when it was asked for */
  hear({ headers }: HttpResponse, asked: number): void {
    const time = Date.parse(headers.date ?? '');
    const now = Date.now();
    // a cache's answer has the date of when it was made
    if (Number.isNaN(time) || headers.age !== undefined || now - asked > MAX_WAIT) return;
    this.#offset = time - now;
  }

  /**
   * Hears the time of a refusal. One that the wrong clock may have brought about is marked, as the SDK does, to be tried again.
   * @param offset that it was signed with: others may have set the clock since
   */
  hearRefusal(error: ServiceError, asked: number, offset: number): void {
    this.hear(error.$response, asked);
    if (Math.abs(this.#offset) < MAX_SKEW || this.#offset === offset) return;
    error.$metadata.clockSkewCorrected = true;
  }
}
