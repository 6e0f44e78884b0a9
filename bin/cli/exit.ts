/** What the process ends with; docs/cli.md explains each to users. */
export const Exit = {
  allSolved: 0,
  /** finished, but not every puzzle is solved, or not every record right */
  someUnsolved: 1,
  /** wrong usage, or input that cannot be read */
  usage: 2,
  /** a transfer, a write or a service failed */
  failure: 3,
  /** its terminal has gone: 128 + SIGHUP, as shells report it */
  hungUp: 129,
  /** by Ctrl-C: 128 + SIGINT */
  interrupted: 130,
  /** 128 + SIGTERM */
  terminated: 143,
} as const;
export type Exit = (typeof Exit)[keyof typeof Exit];

/** A mistake of the caller: reported in one line, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An error that the user can act on and that is not a mistake in the call: a disk that is full, a service that is away. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
}
