import type { Geometry } from '../../solver/geometry.ts';
import { LARGEST_SIZE } from '../../solver/geometry.ts';
import { type Alphabet, decodeTable, namedAlphabet, SEPARATOR, UNKNOWN } from '../alphabet.ts';
import type { Block, BrokenRecord } from '../block.ts';
import { bomLength, CR, LF, lineEnd } from '../bytes.ts';
import type { Overlong, Reader, ReadOptions, Shapes } from '../format.ts';
import { MAX_RECORD_BYTES } from '../format.ts';
import { isRemarkAt, skipBlanks } from '../marks.ts';
import { shapesUnder, sizeOfCells } from '../sizes.ts';
import { brokenToken, tokenEnd } from './broken.ts';
import { type LinesState, symbolsFor } from './recognise.ts';

/** Where the puzzles stand in a block's bytes. */
export interface LinesLayout {
  /** offset of each puzzle's first cell; the others follow */
  readonly at: Uint32Array;
  /** byte of each value */
  readonly symbols: Uint8Array;
}

/** What is needed to read and write lines of one size. */
interface Kind {
  readonly geometry: Geometry;
  readonly alphabet: Alphabet;
  readonly table: Uint8Array;
  readonly symbols: Uint8Array;
}

export function linesReader(state: LinesState, options: ReadOptions, first: boolean): Reader<LinesLayout> {
  return new LinesReader(state, shapesUnder(options), first);
}

class LinesReader implements Reader<LinesLayout> {
  readonly #state: LinesState;
  readonly #shapes: Shapes;
  readonly #kinds: (Kind | undefined)[] = [];
  /** what the last puzzle was, and the next one most likely is */
  #kind: Kind | undefined;
  #atFront: boolean;
  #countLineDue: boolean;
  // room for the records of one slab; the smallest has 16 cells and a line feed
  #cells = new Uint8Array(0);
  #starts = new Uint32Array(0);
  #lines = new Uint32Array(0);
  #at = new Uint32Array(0);

  constructor(state: LinesState, shapes: Shapes, first: boolean) {
    this.#state = state;
    this.#shapes = shapes;
    this.#atFront = first;
    this.#countLineDue = first && state.counted;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<LinesLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    if (end === 0) return;
    this.#makeRoom(end);
    for (let from = 0; from < end; ) {
      const block = this.#block(bytes, from, end);
      from += block.bytes.length;
      yield block;
    }
  }

