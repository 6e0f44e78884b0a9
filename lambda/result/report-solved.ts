import { type FilePlan, type Identity, report, type Tally } from '../../core/files/index.ts';
import type { Job } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import type { Upload } from '../upload.ts';
import { inputOf } from './report-rejection.ts';
import { effort, writeReport } from './write-report.ts';

/** A file that one invocation has solved, its result written. */
export interface Solved {
  readonly plan: FilePlan;
  readonly output: Identity;
  readonly tally: Tally;
  /** `Date.now()` when the work on it began */
  readonly begun: number;
  /** spent solving */
  readonly milliseconds: number;
}

/** Writes the report of such a file. @throws Superseded */
export async function reportSolved(job: Job, upload: Upload, solved: Solved): Promise<Outcome> {
  const { plan, output, tally, begun, milliseconds } = solved;
  const seconds = (Date.now() - begun) / 1000;
  const unreported = await writeReport(job, upload, {
    ...report({ input: inputOf(upload), output, plan, tally, seconds }),
    ...effort(1, milliseconds),
  });
  return {
    outcome: 'solved',
    tally,
    milliseconds,
    ...(unreported === undefined ? {} : { reason: unreported }),
  };
}
