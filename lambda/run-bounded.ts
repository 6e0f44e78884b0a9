export interface Capacity<Item> {
  /** Sum of the weights of the items that run at the same time. */
  readonly weight: number;
  /** An item heavier than the capacity runs alone. */
  readonly weigh: (item: Item) => number;
  /** Number of items that run at the same time; read before each starts. */
  readonly items: () => number;
}

/**
 * Runs the task for every item, in order, as many at the same time as the capacity allows. After a failure no more are
 * started; those that run are awaited, since work that outlives its invocation would disturb the next one.
 * @throws the error of the first task that failed
 */
export async function runBounded<Item>(
  items: Iterable<Item>,
  capacity: Capacity<Item>,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let free = capacity.weight;
  for (const item of items) {
    const weight = Math.min(capacity.weigh(item), capacity.weight);
    while (running.size > 0 && (weight > free || running.size >= capacity.items())) {
      await Promise.race(running);
    }
    if (failures.length > 0) break;
    free -= weight;
    const run: Promise<void> = task(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        free += weight;
        running.delete(run);
      });
    running.add(run);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
