// The result of a solved chunk: counts in its key, bytes and facts in its object.
import { createHash } from 'node:crypto';
import {
  checkProblems,
  checkSizes,
  checkStatistics,
  emptyTally,
  type PieceFacts,
  sumTallies,
  type Tally,
} from '../../core/files/index.ts';
import { listOf, members, natural, optional, parseJson, type Shaped } from '../../core/options/shape.ts';
import type { ByteRange, ObjectEntry } from '../aws/cloud.ts';
import type { UploadContext } from '../invocation/context.ts';
import { checkSpan, peakMemory, type Span } from '../invocation/meter.ts';
import { readAll, SlowRead } from '../invocation/read-in-time.ts';
import { runBounded } from '../invocation/run-bounded.ts';
import type { ByteCollector } from '../invocation/solve-in-place.ts';
import { lastRead } from '../invocation/time.ts';
import { jobId, MAX_OBJECT_BYTES, type Upload } from '../invocation/upload.ts';

/**
 * The facts of a solved chunk that its key contains, so that the LIST which shows that a job is complete also returns all
 * counts.
 */
export interface ChunkResult {
  readonly key: string;
  /** of the upload: the lines that begin here */
  readonly range: ByteRange;
  /** of the result; details may follow it, see `detailBytes` */
  readonly bytes: number;
  /** Length of the JSON after the result, which has the facts that do not fit into a key. */
  readonly detailBytes: number;
  /** spent solving */
  readonly milliseconds: number;
  /** Peak memory of the function in KiB. */
  readonly memory: number;
  /** without the members that {@link checkDetails} has */
  readonly tally: Tally;
}

/** Numbers of a row group and row groups of a chunk that are read, more than are written. */
const MAX_NUMBERS = 10_000;
const MAX_GROUPS = 1_000_000;

/** Members of a tally that do not fit into a key. */
const DETAILS = {
  problems: checkProblems,
  statistics: checkStatistics,
  atLimit: optional(natural),
  internalErrors: optional(natural),
  ruled: optional(checkSizes),
};

const checkFacts = members<PieceFacts>({
  bytes: natural,
  records: natural,
  groups: optional(listOf(listOf(natural, MAX_NUMBERS), MAX_GROUPS)),
});

/** The JSON after the result's bytes. */
const checkDetails = members({
  ...DETAILS,
  /** missing in results of older versions */
  span: optional(checkSpan),
  /** of a result in a frame */
  facts: optional(checkFacts),
});

/** Sums of the details of some chunks. */
const checkSums = members({
  ...DETAILS,
  spans: listOf(checkSpan, MAX_GROUPS),
  facts: listOf(checkFacts, MAX_GROUPS),
});

/** Digits of an offset: enough for MAX_UPLOAD_BYTES. The width is fixed, so that keys sort as their ranges do. */
const OFFSET_DIGITS = 15;

type Counter = Exclude<keyof Tally, 'sizes' | 'problems' | 'statistics'>;

/** In the order of their fields in the key, which other versions of the function read: changing it requires a new STORED_VERSION. */
const COUNTERS = [
  'puzzles',
  'solved',
  'noSolution',
  'notUnique',
  'invalid',
  'unsolved',
  'unsupported',
  'disagreements',
  'guesses',
  'solutions',
  'lines',
] as const satisfies Counter[];

/** Number of fields before the counters: bytes, bytes of details, milliseconds, memory. */
const NUMBERS = 4;

/** `ranges/<from>-<to>/<numbers in base 36>/<size>_<count>…` below the job's prefix. */
export function chunkKey(job: string, result: Omit<ChunkResult, 'key'>): string {
  const { range, bytes, detailBytes, milliseconds, memory, tally } = result;
  const numbers = [
    bytes,
    detailBytes,
    Math.round(milliseconds),
    memory,
    ...COUNTERS.map((name) => tally[name]),
  ];
  const sizes = Object.entries(tally.sizes).map(([size, count]) => `${encodeSize(size)}_${base36(count)}`);
  return `${rangesPrefix(job)}${offset(range.from)}-${offset(range.to)}/${numbers.map(base36).join('-')}/${sizes.join('.')}`;
}

export const rangesPrefix = (id: string): string => `${id}/ranges/`;

/** @returns undefined for a key that {@link chunkKey} does not write */
export function parseChunkKey(job: string, { key }: Pick<ObjectEntry, 'key'>): ChunkResult | undefined {
  const prefix = rangesPrefix(job);
  if (!key.startsWith(prefix)) return undefined;
  const [range = '', fields = '', sizes = '', ...more] = key.slice(prefix.length).split('/');
  const [, from, to] = (RANGE.exec(range) ?? []).map(Number);
  const numbers = fields.split('-').map(fromBase36);
  const counts = sizes === '' ? [] : sizes.split('.').map(sizeIn);
  if (from === undefined || to === undefined || from >= to || to > MAX_OBJECT_BYTES) return undefined;
  if (numbers.length !== NUMBERS + COUNTERS.length || !numbers.every(Number.isSafeInteger)) return undefined;
  if (more.length > 0 || counts.includes(undefined)) return undefined;
  const [bytes, detailBytes, milliseconds, memory, ...counters] = numbers as [number, number, number, number];
  const tally = emptyTally();
  COUNTERS.forEach((name, index) => {
    tally[name] = (counters as number[])[index]!;
  });
  tally.sizes = Object.fromEntries(counts as [string, number][]);
  return { key, range: { from, to }, bytes, detailBytes, milliseconds, memory, tally };
}

