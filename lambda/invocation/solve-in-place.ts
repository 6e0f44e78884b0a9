// Solves a file as `solveStream` does, but writes the solutions over the puzzles in the bytes that were read.
import {
  type FilePlan,
  type FileSolverOptions,
  openStored,
  type PieceFacts,
  plainEncoder,
  type Rows,
  resultEncoder,
  resultEncoding,
  type SolvedContent,
} from '../../core/files/index.ts';
import { SlowRead } from './read-in-time.ts';

interface SolvedInPlace extends SolvedContent {
  /** Set if the work was interrupted because the bytes arrived too slowly, not because it took too long. */
  readonly slowRead?: SlowRead;
}

/**
 * Solves a file as `solveStream` does, but writes the solutions over the puzzles in the bytes that were read, so that the
 * output consists mostly of the input's buffers. A result in a frame (output=parquet or npy) is not encoded yet, so that it can
 * still be truncated; see {@link encodeResult}.
 * @param source all bytes of the file, or of a range of a splittable one; each piece is given away
 * @param output gets the result of all records that are done
 * @throws RejectedFile if the file turns out to be damaged or no puzzle file; errors of `source` other than SlowRead
 */
export async function solveInPlace(
  plan: FilePlan,
  source: AsyncIterable<Uint8Array>,
  output: ByteCollector,
  options: FileSolverOptions,
): Promise<SolvedInPlace> {
  const session = openStored(plan, options, resultEncoding(plan) && { encoder: plainEncoder() });
  try {
    for await (const bytes of source) {
      for await (const piece of session.take(bytes)) output.add(piece);
      if (session.solved.interrupted) break;
    }
    for await (const piece of session.end()) output.add(piece);
    return session.solved;
  } catch (error) {
    if (!(error instanceof SlowRead)) throw error;
    // the records before stay solved
    session.interrupt();
    return { ...session.solved, slowRead: error };
  } finally {
    session.close();
  }
}

/**
 * Encodes a solved piece of a result in a frame, in place of its content.
 * @param output has the result of complete records
 * @param rows of the piece, if the file is read by rows
 * @returns what the frame must know about the piece; undefined for other results, which stay as they are
 */
export async function encodeResult(
  plan: FilePlan,
  output: ByteCollector,
  rows?: Rows,
): Promise<PieceFacts | undefined> {
  if (!resultEncoding(plan)) return undefined;
  const encoder = resultEncoder(plan, rows);
  const pieces: Uint8Array[] = [];
  for await (const piece of encoder.push(output.bytes())) pieces.push(piece);
  for await (const piece of encoder.end()) pieces.push(piece);
  const { facts } = encoder;
  encoder.close();
  output.truncate(0);
  for (const piece of pieces) output.add(piece);
  return facts;
}

/** Sizes of buffers that are reused: up to that of a usual chunk. */
const MIN_REUSED = 1024 * 1024;
const MAX_REUSED = 20 * 1024 * 1024;

/**
 * The last released buffer. A warm function solves one chunk after another, and new memory is expensive: the system clears
 * each page of it, and V8 marks all of its heap for every few megabytes.
 */
let reusable: Buffer | undefined;

function allocate(bytes: number): Buffer {
  if (bytes < MIN_REUSED || reusable === undefined || reusable.length < bytes) {
    return Buffer.allocUnsafeSlow(bytes);
  }
  const buffer = reusable;
  reusable = undefined;
  return buffer;
}

/** Collects bytes whose number is nearly known in one buffer, instead of in pieces that are then joined. */
export class ByteCollector {
  #buffer: Buffer;
  /** collected so far */
  length = 0;

  /** @param expected bytes; it takes more, too */
  constructor(expected: number) {
    this.#buffer = allocate(expected);
  }

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.ceil(this.#buffer.length * 1.5)));
      larger.set(this.bytes());
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.length);
    this.length = length;
  }

  /** Drops all but the first `length` bytes. */
  truncate(length: number): void {
    if (length > this.length) throw new RangeError(`expected at most ${this.length} bytes, got ${length}`);
    this.length = length;
  }

  /** The bytes so far: a view that is valid until more are added. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }

  /** Gives the buffer to the next collector. Call it only when nothing reads the bytes any more. */
  release(): void {
    const { length } = this.#buffer;
    if (length >= MIN_REUSED && length <= MAX_REUSED) reusable = this.#buffer;
    this.#buffer = Buffer.alloc(0);
    this.length = 0;
  }
}
