// The result of a solved chunk: counts in its key, bytes and facts in its object.
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
import { readAll } from '../invocation/read-in-time.ts';
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

/** The JSON after the result's bytes: members of its tally, and more. */
const checkDetails = members({
  problems: checkProblems,
  statistics: checkStatistics,
  atLimit: optional(natural),
  internalErrors: optional(natural),
  ruled: optional(checkSizes),
  /** missing in results of older versions */
  span: optional(checkSpan),
  /** of a result in a frame */
  facts: optional(
    members<PieceFacts>({
      bytes: natural,
      records: natural,
      groups: optional(listOf(listOf(natural, MAX_NUMBERS), MAX_GROUPS)),
    }),
  ),
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

/** Writes the result of a range in one PUT, which marks the range as done. */
export async function writeChunk(
  { cloud, settings, meter }: UploadContext,
  upload: Upload,
  { range, output, tally, milliseconds, facts }: SolvedRange,
): Promise<void> {
  const { problems, statistics, atLimit, internalErrors, ruled } = tally;
  // the PUT of the result, and the LIST that shows whether other chunks are missing
  const span = meter.lap({ s3Writes: 2 });
  const details: Shaped<typeof checkDetails> = {
    problems,
    statistics,
    ...(atLimit && { atLimit }),
    ...(internalErrors && { internalErrors }),
    ...(ruled && { ruled }),
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
  await cloud.putObject({ bucket: settings.workBucket, key }, output.bytes());
}

/** Details that are read at the same time. */
export const DETAILS_AT_ONCE = 32;

/**
 * Sums the tallies of a chain of chunks and collects their spans and facts, with one small GET per chunk for the details. They are summed
 * group by group, since there may be thousands.
 * @param repeated results beside the chain, of which only the spans count
 * @throws ShapeError that names a damaged chunk
 */
export async function readDetails(
  context: UploadContext,
  chain: readonly ChunkResult[],
  repeated: readonly ChunkResult[] = [],
): Promise<{ tally: Tally; spans: Span[]; facts: PieceFacts[] }> {
  const bucket = context.settings.workBucket;
  let sum = emptyTally();
  const spans: (Span | undefined)[] = [];
  const facts: (PieceFacts | undefined)[] = [];
  const all = [...chain, ...repeated];
  for (let from = 0; from < all.length; from += DETAILS_AT_ONCE) {
    const group = all.slice(from, from + DETAILS_AT_ONCE);
    const tallies: Tally[] = [];
    const room = { weight: DETAILS_AT_ONCE, weigh: () => 1, items: () => DETAILS_AT_ONCE };
    await runBounded(group.entries(), room, async ([index, { key, bytes, detailBytes, tally }]) => {
      const object = { bucket, key, bytes: bytes + detailBytes };
      const range = { from: bytes, to: object.bytes };
      const { content } = await readAll(context, object, lastRead(context), range);
      const name = `details of ${key}`;
      const { span, facts: own, ...details } = checkDetails(parseJson(content.toString(), name), name);
      spans[from + index] = span;
      if (from + index >= chain.length) return;
      tallies[index] = { ...tally, ...details };
      facts[from + index] = own;
    });
    sum = sumTallies([sum, ...tallies]);
  }
  return {
    tally: sum,
    spans: spans.filter((span) => span !== undefined),
    facts: facts.filter((own) => own !== undefined),
  };
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
