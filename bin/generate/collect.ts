import { MISSES, type Miss } from '../../core/solver/requirements.ts';
import { MADE, type MakeTask } from '../threads/tasks.ts';
import type { Threads } from '../threads/threads.ts';
import { SeenSet } from './seen-set.ts';

export interface Collected {
  made: number;
  tries: number;
  /** tries since the last puzzle */
  barren: number;
  /** puzzles that were the same as one before */
  doubles: number;
  readonly misses: Partial<Record<Miss, number>>;
}

export interface Wanted {
  readonly count: number;
  /** tries in a row without a puzzle, after which it is given up */
  readonly patience: number;
  /** tries a task at most */
  readonly chunk: number;
}

/** How long a task should take, in milliseconds: progress is told by tasks. */
const PACE = 200;

/**
 * Puzzles of an order, in the order of their tries and none twice, so that threads make no difference. Ends when there are enough,
 * or when patience is at its end.
 */
export async function* collect(
  threads: Threads,
  order: Omit<MakeTask, 'kind' | 'from' | 'count'>,
  { count, patience, chunk }: Wanted,
  progress: Collected,
): AsyncGenerator<Uint8Array> {
  const seen = new SeenSet();
  let length = 1;
  for await (const { made, outcomes, ms } of threads.inOrder(tasks())) {
    length = ms > PACE ? Math.ceil(length / 2) : Math.min(length * 2, chunk);
    let next = 0;
    for (const outcome of outcomes) {
      progress.tries++;
      progress.barren++;
      if (outcome !== MADE) {
        const miss = MISSES[outcome]!;
        progress.misses[miss] = (progress.misses[miss] ?? 0) + 1;
      } else {
        const { cells, key } = made[next++]!;
        if (seen.add(key)) {
          progress.made++;
          progress.barren = 0;
          yield cells;
          if (progress.made === count) return;
        } else {
          progress.doubles++;
        }
      }
      if (progress.barren >= patience) return;
    }
  }

  function* tasks(): Generator<MakeTask> {
    for (let from = 0; ; ) {
      // what it is by now: `length` changes while this waits
      const tries = length;
      yield { kind: 'make', ...order, from, count: tries };
      from += tries;
    }
  }
}
