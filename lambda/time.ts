import type { Job } from './invocation.ts';

/** Share of an invocation's time that is kept for writing what was solved. */
const RESERVED_SHARE = 0.2;
const MOST_RESERVED = 60_000;

/** What one file among others may take before it is given to invocations of its own. */
const SLICE = 10_000;
const SLICE_SHARE = 1 / 4;

/** @param remaining milliseconds until Lambda ends the invocation */
export function timesOf(remaining: number): Pick<Job, 'end' | 'deadline' | 'available'> {
  const available = remaining - Math.min(remaining * RESERVED_SHARE, MOST_RESERVED);
  const now = performance.now();
  return { end: now + remaining, deadline: now + available, available };
}

/** Milliseconds that one file among others may take. */
const slice = ({ available }: Job): number => Math.min(SLICE, available * SLICE_SHARE);

/** `performance.now()` at which a file among others is to stop. */
export const sliceDeadline = (job: Job): number => Math.min(job.deadline, performance.now() + slice(job));

/** Whether a file among others would not have its full time any more. */
export const isLate = (job: Job): boolean => performance.now() + slice(job) > job.deadline;
