export interface Peeked {
  /** the first bytes: as many as were asked for, fewer only if there are no more */
  readonly head: Uint8Array;
  /** All bytes from the first on; to be read at most once. */
  readonly all: AsyncIterable<Uint8Array>;
  /** Ends the reading early. */
  close(): Promise<void>;
}

/** Looks at the first bytes of a stream without taking them from it. */
export async function peek(stream: AsyncIterable<Uint8Array>, bytes: number): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]();
  const close = async () => void (await iterator.return?.());
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < bytes) {
    const step = await iterator.next();
    if (step.done) break;
    seen.push(step.value);
    length += step.value.length;
  }
  const first = seen.length === 1 ? seen[0]! : Buffer.concat(seen);
  async function* all() {
    try {
      if (length > 0) yield first;
      for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value;
    } finally {
      await close();
    }
  }
  return { head: first.subarray(0, bytes), all: all(), close };
}
