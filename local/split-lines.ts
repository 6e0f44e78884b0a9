const LF = 10;
const CR = 13;

/** A line without what ends it. */
export interface Line {
  readonly text: string;
  /** Whether it is longer: `text` is its front. */
  readonly isCut: boolean;
}

/**
 * Lines of UTF-8, in bounded memory whatever their length. They end at a line feed or a carriage return and a line feed, and
 * nowhere else: Node's readline also splits at U+2028 and U+2029, which JSON and keys hold as they are.
 * @param pieces cut anywhere
 * @param most bytes of a line that are kept
 */
export async function* splitLines(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Line, void, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array) => {
    // a byte more, since the last one may be a carriage return; a copy, since the owner of a piece may use it again
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
