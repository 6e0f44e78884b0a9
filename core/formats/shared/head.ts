import { bomLength, LF, trimmedEnd } from './bytes.ts';

/** A line of the head, without its line ending and the blanks before it. */
export interface HeadLine {
  /** 1-based */
  readonly number: number;
  /** One character a byte (latin1), so that lengths are bytes. */
  readonly text: string;
}

/** The front of a file, uncompressed: what formats are recognised from. */
export interface Head {
  readonly bytes: Uint8Array;
  /** Whether `bytes` is all of the file. */
  readonly complete: boolean;
  /** Key or path in lower case; its ending may break a tie. */
  readonly name: string;
  /** The whole lines of `bytes`; the last one only where it is known to have ended. */
  readonly lines: readonly HeadLine[];
  /** The `alphabet` option, expanded. */
  readonly alphabet: string | undefined;
  /** Name of the format that somebody says it is: this one is to make of it what it can. */
  readonly asked?: string | undefined;
}

export function headOf(
  bytes: Uint8Array,
  complete: boolean,
  name: string,
  alphabet?: string,
  asked?: string,
): Head {
  const lines: HeadLine[] = [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  for (let at = bomLength(bytes), number = 1; at < bytes.length; number++) {
    const lineFeed = bytes.indexOf(LF, at);
    // a line that the head cuts in two says nothing, unless there is nothing else
    if (lineFeed < 0 && !complete && lines.length > 0) break;
    const end = lineFeed < 0 ? bytes.length : lineFeed;
    lines.push({ number, text: text.slice(at, trimmedEnd(bytes, at, end)) });
    at = end + 1;
  }
  return { bytes, complete, name: name.toLowerCase(), lines, alphabet, asked };
}
