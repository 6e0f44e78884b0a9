// Makes different puzzles on threads, in an order that does not depend on the number of threads.
import { MISSES, type Miss } from '../../core/solver/requirements.ts';
import type { TaskThreads } from '../threads/task-threads.ts';
import { MADE, type Made, type MakeTask } from '../threads/tasks.ts';

/** Counts of the attempts to make puzzles. */
export interface Attempts {
  made: number;
  tries: number;
  /** tries since the last puzzle */
  triesInVain: number;
  /** puzzles that were equal to an earlier one */
  duplicates: number;
  /** tries by the requirement that they missed */
  readonly misses: Partial<Record<Miss, number>>;
}

export interface Limits {
  /** number of puzzles */
  readonly count: number;
  /** tries in a row without a puzzle after which to give up */
  readonly maxTriesInVain: number;
  /** maximum tries per task */
  readonly triesPerTask: number;
}

/** Milliseconds that a task should take. Progress is updated after each task. */
const TASK_MILLISECONDS = 200;

/**
 * Makes different puzzles that meet requirements. They are in the order of the tries, so the number of threads makes no
 * difference. Ends after `count` puzzles, or after `maxTriesInVain` tries in a row without a puzzle.
 * @param attempts updated with each try
 */
export async function* distinctPuzzles(
  threads: TaskThreads,
  task: Omit<MakeTask, 'kind' | 'from' | 'count'>,
  { count, maxTriesInVain, triesPerTask }: Limits,
  attempts: Attempts,
): AsyncGenerator<Made> {
  const seen = new FingerprintSet();
  let length = 1;
  for await (const { made, outcomes, milliseconds } of threads.inOrder(tasks())) {
    length = milliseconds > TASK_MILLISECONDS ? Math.ceil(length / 2) : Math.min(length * 2, triesPerTask);
    let next = 0;
    for (const outcome of outcomes) {
      attempts.tries++;
      attempts.triesInVain++;
      if (outcome !== MADE) {
        const miss = MISSES[outcome]!;
        attempts.misses[miss] = (attempts.misses[miss] ?? 0) + 1;
      } else {
        const puzzle = made[next++]!;
        if (seen.add(puzzle.key)) {
          attempts.made++;
          attempts.triesInVain = 0;
          yield puzzle;
          if (attempts.made === count) return;
        } else {
          attempts.duplicates++;
        }
      }
      if (attempts.triesInVain >= maxTriesInVain) return;
    }
  }

  function* tasks(): Generator<MakeTask> {
    for (let from = 0; ; ) {
      const tries = length; // changes while the generator is suspended
      yield { kind: 'make', ...task, from, count: tries };
      from += tries;
    }
  }
}

/** Initial and maximum number of slots: 2^27 slots of eight bytes take 1 GiB, and half as much again while the set grows. */
const MIN_SLOTS = 1 << 12;
const MAX_SLOTS = 2 ** 27;
/** share of slots that may be filled */
const LOAD = 0.75;

/** The number of fingerprints that a set can hold: 100 million. */
const MAX_FINGERPRINTS = Math.floor(MAX_SLOTS * LOAD);

/**
 * A set of fingerprints with eight bytes per slot; a JavaScript Set holds no more than 2^24 entries. Two puzzles with the
 * same fingerprint count as one: among 100 million puzzles, the chance that a different puzzle is dropped is one in 4,000, and
 * no puzzle is returned twice.
 */
export class FingerprintSet {
  #slots = new Uint32Array(MIN_SLOTS * 2);
  size = 0;

  /** @param fingerprint two words @returns whether it was new */
  add([high = 0, low = 0]: Iterable<number>): boolean {
    if (this.size >= (this.#slots.length / 2) * LOAD) this.#grow();
    if (!insert(this.#slots, high, low)) return false;
    this.size++;
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    if (old.length / 2 >= MAX_SLOTS)
      throw new RangeError(`expected at most ${MAX_FINGERPRINTS} puzzles to tell apart`);
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2)
      if (old[at] !== 0 || old[at + 1] !== 0) insert(this.#slots, old[at]!, old[at + 1]!);
  }
}

/** Open addressing. An empty slot is 0, 0; the fingerprint 0, 0 is stored as 0, 1. */
function insert(slots: Uint32Array, high: number, low: number): boolean {
  const mask = slots.length / 2 - 1;
  const second = high === 0 && low === 0 ? 1 : low;
  for (let slot = high & mask; ; slot = (slot + 1) & mask) {
    const at = slot * 2;
    if (slots[at] === high && slots[at + 1] === second) return false;
    if (slots[at] !== 0 || slots[at + 1] !== 0) continue;
    slots[at] = high;
    slots[at + 1] = second;
    return true;
  }
}