/** A solved range of a file. */
export interface SolvedRange {
  readonly range: ByteRange;
  readonly output: ByteCollector;
  readonly tally: Tally;
  readonly milliseconds: number;
  /** of a result in a frame */
  readonly facts?: PieceFacts | undefined;
}

/** Metadata of a result: the message that has solved it, and the ranges that this message has solved after it. */
const MESSAGE_METADATA = 'message';
const NEXT_METADATA = 'next';

const nextText = (next: readonly ByteRange[]): string =>
  next.map(({ from, to }) => `${from}-${to}`).join() || 'none';

/** Milliseconds for which the message of a result is sure to be at work, to wait in the queue, or to be done: it may become a dead letter. */
const RECENT = 15 * 60_000;

/** Whether another message has just written a result, and has the same ranges solved after it. */
export async function isOfOther(
  { cloud, settings, messageId }: Pick<UploadContext, 'cloud' | 'settings' | 'messageId'>,
  { key }: Pick<ChunkResult, 'key'>,
  next: readonly ByteRange[],
): Promise<boolean> {
  const found = await cloud.headObject({ bucket: settings.workBucket, key });
  if (!found || Date.now() - found.modified > RECENT) return false;
  const writer = found.metadata[MESSAGE_METADATA];
  return writer !== undefined && writer !== messageId && found.metadata[NEXT_METADATA] === nextText(next);
}

/**
 * Writes the result of a range in one PUT, which marks the range as done.
 * @param next ranges that its message has solved after it
 */
export async function writeChunk(
  { cloud, settings, meter, messageId }: UploadContext,
  upload: Upload,
  { range, output, tally, milliseconds, facts }: SolvedRange,
  next: readonly ByteRange[] = [],
): Promise<void> {
  // the PUT of the result, and the LIST that shows whether other chunks are missing
  const span = meter.lap({ s3Writes: 2 });
  const details: Shaped<typeof checkDetails> = {
    ...detailsOf(tally),
    span,
    ...(facts && { facts }),
  };
  const bytes = output.length;
  output.add(Buffer.from(JSON.stringify(details)));
  const key = chunkKey(jobId(upload), {
    range,
    bytes,
    detailBytes: output.length - bytes,
    milliseconds,
    memory: peakMemory(),
    tally,
  });
  const metadata = { [MESSAGE_METADATA]: messageId, [NEXT_METADATA]: nextText(next) };
  await cloud.putObject({ bucket: settings.workBucket, key, metadata }, output.bytes());
}

function detailsOf({ problems, statistics, atLimit, internalErrors, ruled }: Tally) {
  return {
    problems,
    statistics,
    ...(atLimit && { atLimit }),
    ...(internalErrors && { internalErrors }),
    ...(ruled && { ruled }),
  };
}

/** Details that are read at the same time. */
export const DETAILS_AT_ONCE = 32;
/** Details after which their sums are recorded, in case the function is killed. */
export const RECORDED_AT_ONCE = 16 * DETAILS_AT_ONCE;

/** What the details of chunks add up to. */
export interface Details {
  readonly tally: Tally;
  readonly spans: readonly Span[];
  readonly facts: readonly PieceFacts[];
}

/** The results of a job that is complete. */
export interface CompleteJob {
  readonly upload: Upload;
  /** from the start of the file to its end */
  readonly chain: readonly ChunkResult[];
  /** Results beside the chain, of chunks that were solved twice. */
  readonly repeated: readonly ChunkResult[];
  /** of all objects in its folder */
  readonly keys: readonly string[];
}

/**
 * Sums the tallies of a chain of chunks and collects their spans and facts, with one small GET per chunk for the details. They are summed
 * group by group, since there may be thousands, and the sums of several groups are recorded in the job's folder, so that no
 * invocation reads them again. Of repeated chunks, only the spans count.
 * @param until when to stop
 * @returns undefined if the rest is left to another invocation
 * @throws ShapeError that names a damaged chunk; SlowRead if nothing could be read in time
 */
