import type { Miss } from '../../core/solver/order/order.ts';
import type { MakeTask } from '../threads/tasks.ts';
import type { Threads } from '../threads/threads.ts';

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
  /** tries a task */
  readonly chunk: number;
}

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
  const seen = new Set<string>();
  for await (const { made, tries, misses } of threads.inOrder(tasks())) {
    let last = progress.tries;
    const from = progress.tries;
    progress.tries += tries;
    for (const [miss, times] of Object.entries(misses) as [Miss, number][]) {
      progress.misses[miss] = (progress.misses[miss] ?? 0) + times;
    }
    for (const { number, cells, key } of made) {
      if (seen.has(key)) {
        progress.doubles++;
        continue;
      }
      progress.barren += number - last;
      if (progress.barren > patience) return;
      seen.add(key);
      progress.made++;
      progress.barren = 0;
      last = number;
      yield cells;
      if (progress.made === count) return;
    }
    progress.barren += from + tries - last;
    if (progress.barren > patience) return;
  }

  function* tasks(): Generator<MakeTask> {
    for (let from = 0; ; from += chunk) yield { kind: 'make', ...order, from, count: chunk };
  }
}
