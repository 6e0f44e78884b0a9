// Pieces of a zstandard file with several frames (RFC 8878), as pzstd and seekable writers make them: each frame can be
// decompressed without those before it. Frames end anywhere, so that a line belongs to the piece in which it begins.
import { LF } from '../kernel/constants.ts';
import { decoder } from './compression.ts';
import { type FilePlan, fixedRecords, splitObstacles } from './file-plan.ts';
import { MAX_HEAD_BYTES } from './head-extent.ts';
import type { FileRanges } from './ranged-file.ts';
import { resultEncoding } from './result-encoding.ts';

/** Least bytes of content in a piece, but for the last one. The first holds all lines that may precede the first record. */
const PIECE_BYTES = 2 * MAX_HEAD_BYTES;

/** Bytes in which headers are looked up at a time. */
const WINDOW_BYTES = 64 * 1024;

/** Longest header of a frame: magic number, descriptor, window, dictionary and length of the content. */
const HEADER_BYTES = 18;

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const BLOCK_HEADER_BYTES = 3;
const RESERVED_BLOCK = 3;

/**
 * Cuts a zstandard file between frames, by its headers only. Pieces depend on nothing but the file, as each becomes a frame of
 * the result.
 * @returns the end of each piece; undefined if there is only one, if the content cannot be cut after any line, or if the file
 *   is irregular, which the decoder explains
 */
export async function zstdPieces(plan: FilePlan, ranges: FileRanges): Promise<number[] | undefined> {
  const canBeCut = splitObstacles({ ...plan, compression: 'none' }).length === 0 && !fixedRecords(plan);
  if (plan.compression !== 'zstd' || !canBeCut || resultEncoding(plan)) return undefined;
  const headers = new Headers(ranges);
  const ends: number[] = [];
  let content = 0;
  for (let at = 0; at < ranges.bytes; ) {
    const frame = await frameAt(headers, at);
    if (!frame || frame.end > ranges.bytes) return undefined;
    at = frame.end;
    content += frame.content;
    if (content < PIECE_BYTES && at < ranges.bytes) continue;
    ends.push(at);
    content = 0;
  }
  return ends.length > 1 ? ends : undefined;
}

interface Frame {
  /** Offset of its end. */
  readonly end: number;
  /** Bytes of its content; without them in its header, bytes of its blocks, which are hardly ever more. */
  readonly content: number;
}

/** The frame at an offset; undefined if it is irregular. */
async function frameAt(headers: Headers, at: number): Promise<Frame | undefined> {
  const header = await headers.at(at, HEADER_BYTES);
  if (header.byteLength < 9) return undefined;
  const magic = header.getUint32(0, true);
  if ((magic & ~0xf) >>> 0 === SKIPPABLE) return { end: at + 8 + header.getUint32(4, true), content: 0 };
  if (magic !== FRAME) return undefined;
  const descriptor = header.getUint8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const contentBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  const lengthAt = 5 + (isSingle ? 0 : 1) + dictionaryBytes;
  if (header.byteLength < lengthAt + contentBytes) return undefined;
  const length = contentLength(header, lengthAt, contentBytes);
  const start = at + lengthAt + contentBytes;
  let end = start;
  for (let isLast = false; !isLast; ) {
    const view = await headers.at(end, BLOCK_HEADER_BYTES);
    if (view.byteLength < BLOCK_HEADER_BYTES) return undefined;
    const block = view.getUint16(0, true) | (view.getUint8(2) << 16);
    const kind = (block >> 1) & 3;
    if (kind === RESERVED_BLOCK) return undefined;
    isLast = (block & 1) === 1;
    const isRepeated = kind === 1; // one byte stands for all
    end += BLOCK_HEADER_BYTES + (isRepeated ? 1 : block >> 3);
  }
  return { end: end + (descriptor & 4 ? 4 : 0), content: length ?? end - start };
}

/** The length of the content, if the header has it. */
function contentLength(header: DataView, at: number, bytes: number): number | undefined {
  if (bytes === 1) return header.getUint8(at);
  if (bytes === 2) return header.getUint16(at, true) + 256;
  if (bytes === 4) return header.getUint32(at, true);
  return bytes === 8 ? Number(header.getBigUint64(at, true)) : undefined;
}

/** Short stretches of a file, which are looked up in ascending order. */
class Headers {
  readonly #ranges: FileRanges;
  #window: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(ranges: FileRanges) {
    this.#ranges = ranges;
  }

  /** Up to `length` bytes; fewer at the end of the file. */
  async at(at: number, length: number): Promise<DataView> {
    const { bytes } = this.#ranges;
    const end = Math.min(at + length, bytes);
    if (at < this.#start || end > this.#start + this.#window.length) {
      this.#window = at < bytes ? await this.#ranges.read(at, Math.min(at + WINDOW_BYTES, bytes)) : EMPTY;
      this.#start = at;
    }
    const { buffer, byteOffset } = this.#window;
    return new DataView(buffer, byteOffset + at - this.#start, Math.max(0, end - at));
  }
}

const EMPTY = new Uint8Array(0);

/** Compressed bytes that are read at a time, and behind the end of a piece: its last line ends soon. */
const READ_BYTES = 256 * 1024;
const BEHIND_BYTES = 16 * 1024;

/**
 * The lines that begin in a piece. The first line end of a piece ends a line of the piece before it, even if that is empty:
 * no thread has to know how the piece before it ends.
 * @throws RejectedFile if the file is damaged; any error of `ranges`
 */
export async function* zstdPieceContent(
  ranges: FileRanges,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Uint8Array> {
  const codec = decoder('zstd');
  let isBefore = from > 0;
  try {
    for await (const content of decoded(codec, ranges, from, to, READ_BYTES)) {
      const start = isBefore ? content.indexOf(LF) + 1 : 0;
      if (isBefore && start === 0) continue;
      isBefore = false;
      yield content.subarray(start);
    }
    if (isBefore || to === ranges.bytes) return;
    for await (const content of decoded(codec, ranges, to, ranges.bytes, BEHIND_BYTES)) {
      const end = content.indexOf(LF) + 1;
      yield end > 0 ? content.subarray(0, end) : content;
      if (end > 0) return;
    }
  } finally {
    codec.close();
  }
}

/** The content of a stretch of a file. */
async function* decoded(
  codec: ReturnType<typeof decoder>,
  ranges: FileRanges,
  from: number,
  to: number,
  readBytes: number,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += readBytes) {
    yield* codec.push(await ranges.read(at, Math.min(at + readBytes, to)));
  }
  if (to === ranges.bytes) yield* codec.end();
}
