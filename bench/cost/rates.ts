/** Speeds that the model computes from. The first group is measured, the second assumed. */
export interface Rates {
  /** Where and how the first group was measured. */
  readonly measured: string;
  /** Of one function on one core, from the bytes of one-line 9x9 puzzles to those of their solutions. */
  readonly puzzlesPerSecond: number;
  /** Of one function for a file of one puzzle, many side by side, with an S3 that answers at once: requests, report, log line. */
  readonly secondsPerSmallFile: number;
  /** From the start of the process to the first invocation. */
  readonly coldStartSeconds: number;

  /** A processor of Lambda (arm64, 1,769 MiB) by the core that was measured. */
  readonly speed: number;
  /** Bytes a second between one function and S3, each way. */
  readonly wire: number;
  /** Seconds until S3 has answered a small request. */
  readonly latency: number;
  /** Seconds until S3 has copied one part of a chunk's size. */
  readonly copy: number;
  /** Seconds from an upload, or a message, to the call of the function: event, queue, poller. */
  readonly delivery: number;

  /** Seconds for which uploads are gathered, as the stack says. */
  readonly window: number;
}

export const ASSUMED = { speed: 0.5, wire: 75e6, latency: 0.1, copy: 1, delivery: 1, window: 0 } as const;
