import type { Cloud } from './aws/cloud.ts';
import type { Settings } from './settings.ts';

/** What every job works with. */
export interface Job {
  readonly cloud: Cloud;
  readonly settings: Settings;
  /** `performance.now()` at which Lambda ends the invocation. */
  readonly end: number;
  /** `performance.now()` at which solving stops, so that what is done can still be written. */
  readonly deadline: number;
  /** Milliseconds for solving that an invocation has from its beginning. */
  readonly available: number;
  /** An earlier delivery of the message may have died halfway. */
  readonly again: boolean;
}
