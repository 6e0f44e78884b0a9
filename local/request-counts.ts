import type { Incoming } from './incoming.ts';

/** How often each operation of S3 and SQS was asked for, by whom. */
export class RequestCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  /** Counts a request, unless it is the cloud's own. */
  add({ caller, operation }: Incoming): void {
    if (caller === undefined || operation === undefined) return;
    const counts = this.#counts.get(caller) ?? new Map<string, number>();
    this.#counts.set(caller, counts);
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  }

  /** Requests of one caller by operation. */
  of(caller: string): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts.get(caller) ?? []);
  }

  reset(): void {
    this.#counts.clear();
  }
}
