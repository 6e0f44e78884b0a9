import { emptyTally, sumTallies, type Tally } from '../../core/files/index.ts';
import type { Progress } from './reporter.ts';

interface Reached {
  readonly tally: Tally;
  /** of input */
  readonly bytes: number;
}

/** Adds up how far the files have come, those done and those at work. */
export class Meter {
  readonly #start = performance.now();
  readonly #totalBytes: number | undefined;
  #done: Reached = { tally: emptyTally(), bytes: 0 };
  readonly #atWork = new Map<object, Reached>();

  /** @param totalBytes of all files; undefined if not known */
  constructor(totalBytes: number | undefined) {
    this.#totalBytes = totalBytes;
  }

  advance(file: object, tally: Tally, bytes: number): void {
    this.#atWork.set(file, { tally, bytes });
  }

  finish(file: object): void {
    const reached = this.#atWork.get(file);
    if (reached) this.#done = add([this.#done, reached]);
    this.#atWork.delete(file);
  }

  get tally(): Tally {
    return this.#reached.tally;
  }

  get seconds(): number {
    return Math.round(performance.now() - this.#start) / 1000;
  }

  get puzzlesPerSecond(): number {
    return Math.round(this.tally.puzzles / this.seconds);
  }

  progress(): Progress {
    const { seconds, puzzlesPerSecond } = this;
    const totalBytes = this.#totalBytes;
    const { tally, bytes } = this.#reached;
    const secondsLeft = totalBytes && bytes ? (seconds * Math.max(totalBytes - bytes, 0)) / bytes : undefined;
    return {
      puzzles: tally.puzzles,
      solutions: tally.solutions,
      seconds,
      puzzlesPerSecond,
      bytes,
      totalBytes,
      secondsLeft,
    };
  }

  get #reached(): Reached {
    return add([this.#done, ...this.#atWork.values()]);
  }
}

function add(all: readonly Reached[]): Reached {
  return {
    tally: sumTallies(all.map(({ tally }) => tally)),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
