import { CR, LF } from '../formats/shared/bytes.ts';
import type { Writer } from '../formats/shared/format.ts';

/** Whether lines end in a carriage return alone, as those of old Macs do: no line feed is among the bytes. */
export function endsInCarriageReturns(bytes: Uint8Array): boolean {
  // nearly every file has a line feed early
  if (bytes.includes(LF)) return false;
  const first = bytes.indexOf(CR);
  // the last one may be half of a line end
  return first >= 0 && first < bytes.length - 1;
}

/** Puts line feeds in place of carriage returns, and the other way round: done twice, all is as before. */
export function swapLineEnds(bytes: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === CR) bytes[at] = LF;
    else if (bytes[at] === LF) bytes[at] = CR;
  }
  return bytes;
}

/** A writer whose output has its line ends swapped back. */
export function swappedBack(writer: Writer): Writer {
  return {
    batch: (block, result, lent) => swapped(writer.batch(block, result, lent)),
    ...(writer.list && { list: (block, listing) => swapped(writer.list!(block, listing)) }),
    ...(writer.begin && { begin: () => swapped(writer.begin!()) }),
    ...(writer.end && { end: () => swapped(writer.end!()) }),
  };
}

function* swapped(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  // a copy, as a piece may be a constant
  for (const piece of pieces) yield swapLineEnds(Uint8Array.from(piece));
}
