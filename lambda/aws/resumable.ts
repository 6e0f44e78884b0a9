import type { ByteRange } from './cloud.ts';

/** Breaks without a byte between them that are taken for a dead end. */
const MAX_BREAKS = 5;

/**
 * The bytes of a range although connections break in the middle of a body, where an SDK's own retries end.
 * @param reopen opens the rest of the same object from a byte on
 */
export async function* resumable(
  body: AsyncIterable<Uint8Array>,
  { from, to }: ByteRange,
  reopen: (at: number) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = from;
  let breaks = 0;
  while (at < to) {
    let cause: unknown;
    try {
      for await (const piece of body) {
        at += piece.length;
        breaks = 0;
        yield piece;
      }
    } catch (error) {
      cause = error;
    }
    if (at === to) return;
    breaks++;
    if (breaks > MAX_BREAKS) {
      throw new Error(`the connection broke ${breaks} times at byte ${at}, expected ${to}`, { cause });
    }
    body = await reopen(at);
  }
  // an empty body is read too, else its connection is not given back
  if (from === to) for await (const _ of body);
}
