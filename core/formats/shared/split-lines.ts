// Splits UTF-8 into lines, in bounded memory however long they are. Lines end at LF or CR LF only: Node's readline also
// splits at U+2028 and U+2029, which JSON and keys may contain.

import { CR, LF } from '../../kernel/constants.ts';

/** A line without its line ending. */
export interface Line {
  readonly text: string;
  /** Whether `text` is only the beginning of the line. */
  readonly isCut: boolean;
}

/**
 * @param pieces of the text, cut anywhere
 * @param most maximum bytes of a line that are returned
 */
export async function* splitLines(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Line, void, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array) => {
    // one more byte, because the last one may be a carriage return; a copy, because the owner may reuse the piece
    if (length <= most) held.push(new Uint8Array(bytes.subarray(0, most + 1 - length)));
    length += bytes.length;
  };
  const take = (): Line => {
    const line = Buffer.concat(held);
    const isEnded = length === line.length && line.at(-1) === CR;
    const isCut = length - (isEnded ? 1 : 0) > most;
    held = [];
    length = 0;
    return { text: line.toString('utf8', 0, isEnded ? line.length - 1 : Math.min(line.length, most)), isCut };
  };
  for await (const piece of pieces) {
    let at = 0;
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, at)) {
      add(piece.subarray(at, end));
      at = end + 1;
      yield take();
    }
    if (at < piece.length) add(piece.subarray(at));
  }
  if (length > 0) yield take();
}
