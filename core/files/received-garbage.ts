// Collects the short-lived pieces that sockets deliver, before V8 marks its entire heap on their account.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// V8 counts the bytes of buffers, and marks its entire heap whenever they have grown by 64 MiB: a dozen times for a file of
// 80 MB, which takes longer than much that is done with the file. A collection of the young generation frees the pieces in half
// a millisecond, but V8 starts one by the bytes of objects, of which pieces have few.

/**
 * Bytes that are received between two collections of the young generation. Far less than 64 MiB: what one collection frees is
 * deducted at the next, and all that arrives while V8 marks its heap stays until it has.
 */
const COLLECTED = 4 * 1024 * 1024;

let uncollected = 0;
let collect: ((options: { readonly type: 'minor' }) => void) | undefined;

/** Counts bytes that a socket has delivered, and collects the garbage of large bodies. */
export function countReceived(bytes: number): void {
  uncollected += bytes;
  if (uncollected < COLLECTED) return;
  uncollected = 0;
  collect ??= exposedCollector();
  collect({ type: 'minor' });
}

function exposedCollector(): NonNullable<typeof collect> {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NonNullable<typeof collect>;
}
