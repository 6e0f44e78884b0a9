// Pieces of output, and who owns them: inside the project they are lent, and what leaves the library belongs to the receiver.

/**
 * A piece that is valid until the next one is requested. It may be a `Buffer`, whose `slice` is a view; a part of the input, of
 * a kernel's memory or of a pool; or a constant. Whoever keeps it, transfers it or changes it takes a copy: {@link owned}.
 */
export type Lent = Uint8Array;

/** A copy in memory of its own, a plain Uint8Array in every runtime: the receiver may keep, change or transfer it. */
export const owned = (piece: Lent): Uint8Array<ArrayBuffer> => new Uint8Array(piece);

const COALESCED_BYTES = 64 * 1024;

/** The same bytes in pieces of about {@link COALESCED_BYTES} or more, as each piece has a cost in streams. */
export function* coalesced(pieces: Iterable<Lent>): Generator<Lent> {
  const buffer = new Uint8Array(COALESCED_BYTES);
  let filled = 0;
  for (const piece of pieces) {
    if (filled + piece.length > buffer.length) {
      if (filled > 0) yield buffer.subarray(0, filled);
      filled = 0;
      if (piece.length >= COALESCED_BYTES) {
        yield piece;
        continue;
      }
    }
    buffer.set(piece, filled);
    filled += piece.length;
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
