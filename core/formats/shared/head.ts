// The front of a file as recognisers see it: its bytes, its lines on demand, and what options say.

import { LF } from '../../kernel/constants.ts';
import { sizeOfCells } from '../../solver/model/geometry.ts';
import type { Block } from './block.ts';
import { bomLength, trimmedEnd } from './bytes.ts';
import { isPlain, viewOf } from './cells.ts';
import { latin1 } from './latin1.ts';
import type { TextReader } from './text-record.ts';

/** A line of the head, without its line ending and the blanks before it. */
export interface HeadLine {
  /** 1-based */
  readonly number: number;
  /** Offset in the head. */
  readonly start: number;
  readonly length: number;
  /** One character a byte (latin1), so that lengths are bytes. */
  readonly text: string;
  /** Whether it consists of digits and points, with a digit among them. Most lines do: a quick answer for recognisers. */
  readonly isPlain: boolean;
}

/** The uncompressed front of a file, from which its format is recognised. */
export interface Head {
  readonly bytes: Uint8Array;
  /** Whether `bytes` is all of the file. */
  readonly complete: boolean;
  /** Key or path in lower case; its ending can break a tie. */
  readonly name: string;
  /** All of `bytes`, one character each (latin1). */
  readonly text: string;
  /** The complete lines of `bytes`, or a single incomplete one. */
  readonly lines: readonly HeadLine[];
  /** Bytes of the longest of these lines. */
  readonly longest: number;
  /** The `alphabet` option, expanded. */
  readonly alphabet: string | undefined;
  /** The option `format`: the format of this name must accept the file. */
  readonly requested?: string | undefined;
  /** The option `puzzle`: where the puzzles stand. */
  readonly place?: string | undefined;
  /** Cells of grids with the option `regions`, which can have sizes that grids with boxes cannot. */
  readonly jigsawCells?: number | undefined;
  /** Reads the puzzle in a text within a record. */
  readonly readText?: TextReader | undefined;
}

/** The size of a grid with this number of cells; undefined if the file can have no such grid. */
export function sizeIn({ jigsawCells }: Pick<Head, 'jigsawCells'>, cells: number): number | undefined {
  return cells === jigsawCells ? Math.sqrt(cells) : sizeOfCells(cells);
}

/** What options say about a file: see {@link Head}. */
export type Said = Pick<Head, 'requested' | 'place' | 'jigsawCells' | 'readText'> & {
  readonly alphabet?: string | undefined;
};

export function headOf(bytes: Uint8Array, complete: boolean, name: string, said: Said = {}): Head {
  const text = latin1(bytes, 0, bytes.length);
  let lines: HeadLine[] | undefined;
  const head: Head = {
    bytes,
    complete,
    name: name.toLowerCase(),
    text,
    alphabet: said.alphabet,
    requested: said.requested,
    place: said.place,
    jigsawCells: said.jigsawCells,
    readText: said.readText,
    // not every format needs them
    get lines() {
      lines ??= linesOf(head);
      return lines;
    },
    get longest() {
      return head.lines.reduce((longest, { length }) => Math.max(longest, length), 0);
    },
  };
  return head;
}

/** Bytes of the front that most files repeat to their end. */
const FRONT_BYTES = 64 * 1024;
/** Largest size whose values are digits. The alphabet of a larger one may show behind the front. */
const MAX_DIGIT = 9;

/**
 * What a format finds in a head. Nearly all files repeat what their first records show: then the front decides; otherwise all of the
 * head is examined.
 * @param isRepeated whether a reader finds nothing else behind the front
 */
export function foundInFront<Found>(
  head: Head,
  examine: (head: Head) => Found | undefined,
  isRepeated: (found: Found, front: Head) => boolean,
): Found | undefined {
  const { bytes, alphabet, place, jigsawCells } = head;
  const isSaid = [alphabet, place, jigsawCells].some((option) => option !== undefined);
  if (isSaid || bytes.length <= FRONT_BYTES) return examine(head);
  const end = bytes.lastIndexOf(LF, FRONT_BYTES) + 1 || FRONT_BYTES;
  const front = headOf(bytes.subarray(0, end), false, head.name, head);
  const found = examine(front);
  return found !== undefined && isRepeated(found, front) ? found : examine(head);
}

/** Whether blocks have only grids of digits. */
export function areGridsOfDigits(blocks: Iterable<Block>): boolean {
  for (const { broken, geometry } of blocks)
    if (broken.length > 0 || (geometry?.size ?? 0) > MAX_DIGIT) return false;
  return true;
}

/** Splits lines; their text is extracted on demand. */
function linesOf({ bytes, text, complete }: Head): HeadLine[] {
  const view = viewOf(bytes);
  const lines: HeadLine[] = [];
  for (let at = bomLength(bytes), number = 1; at < bytes.length; number++) {
    // indexOf is faster on a string than on bytes
    const lineFeed = text.indexOf('\n', at);
    // a line that the head cuts in two is ignored, unless it is the only one
    if (lineFeed < 0 && !complete && lines.length > 0) break;
    const stop = lineFeed < 0 ? bytes.length : lineFeed;
    lines.push(new Line(text, view, number, at, trimmedEnd(bytes, at, stop)));
    at = stop + 1;
  }
  return lines;
}

class Line implements HeadLine {
  readonly number: number;
  readonly start: number;
  readonly length: number;
  /** All of the head. */
  readonly #text: string;
  /** The bytes of the head. */
  readonly #view: DataView;
  #isPlain: boolean | undefined;

  constructor(text: string, view: DataView, number: number, start: number, end: number) {
    this.#text = text;
    this.#view = view;
    this.number = number;
    this.start = start;
    this.length = end - start;
  }

  get text(): string {
    return this.#text.slice(this.start, this.start + this.length);
  }

  get isPlain(): boolean {
    this.#isPlain ??= isPlain(this.#view, this.start, this.start + this.length);
    return this.#isPlain;
  }
}

/** Why a file cannot be read, although it surely has a format. */
interface Reasoned {
  readonly reason: unknown;
}

/** The two questions that a format asks about a head, which is examined once for both: its state, or why it has none. */
export function examinedOnce<State extends object, Fault extends Reasoned>(
  examine: (head: Head) => State | Fault | undefined,
) {
  let last: { readonly head: Head; readonly found: State | Fault | undefined } | undefined;
  const found = (head: Head) => {
    if (last?.head !== head) last = { head, found: examine(head) };
    return last.found;
  };
  const isFault = (one: State | Fault | undefined): one is Fault => one !== undefined && 'reason' in one;
  return {
    state: (head: Head): State | undefined => {
      const one = found(head);
      return isFault(one) ? undefined : one;
    },
    fault: (head: Head): Fault | undefined => {
      const one = found(head);
      return isFault(one) ? one : undefined;
    },
  };
}
