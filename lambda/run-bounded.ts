export interface Room<Item> {
  /** Sum of the weights of the items that run at once. */
  readonly weight: number;
  /** An item heavier than the whole room runs by itself. */
  readonly weigh: (item: Item) => number;
  /** Items that run at once; asked before each begins. */
  readonly items: () => number;
}

/**
 * Runs the task for every item, in their order, as many at once as there is room for. After a failure no further one is
 * begun; those that run are waited for, since work that outlives its invocation disturbs the next one.
 * @throws what the first failed task threw
 */
export async function runBounded<Item>(
  items: Iterable<Item>,
  room: Room<Item>,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let free = room.weight;
  for (const item of items) {
    const weight = Math.min(room.weigh(item), room.weight);
    while (running.size > 0 && (weight > free || running.size >= room.items())) await Promise.race(running);
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