  overlong(bytes: Uint8Array, continued: boolean): Overlong<LinesLayout> {
    const lineFeed = bytes.indexOf(LF);
    const open = lineFeed < 0;
    const end = open ? bytes.length : lineFeed + 1;
    const stop = open ? end : lineFeed > 0 && bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed;
    const fault: BrokenRecord = {
      start: 0,
      end: stop,
      line: 0,
      column: MAX_RECORD_BYTES + 1,
      reason: `expected a line of at most ${MAX_RECORD_BYTES} bytes, got a longer one`,
    };
    const isText = !continued && isRemarkAt(bytes, skipBlanks(bytes, 0, stop));
    this.#skippingRemark = continued ? this.#skippingRemark : isText;
    const broken = this.#skippingRemark ? [] : [continued ? { ...fault, continued } : fault];
    return { block: this.#finish(bytes, 0, end, undefined, 0, open ? 0 : 1, broken), open };
  }
  #skippingRemark = false;

  /** Reads lines from `from` on until a puzzle of another size than the first one comes. */
  #block(bytes: Uint8Array, from: number, end: number): Block<LinesLayout> {
    const [cells, starts, lines, offsets] = [this.#cells, this.#starts, this.#lines, this.#at];
    const broken: BrokenRecord[] = [];
    let kind = this.#kind;
    let count = 0;
    let filled = 0;
    let line = 0;
    let at = from;
    if (this.#atFront) {
      this.#atFront = false;
      at += bomLength(bytes);
    }

    while (at < end) {
      const lineStart = at;
      if (kind) {
        // nearly every line: as many cells as the last puzzle had, then the line's end
        const { table } = kind;
        const stop = at + kind.geometry.cells;
        let seen = stop < end ? 0 : UNKNOWN;
        for (let i = at; i < stop; i++) {
          const value = table[bytes[i]!]!;
          cells[filled++] = value;
          seen |= value;
        }
        // a value is below both flags
        const ends = seen < SEPARATOR && (bytes[stop] === LF || table[bytes[stop]!] === SEPARATOR);
        if (ends) {
          starts[count] = offsets[count] = at - from;
          lines[count++] = line;
          const lineFeed = bytes[stop] === LF ? stop : lineEnd(bytes, stop);
          if (lineFeed < end) line++;
          at = Math.min(lineFeed + 1, end);
          continue;
        }
        filled -= kind.geometry.cells;
      }

      // any other line, at leisure
      const lineFeed = lineEnd(bytes, at);
      const next = Math.min(lineFeed + 1, end);
      const start = skipBlanks(bytes, at, lineFeed);
      if (start < lineFeed && !isRemarkAt(bytes, start) && !this.#isCountLine()) {
        const found = this.#kindOf(bytes, lineStart, start, lineFeed);
        if ('reason' in found)
          broken.push({ ...found, start: found.start - from, end: found.end - from, line });
        else {
          if (found !== kind && count > 0) break;
          this.#kind = kind = found;
          const stop = start + kind.geometry.cells;
          for (let i = start; i < stop; i++) cells[filled++] = kind.table[bytes[i]!]!;
          starts[count] = lineStart - from;
          offsets[count] = start - from;
          lines[count++] = line;
        }
      }
      if (lineFeed < end) line++;
      at = next;
    }
    return this.#finish(bytes, from, at, kind, count, line, broken);
  }

  #finish(
    bytes: Uint8Array,
    from: number,
    to: number,
    kind: Kind | undefined,
    count: number,
    lineFeeds: number,
    broken: readonly BrokenRecord[],
  ): Block<LinesLayout> {
    return {
      bytes: bytes.subarray(from, to),
      lineFeeds,
      geometry: count > 0 ? kind?.geometry : undefined,
      count,
      cells: this.#cells,
      starts: this.#starts,
      lines: this.#lines,
      broken,
      alphabet: kind?.alphabet,
      layout: { at: this.#at, symbols: kind?.symbols ?? this.#cells },
    };
  }

  /** The kind of the puzzle that begins at `start`, or what is wrong with it. */
  #kindOf(
    bytes: Uint8Array,
    lineStart: number,
    start: number,
    lineFeed: number,
  ): Kind | Omit<BrokenRecord, 'line'> {
    // how far the cells go depends on the alphabet: `:` may be one, and it depends on how far they go
    for (const colons of [true, false]) {
      const end = tokenEnd(bytes, start, lineFeed, colons);
      const size = sizeOfCells(end - start);
      const kind = size === undefined ? undefined : this.#kindFor(size);
      if (kind && isCells(bytes, start, end, kind.table)) return kind;
    }
    const end = tokenEnd(bytes, start, lineFeed, true);
    const size = sizeOfCells(end - start);
    return brokenToken(bytes, lineStart, start, end, (size && this.#kindFor(size)) || this.#kind);
  }

  #kindFor(size: number): Kind | undefined {
    const geometry = this.#shapes(size);
    if (!geometry) return undefined;
    let kind = this.#kinds[size];
    if (!kind) {
      const alphabet = namedAlphabet(symbolsFor(this.#state, size));
      const symbols = Uint8Array.from(`\0${alphabet.symbols}`, (c) => c.charCodeAt(0));
      kind = { geometry, alphabet, table: decodeTable(alphabet), symbols };
      this.#kinds[size] = kind;
    }
    return kind;
  }

  #isCountLine(): boolean {
    const due = this.#countLineDue;
    this.#countLineDue = false;
    return due;
  }

  #makeRoom(bytes: number): void {
    if (this.#cells.length >= bytes) return;
    const records = Math.ceil(bytes / 16);
    // one grid more, as the fast path writes before it knows
    this.#cells = new Uint8Array(bytes + LARGEST_SIZE ** 2);
    this.#starts = new Uint32Array(records);
    this.#lines = new Uint32Array(records);
    this.#at = new Uint32Array(records);
  }
}

function isCells(bytes: Uint8Array, start: number, end: number, table: Uint8Array): boolean {
  for (let i = start; i < end; i++) if (table[bytes[i]!]! > LARGEST_SIZE) return false;
  return true;
}
