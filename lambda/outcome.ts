import type { Tally } from '../core/files/index.ts';

/** What became of one upload or of one message, for the log and the metrics. */
export interface Outcome {
  /**
   * - solved: result and report stand in the output bucket
   * - part: a chunk is solved, others of its job are not yet
   * - handed-on: messages were sent that do the rest
   * - rejected: only the report stands there, with the reason
   * - superseded: the upload is gone or a newer one's result stands; nothing was to be written
   * - ignored: nothing was to be done (any more)
   */
  readonly outcome: 'solved' | 'part' | 'handed-on' | 'rejected' | 'superseded' | 'ignored';
  readonly reason?: string;
  /** of the puzzles that this very invocation solved */
  readonly tally?: Tally;
  /** spent solving them */
  readonly milliseconds?: number;
}
