// Runs tasks in order, as many at the same time as their weights allow; the first failure starts no more.
export interface Capacity<Item> {
  /** Sum of the weights of the items that run at the same time. */
  readonly weight: number;
  /** An item heavier than the capacity runs alone. */
  readonly weigh: (item: Item) => number;
  /** Returns how many items may run at the same time; called before each starts, since S3 may throttle meanwhile. */
  readonly items: () => number;
}

/**
 * Runs the task for every item, in order, as many at the same time as the capacity allows. After a failure it starts no more
 * and waits for those that are running, since work that outlives its invocation would disturb the next one.
 *
 * No maintained library does this: p-map, p-queue and p-limit do not weigh tasks, and after a failure p-map rejects while other
 * tasks are still running. bottleneck weighs them, but is no longer maintained.
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
