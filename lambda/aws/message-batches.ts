// Divides messages into batches that SQS accepts. Apart from the requests, so that counting them loads no client.

/** SQS's limits for one batch request. */
export const MESSAGES_PER_BATCH = 10;
const BYTES_PER_BATCH = 1024 * 1024;

/** Splits messages into batches within both limits. @throws Error if one message alone is too large */
export function batchesOf(bodies: readonly string[]): string[][] {
  const batches: string[][] = [];
  let bytes = Infinity;
  for (const body of bodies) {
    const size = Buffer.byteLength(body);
    if (size > BYTES_PER_BATCH)
      throw new Error(`a message of ${size} bytes is over SQS's ${BYTES_PER_BATCH}`);
    const last = batches.at(-1);
    if (last && last.length < MESSAGES_PER_BATCH && bytes + size <= BYTES_PER_BATCH) {
      last.push(body);
      bytes += size;
    } else {
      batches.push([body]);
      bytes = size;
    }
  }
  return batches;
}
