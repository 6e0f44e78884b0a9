import { emptyTally, type Reached, sumTallies, type Tally } from '../../core/files/index.ts';
import type { Progress } from './reporter.ts';

interface Written {
  readonly tally: Tally;
  /** of input */
  readonly bytes: number;
}

interface AtWork extends Written {
  /** how far it is, be it not written yet */
  readonly reached: () => Reached;
}

/** Adds up how far the files have come, those done and those at work. */
export class Meter {
  readonly #start = performance.now();
  readonly #totalBytes: number | undefined;
  #done: Written = { tally: emptyTally(), bytes: 0 };
  readonly #atWork = new Map<object, AtWork>();

  /** @param totalBytes of all files; undefined if not known */
  constructor(totalBytes: number | undefined) {
    this.#totalBytes = totalBytes;
  }

  advance(file: object, tally: Tally, bytes: number, reached: () => Reached): void {
    this.#atWork.set(file, { tally, bytes, reached });
  }

  finish(file: object): void {
    const written = this.#atWork.get(file);
    if (written) this.#done = add([this.#done, written]);
    this.#atWork.delete(file);
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
    let { puzzles, solutions } = this.#done.tally;
    for (const { tally, reached } of this.#atWork.values()) {
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
    return add([this.#done, ...this.#atWork.values()]);
  }
}

function add(all: readonly Written[]): Written {
  return {
    tally: sumTallies(all.map(({ tally }) => tally)),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
