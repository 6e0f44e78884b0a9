const COALESCED_BYTES = 64 * 1024;

/** The same bytes in pieces of about {@link COALESCED_BYTES} or more, as each piece has a cost in streams. */
export function* coalesced(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let buffer = new Uint8Array(0);
  let filled = 0;
  for (const piece of pieces) {
    if (filled + piece.length > buffer.length) {
      if (filled > 0) yield buffer.subarray(0, filled);
      filled = 0;
      if (piece.length >= COALESCED_BYTES) {
        buffer = new Uint8Array(0);
        yield piece;
        continue;
      }
      buffer = new Uint8Array(COALESCED_BYTES);
    }
    buffer.set(piece, filled);
    filled += piece.length;
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
