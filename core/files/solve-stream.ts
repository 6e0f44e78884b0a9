import { compress, decompress } from './codec.ts';
import type { FilePlan, FileSolver, FileSolverOptions } from './contract.ts';
import { openFile } from './open.ts';

export interface StreamOptions extends FileSolverOptions {
  /** Bytes of content (uncompressed) at the front that were solved before: the work goes on after them. @default 0 */
  readonly skip?: number;
}

/** The stored bytes of a result, to be read once, while or after which the solver tells the counts. */
export interface SolvedStream extends AsyncIterable<Uint8Array> {
  /** Its `consumed` counts content (uncompressed) after what was skipped. */
  readonly solver: FileSolver;
  /** Spent solving, without the time that input, output and codecs took. */
  readonly milliseconds: number;
}

/**
 * Solves a file from its stored bytes to those of its result, which is compressed as the file is. Reads on only when its
 * output is taken. Where a deadline cuts the work, the output is whole for what the solver has consumed: outputs of
 * what is solved before and after can be joined, as gzip members and zstandard frames can.
 *
 * @param source all bytes of the file, from the first one on
 * @returns a stream that throws RejectedFile if the file turns out to be damaged or no puzzle file, and what `source` throws
 */
export function solveStream(
  plan: FilePlan,
  source: AsyncIterable<Uint8Array>,
  options: StreamOptions = {},
): SolvedStream {
  return new StreamSolver(plan, source, options);
}

class StreamSolver implements SolvedStream {
  readonly solver: FileSolver;
  milliseconds = 0;
  readonly #plan: FilePlan;
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #skip: number;

  constructor(plan: FilePlan, source: AsyncIterable<Uint8Array>, { skip = 0, ...options }: StreamOptions) {
    this.#plan = plan;
    this.#source = source;
    this.#skip = skip;
    this.solver = openFile(
      { ...plan, compression: 'none' },
      { ...options, first: skip === 0 && options.first !== false },
    );
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    return compress(this.#plan.compression, this.#solved());
  }

  async *#solved(): AsyncGenerator<Uint8Array, void, undefined> {
    let toSkip = this.#skip;
    for await (const piece of decompress(this.#plan.compression, this.#source)) {
      const skipped = Math.min(toSkip, piece.length);
      toSkip -= skipped;
      if (skipped < piece.length) yield* this.#timed(this.solver.push(piece.subarray(skipped)));
      if (this.solver.interrupted) return;
    }
    yield* this.#timed(this.solver.end());
  }

  *#timed(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
    let since = performance.now();
    for (const piece of pieces) {
      this.milliseconds += performance.now() - since;
      yield piece;
      since = performance.now();
    }
    this.milliseconds += performance.now() - since;
  }
}
