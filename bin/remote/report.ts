// Reads the report on an upload from its bucket, checks that it is one, and decides whether another may replace it.
import type { S3Client } from '@aws-sdk/client-s3';
import type { AnyReport } from '../../core/files/index.ts';
import {
  anyOf,
  members,
  natural,
  object,
  optional,
  parseJson,
  ShapeError,
  text,
} from '../../core/options/shape.ts';
import { noOutcomes, OUTCOMES } from '../../core/solver/model/status.ts';
import { reportRef } from '../../lambda/result/output-refs.ts';
import { Exit, FailureError } from '../cli/exit.ts';
import { readObjectText } from './download.ts';
import { bareEtag, unlessMissing } from './objects.ts';

/** An object with the name of a report that is not a report. */
export class BadReport extends FailureError {}

const checkStatus = members<Pick<AnyReport, 'status'>>({
  status: anyOf('done', 'rejected', 'failed', 'cancelled'),
});
const checkInput = members({ input: members({ key: text(), etag: text() }) });
const checkReason = members({ reason: text() });
/** A report of an older version lacks the counts of outcomes that it did not know. */
const checkCounts = members({
  puzzles: natural,
  solved: natural,
  ...Object.fromEntries(OUTCOMES.slice(1).map(({ key }) => [key, optional(natural)])),
  disagreements: natural,
  output: optional(members({ key: text() })),
});

/**
 * Parses a report and checks the members that the commands use.
 * @param name where it is stored, for the message
 * @throws BadReport
 */
function parseReport(json: string, name: string): AnyReport {
  try {
    const report = object(parseJson(json, name), name);
    const { status } = checkStatus(report, name);
    checkInput(report, name);
    (status === 'done' ? checkCounts : checkReason)(report, name);
    return { ...(status === 'done' && noOutcomes()), ...report } as unknown as AnyReport;
  } catch (error) {
    if (error instanceof ShapeError) throw new BadReport(`expected a report: ${error.message}`);
    throw error;
  }
}

/** A report as it is stored in the output bucket. */
export interface StoredReport {
  readonly report: AnyReport;
  /** its JSON */
  readonly text: string;
  /** of the report itself, without quotes */
  readonly etag: string;
  /** when it was written; S3 gives whole seconds */
  readonly at: Date;
}

/**
 * The report stored for a key, whichever upload of the key it is about; undefined if there is none, also because the key has no
 * room for its name.
 * @throws BadReport
 */
export async function storedReport(
  s3: S3Client,
  output: Parameters<typeof reportRef>[0],
  key: string,
  signal?: AbortSignal,
): Promise<StoredReport | undefined> {
  const ref = reportRef(output, { key });
  if (ref === undefined) return undefined;
  const name = { Bucket: ref.bucket, Key: ref.key };
  return unlessMissing(s3, name.Bucket, name.Key, async () => {
    const { text, etag, modified = new Date(0) } = await readObjectText(s3, name, { signal });
    const report = parseReport(text, `s3://${name.Bucket}/${name.Key}`);
    return { report, text, etag: bareEtag(etag), at: modified };
  });
}

/**
 * The longest time from one delivery of a message to the next, in milliseconds: the visibility timeout of a pipeline whose
 * function has the longest timeout and batch window.
 */
const MAX_DELIVERY_INTERVAL = 5_700_000;

/**
 * Whether no other report will replace this one without intervention. A failure with deliveries left is replaced by their
 * result; but if no function is free for them, the message reaches the dead letters without another report, so the wait is
 * bounded.
 * @param at when the report was written
 */
export function isFinal(report: AnyReport, at: Date): boolean {
  const deliveriesLeft = report.status === 'failed' ? (report.deliveriesLeft ?? 0) : 0;
  return Date.now() - Number(at) >= deliveriesLeft * MAX_DELIVERY_INTERVAL;
}

/** The exit code for a file's report. A command exits with the worst of all its files. */
export function exitOf(report: AnyReport): Exit {
  if (report.status === 'failed' || report.status === 'cancelled') return Exit.failure;
  if (report.status === 'rejected') return Exit.usage;
  return report.solved < report.puzzles || report.disagreements > 0 ? Exit.someUnsolved : Exit.allSolved;
}
