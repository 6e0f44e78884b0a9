// Compares results and reports of the pipeline with the expected ones, and finds work that is left over.
import { isDeepStrictEqual } from 'node:util';
import {
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
} from '@aws-sdk/client-s3';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { Rejection, Report } from '../../core/files/index.ts';
import { MARKS_PREFIX } from '../../core/options/marks-prefix.ts';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { OUTCOMES } from '../../core/solver/model/status.ts';
import type { LocalCloud } from '../../local/cloud.ts';
import type { ChunkLine, UploadPlan, Version } from './uploads.ts';

/** Members of a report that do not depend on how the work was split. */
const COMPARED = [
  'status',
  'reason',
  'line',
  'format',
  'compression',
  'alphabets',
  'options',
  'puzzles',
  ...OUTCOMES.map(({ key }) => key),
  'disagreements',
  'solutions',
  'guesses',
  'sizes',
  'problems',
  'statistics',
];

/** Milliseconds after which no chunk of a cancelled file begins. */
const LAST_BEGIN = 10_000;

/** Faults in an upload's result and report, once all queues are empty. @param lines of the function's log */
export async function checkUpload(
  cloud: LocalCloud,
  { key, versions, end, cancelled, objectFault }: UploadPlan,
  lines: readonly ChunkLine[],
): Promise<string[]> {
  const last = versions.at(-1)!;
  const name = `${key} (${versions.map(({ content }) => content.kind).join(', then ')})`;
  const text = await getObject(cloud, `${key}${REPORT_SUFFIX}`);
  const result = await getObject(cloud, key);
  if (text === undefined) return end === 'deleted' ? [] : [`${name}: no report`];
  const report = JSON.parse(text.toString()) as Report | Rejection;
  if (cancelled !== undefined && (report.status as string) === 'cancelled') {
    const late = lines.filter(
      (line) =>
        line.key === key &&
        line.puzzles &&
        Date.parse(line.timestamp) - (line.seconds ?? 0) * 1000 > cancelled + LAST_BEGIN,
    );
    const isEarlier = versions.slice(0, -1).some((each) => each.result && result?.equals(each.result));
    return [
      ...(late.length > 0 ? [`${name}: ${late.length} chunks began after it was cancelled`] : []),
      ...(result && !isEarlier ? [`${name}: it was cancelled, but has a result`] : []),
    ];
  }
  // any version of an upload that was deleted or cancelled may have been solved before
  const version = end ? versions.find(({ etag }) => etag === report.input.etag) : last;
  if (version === undefined || version.etag !== report.input.etag) {
    return [`${name}: the report is on ${report.input.etag}, the upload is ${last.etag}`];
  }
  if (objectFault === 'archived' || objectFault === 'keyDenied') {
    const isRejected = report.status === 'rejected' && /^expected a readable upload/.test(report.reason);
    return isRejected && result === undefined
      ? []
      : [`${name}: ${objectFault}, but the report says ${text.toString()}`];
  }
  const faults = [...compareReports(report, version), ...compareResults(report, result, version, versions)];
  return faults.map((each) => `${name}: ${each}`);
}

function compareReports(report: Report | Rejection, { report: expected }: Version): string[] {
  const [got, wanted] = [report, expected] as unknown as [Members, Members];
  const hardest = hardestOf(report);
  const pairs: [string, unknown, unknown][] = [
    ...COMPARED.map((member): [string, unknown, unknown] => [member, got[member], wanted[member]]),
    ['hardest', hardest, hardestOf(expected).slice(0, Math.max(1, hardest.length))],
  ];
  return pairs
    .filter(([, ours, theirs]) => !isDeepStrictEqual(ours, theirs))
    .map(
      ([member, ours, theirs]) =>
        `${member} expected ${JSON.stringify(theirs)?.slice(0, 300)}, got ${JSON.stringify(ours)?.slice(0, 300)}`,
    );
}

type Members = Readonly<Record<string, unknown>>;

/** Without grids: a long report omits them first, then some of the puzzles. */
function hardestOf(report: Report | Rejection) {
  if (report.status !== 'done') return [];
  return report.hardest.map(({ line, guesses, size, outcome }) => ({ line, guesses, size, outcome }));
}

function compareResults(
  report: Report | Rejection,
  result: Buffer | undefined,
  version: Version,
  versions: readonly Version[],
): string[] {
  if (version.result === undefined) {
    // a rejected file leaves the result of an earlier version in place
    const isEarlier = versions.some((each) => each.result && result?.equals(each.result));
    return result === undefined || isEarlier ? [] : ['expected no result, got one'];
  }
  if (result === undefined) return [`a report with status ${report.status}, but no result`];
  if (result.equals(version.result)) return [];
  return [
    `expected the result of sudoku solve, ${version.result.length} bytes, got another, ${result.length} bytes`,
  ];
}

/** Work, open multipart uploads and dead letters that are left over. */
export async function checkLeftovers(cloud: LocalCloud): Promise<string[]> {
  const faults: string[] = [];
  const work = await cloud.s3.send(new ListObjectsV2Command({ Bucket: cloud.output('WorkBucketName') }));
  // marks of cancelled uploads expire
  const left = (work.Contents ?? []).filter(({ Key }) => !Key!.startsWith(MARKS_PREFIX));
  for (const { Key } of left) faults.push(`left in the work bucket: ${Key}`);
  for (const { name: Bucket } of cloud.plan.buckets) {
    const { Uploads = [] } = await cloud.s3.send(new ListMultipartUploadsCommand({ Bucket }));
    for (const { Key } of Uploads) faults.push(`a multipart upload is open: ${Bucket}/${Key}`);
  }
  for (const { url, name } of cloud.plan.queues.filter(({ isDeadLetters }) => isDeadLetters)) {
    const { Messages = [] } = await cloud.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
    );
    for (const { Body } of Messages) faults.push(`in ${name}: ${Body?.slice(0, 400)}`);
  }
  return faults;
}

async function getObject(cloud: LocalCloud, Key: string): Promise<Buffer | undefined> {
  try {
    const object = { Bucket: cloud.output('OutputBucketName'), Key };
    const { Body } = await cloud.s3.send(new GetObjectCommand(object));
    return Buffer.from(await Body!.transformToByteArray());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}
