/** How often each operation of S3 and SQS was asked for, by whom. */
export class RequestCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  /** @param authorization the request's header; a request without one is the cloud's own and not counted */
  add(authorization: string | undefined, operation: string): void {
    const caller = callerOf(authorization);
    if (caller === undefined) return;
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

/** Whose access key signed a request. */
export function callerOf(authorization: string | undefined): string | undefined {
  return /Credential=([^/]+)\//.exec(authorization ?? '')?.[1];
}
