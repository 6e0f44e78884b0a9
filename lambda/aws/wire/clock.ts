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

  /**
   * To be called when the headers are there: a body may take minutes more.
   * @param asked `Date.now()` when it was asked for
   */
  hear({ headers }: HttpResponse, asked: number): void {
    const time = Date.parse(headers.date ?? '');
    const now = Date.now();
    // a cache's answer has the date of when it was made
    if (Number.isNaN(time) || headers.age !== undefined || now - asked > MAX_WAIT) return;
    this.#offset = time - now;
  }

  /**
   * Marks a refusal that the wrong clock may have brought about, as the SDK does, to be tried again. One that was signed in
   * time is none of them, however far our own clock is off.
   * @param offset that it was signed with: others may have set the clock since
   */
  judgeRefusal(error: ServiceError, offset: number): void {
    if (Math.abs(this.#offset - offset) >= MAX_SKEW) error.$metadata.clockSkewCorrected = true;
  }
}
