import { type FilePlan, type FileSolver, openFile, solveStream, type Tally } from '../../core/files/index.ts';

/** A file, or a piece that can be solved by itself, on its way through the solver. */
export interface Session {
  /** Takes the next bytes, which may be used again when the output has been run to its end. @throws RejectedFile */
  solve(bytes: Uint8Array, last: boolean): AsyncGenerator<Uint8Array> | Generator<Uint8Array>;
  /** Counts so far. */
  readonly tally: Tally;
}

/** @param first whether it begins at the beginning of the file */
export function openSession(plan: FilePlan, first: boolean): Session {
  return plan.compression === 'none'
    ? new PlainSession(openFile(plan, { first }))
    : new CompressedSession(plan);
}

class PlainSession implements Session {
  private readonly solver: FileSolver;

  constructor(solver: FileSolver) {
    this.solver = solver;
  }

  get tally(): Tally {
    return this.solver.tally;
  }

  *solve(bytes: Uint8Array, last: boolean): Generator<Uint8Array> {
    yield* this.solver.push(bytes);
    yield* last ? this.solver.end() : this.solver.flush();
  }
}

class CompressedSession implements Session {
  private readonly feed = new Feed();
  private readonly solver: FileSolver;
  private readonly output: AsyncIterator<Uint8Array, void>;
  private next: Promise<IteratorResult<Uint8Array, void>> | undefined;

  constructor(plan: FilePlan) {
    const stream = solveStream(plan, this.feed.pieces());
    this.solver = stream.solver;
    this.output = stream[Symbol.asyncIterator]();
  }

  get tally(): Tally {
    return this.solver.tally;
  }

  async *solve(bytes: Uint8Array, last: boolean): AsyncGenerator<Uint8Array> {
    this.feed.give(bytes, last);
    for (;;) {
      this.next ??= this.output.next();
      // as long as the stream wants no more input, there may be more output
      const step = await Promise.race([this.next, this.feed.empty]);
      if (!step) return;
      this.next = undefined;
      if (step.done) return;
      yield step.value;
    }
  }
}

/** Makes a stream that is read of pieces that are given. */
class Feed {
  private piece = Promise.withResolvers<Uint8Array>();
  private wanted = Promise.withResolvers<void>();
  private last = false;

  give(bytes: Uint8Array, last: boolean): void {
    this.wanted = Promise.withResolvers();
    this.last = last;
    this.piece.resolve(bytes);
  }

  /** Resolves when the piece given last is used up and another is wanted. */
  get empty(): Promise<void> {
    return this.wanted.promise;
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      yield await this.piece.promise;
      if (this.last) return;
      this.piece = Promise.withResolvers();
      this.wanted.resolve();
    }
  }
}
