/** Share of an invocation's time that is kept for writing what was solved. */
const RESERVED_SHARE = 0.2;
const MOST_RESERVED = 60_000;

/** @param remaining milliseconds until Lambda ends the invocation @returns `performance.now()` at which solving is to stop */
export function solvingDeadline(remaining: number): number {
  return performance.now() + remaining - Math.min(remaining * RESERVED_SHARE, MOST_RESERVED);
}
