/** Bytes to be read once, from the front. */
export interface ByteSource {
  /**
   * Reads 1 to `into.length` bytes into the front of `into` and returns how many; 0 at the end.
   * @throws RangeError if `into` is empty: it could only return 0, which means the end
   */
  read(into: Uint8Array): Promise<number>;
}

/**
 * Checks a number of bytes (or of other things that are counted) that was computed, where it is about to be used: half a
 * byte makes an empty `subarray`, and a read into that looks like the end of a file.
 *
 * @param name what the number is, for the message
 * @returns the number
 * @throws RangeError unless it is a whole number, `least` or more
 */
export function wholeSize(name: string, size: number, least = 0): number {
  if (Number.isSafeInteger(size) && size >= least) return size;
  throw new RangeError(`${name}: expected a whole number, ${least} or more, got ${size}`);
}

/** @throws RangeError if a read has no room, so that its result could not be told from the end of the file */
export function refuseEmpty(into: Uint8Array): void {
  if (into.length === 0) throw new RangeError('expected room for at least one byte to read, got none');
}

/**
 * Reads until `into` is full or the source is at its end.
 *
 * @returns bytes read; fewer than `into.length` only at the end
 * @throws RangeError if `into` is empty, or the source returns no number of bytes that fit; what the source throws
 */
export async function readFully(source: ByteSource, into: Uint8Array): Promise<number> {
  refuseEmpty(into);
  let filled = 0;
  while (filled < into.length) {
    const room = into.subarray(filled);
    const count = wholeSize('bytes read', await source.read(room));
    if (count > room.length)
      throw new RangeError(`expected at most ${room.length} bytes of a read, got ${count}`);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