export async function readDetails(
  context: UploadContext,
  job: CompleteJob,
  until: number,
): Promise<Details | undefined> {
  const { cloud, settings } = context;
  const bucket = settings.workBucket;
  const { upload, chain, repeated } = job;
  const all = [...chain, ...repeated];
  const { count: before, ...recorded } = await recordedDetails(context, job);
  let sum = recorded.tally;
  const spans: (Span | undefined)[] = [...recorded.spans];
  const facts: (PieceFacts | undefined)[] = [...recorded.facts];
  const sums = () => ({
    tally: sum,
    spans: spans.filter((span) => span !== undefined),
    facts: facts.filter((own) => own !== undefined),
  });
  const record = async (count: number) => {
    const { tally, ...rest } = sums();
    const content: Shaped<typeof checkSums> = { ...detailsOf(tally), ...rest };
    const key = detailsKey(upload, all.slice(0, count));
    await cloud.putObject({ bucket, key }, Buffer.from(JSON.stringify(content)));
  };
  const room = { weight: DETAILS_AT_ONCE, weigh: () => 1, items: () => DETAILS_AT_ONCE };
  for (let from = before; from < all.length; from += DETAILS_AT_ONCE) {
    const group = all.slice(from, from + DETAILS_AT_ONCE);
    const tallies: Tally[] = [];
    const ends: { span: Span | undefined; facts: PieceFacts | undefined }[] = [];
    try {
      await runBounded(group.entries(), room, async ([index, { key, bytes, detailBytes, tally }]) => {
        const object = { bucket, key, bytes: bytes + detailBytes };
        const range = { from: bytes, to: object.bytes };
        const { content } = await readAll(context, object, until, range);
        const name = `details of ${key}`;
        const { span, facts: own, ...details } = checkDetails(parseJson(content.toString(), name), name);
        const isInChain = from + index < chain.length;
        ends[index] = { span, facts: isInChain ? own : undefined };
        if (isInChain) tallies[index] = { ...tally, ...details };
      });
    } catch (error) {
      if (!(error instanceof SlowRead) || from === before) throw error;
      await record(from);
      return undefined;
    }
    sum = sumTallies([sum, ...tallies]);
    spans.push(...ends.map(({ span }) => span));
    facts.push(...ends.map(({ facts: own }) => own));
    const count = from + group.length;
    const isEnd = count === all.length && count - before > DETAILS_AT_ONCE;
    if (isEnd || (count - before) % RECORDED_AT_ONCE === 0) await record(count);
  }
  return sums();
}

/** `details/<count>-<hash of their keys>` below the job's prefix: the sums of the details of these chunks. */
function detailsKey(upload: Upload, chunks: readonly ChunkResult[]): string {
  const hash = createHash('sha256');
  for (const { key } of chunks) hash.update(key);
  return `${jobId(upload)}/details/${chunks.length}-${hash.digest('hex').slice(0, 32)}`;
}

/** The sums of as many of the first chunks as an earlier invocation has recorded; none of chunks that others have replaced since. */
async function recordedDetails(
  context: UploadContext,
  { upload, chain, repeated, keys }: CompleteJob,
): Promise<Details & { count: number }> {
  const all = [...chain, ...repeated];
  const prefix = `${jobId(upload)}/details/`;
  const counts = keys.flatMap((key) =>
    key.startsWith(prefix) ? Number.parseInt(key.slice(prefix.length), 10) : [],
  );
  for (const count of counts.toSorted((a, b) => b - a)) {
    const key = detailsKey(upload, all.slice(0, count));
    if (!keys.includes(key)) continue;
    const ref = { bucket: context.settings.workBucket, key };
    const { content } = await readAll(context, ref, lastRead(context));
    const { spans, facts, ...details } = checkSums(parseJson(content.toString(), key), key);
    const counted = sumTallies(chain.slice(0, count).map(({ tally }) => tally));
    return { count, tally: { ...counted, ...details }, spans, facts };
  }
  return { count: 0, tally: emptyTally(), spans: [], facts: [] };
}

// only characters that keys contain unencoded
const encodeSize = (size: string): string => encodeURIComponent(size).replaceAll('%', '!');
const decodeSize = (text: string): string => decodeURIComponent(text.replaceAll('!', '%'));

const base36 = (value: number): string => value.toString(36);

const RANGE = new RegExp(`^(\\d{${OFFSET_DIGITS}})-(\\d{${OFFSET_DIGITS}})$`);

/** NaN for text that {@link base36} does not write. */
const fromBase36 = (digits: string): number =>
  /^[0-9a-z]{1,10}$/.test(digits) ? Number.parseInt(digits, 36) : Number.NaN;

/** Puzzles of a size, as `9x9!20x_b`. */
function sizeIn(entry: string): [string, number] | undefined {
  const [, size, count = ''] = /^(\d{1,2}x\d{1,2}(?:!20[a-z]+)?)_([0-9a-z]{1,10})$/.exec(entry) ?? [];
  return size === undefined ? undefined : [decodeSize(size), fromBase36(count)];
}

const offset = (value: number): string => String(value).padStart(OFFSET_DIGITS, '0');
