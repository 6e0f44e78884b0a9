// The progress of `sudoku solve` in all of its files.
import { emptyTally, type Reached, sumTallies, type Tally } from '../../core/files/index.ts';
import type { Progress } from '../cli/reporter.ts';

interface Written {
  readonly tally: Tally;
  /** of input */
  readonly bytes: number;
}

/** Adds up the progress of all files. */
export class ProgressMeter {
  readonly #start = performance.now();
  readonly #totalBytes: number | undefined;
  #finished: Written = { tally: emptyTally(), bytes: 0 };
  readonly #running = new Map<object, Written & { readonly reached: () => Reached }>();

  /** @param totalBytes of all files; undefined if unknown */
  constructor(totalBytes: number | undefined) {
    this.#totalBytes = totalBytes;
  }

  /** @param tally of what has been written, as are `bytes` @param reached returns what has been solved, written or not */
  update(file: object, tally: Tally, bytes: number, reached: () => Reached): void {
    this.#running.set(file, { tally, bytes, reached });
  }

  finish(file: object): void {
    const written = this.#running.get(file);
    if (written) this.#finished = add([this.#finished, written]);
    this.#running.delete(file);
  }

  get tally(): Tally {
    return this.#written.tally;
  }

  /** The same with all solutions found so far, written or not, where puzzles have more than one. */
  get tallyWhenInterrupted(): Tally {
    const { puzzles, solutions } = this.progress();
    return solutions > puzzles ? { ...this.tally, solutions } : this.tally;
  }

  get seconds(): number {
    return Math.round(performance.now() - this.#start) / 1000;
  }

  get puzzlesPerSecond(): number {
    return Math.round(this.tally.puzzles / this.seconds);
  }

  progress(): Progress {
    const { seconds } = this;
    const totalBytes = this.#totalBytes;
    const { bytes } = this.#written;
    let { puzzles, solutions } = this.#finished.tally;
    for (const { tally, reached } of this.#running.values()) {
      const now = reached();
      puzzles += Math.max(tally.puzzles, now.puzzles);
      solutions += Math.max(tally.solutions, now.solutions);
    }
    const secondsLeft = totalBytes && bytes ? (seconds * Math.max(totalBytes - bytes, 0)) / bytes : undefined;
    return {
      puzzles,
      solutions,
      seconds,
      puzzlesPerSecond: Math.round(puzzles / seconds),
      bytes,
      totalBytes,
      secondsLeft,
    };
  }

  get #written(): Written {
    return add([this.#finished, ...this.#running.values()]);
  }
}

function add(all: readonly Written[]): Written {
  return {
    tally: sumTallies(all.map(({ tally }) => tally)),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
