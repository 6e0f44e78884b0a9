import { type Codec, decoder, encoder } from './codec.ts';
import { ALONE, type FilePlan, type FileSolver, type FileSolverOptions } from './contract.ts';
import { Junction } from './junction.ts';
import { openFile } from './open.ts';
import type { Tally } from './tally.ts';

/** What became of a file, or of the part of it that was solved. */
export interface SolvedContent {
  /** Counts of what was solved. */
  readonly tally: Tally;
  /** Bytes of content (uncompressed) whose output was given in full. */
  readonly consumed: number;
  /** The deadline, or the most output wanted, cut the work: the rest of the content is to be solved by another. */
  readonly interrupted: boolean;
  /**
   * Bytes of output for what is consumed, before compression, of a result that stands alone. More were given only where the
   * work was cut within a record that is too long to be held: those are to be dropped.
   */
  readonly outputBytes: number;
  /** Spent solving, without the time that input, output and codecs took. */
  readonly milliseconds: number;
}

/**
 * Solves a file, or a piece of a splittable one, from its stored bytes to those of its result, which is compressed as the
 * file is. Takes bytes when they are there, in bounded memory whatever comes out: nothing happens unless an output is run,
 * and each is to be run to its end before the next call.
 */
export class FileSession {
  readonly #decoder: Codec;
  readonly #encoder: Codec;
  readonly #solver: FileSolver;
  readonly #junction: Junction;
  readonly #isCompressed: boolean;
  readonly #deadline: number;
  #milliseconds = 0;

  constructor(plan: FilePlan, options: FileSolverOptions = {}) {
    this.#decoder = decoder(plan.compression);
    this.#encoder = encoder(plan.compression);
    this.#deadline = options.deadline ?? Number.POSITIVE_INFINITY;
    this.#isCompressed = plan.compression !== 'none';
    this.#junction = new Junction(options.joint ?? ALONE, plan);
    this.#solver = openFile({ ...plan, compression: 'none' }, options);
  }

  /**
   * Takes the next bytes, cut anywhere, which may be used again when the output has come to its end. Bytes that come
   * when the work is interrupted are left.
   * @throws RejectedFile if the file turns out to be damaged or no puzzle file
   */
  async *push(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    if (this.#isOver()) return;
    // what a decoder gives is ours
    const contents = this.#decoder.push(bytes);
    for await (const content of contents) {
      yield* this.#encoded(this.#isCompressed ? this.#solver.take(content) : this.#solver.push(content));
      // little may become much: the rest of it is not even decompressed
      if (this.#isOver()) return;
    }
  }

  /**
   * As {@link push}, of bytes that are given away until the output has come to its end: solutions may be written over
   * them, and output may be parts of them. Each piece of output is valid until the next is asked for.
   * @throws RejectedFile
   */
  async *take(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    if (this.#isCompressed) yield* this.push(bytes);
    else if (!this.#isOver()) yield* this.#encoded(this.#solver.take(bytes));
  }

  /**
   * Solves and gives the complete records that push still holds to make up a batch; for input that comes slowly. Of a
   * compressed file nothing: its result comes out by the codec's blocks.
   */
  async *flush(): AsyncGenerator<Uint8Array> {
    if (!this.#isCompressed) yield* this.#encoded(this.#solver.flush());
  }

  /**
   * Takes the end of the input and gives the rest of the output. Where the work was interrupted, the output is whole for
   * what is consumed: outputs of what is solved before and after can be joined, as gzip members and zstandard frames can.
   * @throws RejectedFile
   */
  async *end(): AsyncGenerator<Uint8Array> {
    if (this.#isCompressed && !this.#isOverAtEnd()) {
      for await (const content of this.#decoder.end()) {
        yield* this.#encoded(this.#solver.push(content));
        if (this.#isOver()) break;
      }
    }
    // the solver looks at the clock before it begins with what it still holds; where that is nothing, all is done
    if (!this.#solver.interrupted) {
      yield* this.#encoded(this.#solver.end());
      // the clock may strike now: what is solved is whole all the same
      if (!this.#solver.interrupted) yield* this.#encoded(this.#junction.end());
    }
    yield* this.#encoder.end();
  }

  /** Ends the work here, as if the deadline had come. To be called when output has come to its end. */
  interrupt(): void {
    if (!this.#solver.interrupted) this.#solver.interrupt();
  }

  /** Frees what it holds, at its end or before. */
  close(): void {
    this.#decoder.close();
    this.#encoder.close();
  }

  /** So far. */
  get solved(): SolvedContent {
    const { tally, consumed, outputBytes } = this.#solver;
    return {
      tally,
      consumed,
      interrupted: this.#solver.interrupted,
      outputBytes,
      milliseconds: this.#milliseconds,
    };
  }

  /** Looked at for each piece that comes, whatever it becomes: bytes may be read for hours without any content. */
  #isOver(): boolean {
    if (performance.now() >= this.#deadline) this.interrupt();
    return this.#solver.interrupted;
  }

  /** As {@link #isOver}, but a record of which all has been read is solved: to begin it again would take longer. */
  #isOverAtEnd(): boolean {
    return this.#solver.isWithinRecord ? this.#solver.interrupted : this.#isOver();
  }

  async *#encoded(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let since = performance.now();
    for (const piece of this.#junction.pass(pieces)) {
      this.#milliseconds += performance.now() - since;
      yield* this.#encoder.push(piece);
      since = performance.now();
    }
    this.#milliseconds += performance.now() - since;
  }
}
