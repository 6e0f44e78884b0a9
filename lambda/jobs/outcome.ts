import type { Tally } from '../files/index.ts';

/** What became of one upload or of one message, for the log and the metrics. */
export interface Outcome {
  /**
   * - solved: result and report stand in the output bucket
   * - rejected: only the report does, with the reason
   * - handed-on: messages were sent that do the rest
   * - superseded: the upload is gone or a newer one's result stands; nothing was to be written
   * - ignored: nothing was to be done at all
   */
  readonly outcome: 'solved' | 'rejected' | 'handed-on' | 'superseded' | 'ignored';
  readonly reason?: string;
  /** of the puzzles that this very invocation solved */
  readonly tally?: Tally;
  /** spent solving them */
  readonly milliseconds?: number;
}
