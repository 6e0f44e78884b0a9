// One jigsaw a line: a symbol for each cell, and then one for the region of each cell, with or without a separator.

import { MAX_SIZE, type Variant } from '../../options/options.ts';
import { members } from '../../options/shape.ts';
import { anyGeometry, isConnected, sideOf } from '../../solver/model/geometry.ts';
import { regionsIn } from '../../solver/model/variants.ts';
import {
  alphabetNames,
  countGrid,
  countSymbols,
  type FileSymbols,
  fileSymbols,
  isSeparator,
  mayBeCells,
  type SymbolCounts,
  SymbolTables,
  symbolsBySize,
} from '../shared/alphabet.ts';
import { isComment, quote, skipBlanks, tokenEnd } from '../shared/bytes.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import { lineWriter } from '../shared/cell-writer.ts';
import { cellFault, emptyRow, fillRow, firstFault, type Row } from '../shared/cells.ts';
import type { Format, ReadOptions } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { latin1 } from '../shared/latin1.ts';
import {
  faultyLine,
  LineKinds,
  LineReader,
  type LineScanner,
  type ScannedLine,
} from '../shared/line-reader.ts';
import { isMarker } from '../shared/markers.ts';

export const jigsawLines: Format<FileSymbols, CellsLayout> = {
  name: 'jigsaw-lines',
  recognise,
  state: members<FileSymbols>({ alphabets: symbolsBySize, empties: symbolsBySize }),
  splittable: () => true,
  alphabets: alphabetNames,
  rules: () => ['variant', 'regions'],
  reader: (state, options, first) => new LineReader(new JigsawScanner(state, options), first, 0),
  writer: () => lineWriter,
};

/** Most lines that are examined to recognise the format. */
const MAX_EXAMINED = 200;

function recognise({ bytes, lines, alphabet, requested }: Head): FileSymbols | undefined {
  const sizes = new Map<number, SymbolCounts>();
  let [jigsaws, others] = [0, 0];
  for (const { start, length, text } of lines) {
    if (jigsaws + others === MAX_EXAMINED) break;
    if (length === 0 || isComment(text)) continue;
    const stop = start + length;
    const first = skipBlanks(bytes, start, stop);
    if (isMarker(text)) {
      if (areRegions(tokenAfter(bytes, tokenEnd(bytes, first, stop, true), stop))) jigsaws++;
      continue;
    }
    const { end, size, regions } = partsAt(bytes, first, stop);
    const puzzle = areRegions(regions, size) ? latin1(bytes, first, end) : undefined;
    if (puzzle === undefined || !mayBeCells(puzzle, size!, alphabet)) {
      others++;
      // nearly all other files end here
      if (others > 10 && jigsaws === 0 && requested !== 'jigsaw-lines') return undefined;
      continue;
    }
    jigsaws++;
    countSymbols(countGrid(sizes, size!), puzzle);
  }
  return (jigsaws > 0 && jigsaws >= others) || requested === 'jigsaw-lines'
    ? fileSymbols(sizes.values(), alphabet)
    : undefined;
}

/** The puzzle of a line, and the regions: the halves of its first token, or that and the next one. */
interface Parts {
  /** Offset after the puzzle, or after a token that is none. */
  readonly end: number;
  readonly size: number | undefined;
  readonly regions: string | undefined;
}

function partsAt(bytes: Uint8Array, start: number, stop: number): Parts {
  const end = tokenEnd(bytes, start, stop, true);
  const whole = sideOf(end - start);
  if (whole !== undefined) return { end, size: whole, regions: tokenAfter(bytes, end, stop) };
  const size = sideOf((end - start) / 2);
  if (size === undefined) return { end, size, regions: undefined };
  const half = start + size * size;
  return { end: half, size, regions: latin1(bytes, half, end) };
}

/** The next token of a line. */
function tokenAfter(bytes: Uint8Array, from: number, stop: number): string | undefined {
  let at = from;
  while (at < stop && isSeparator(bytes[at]!)) at++;
  const end = tokenEnd(bytes, at, stop, true);
  return end > at ? latin1(bytes, at, end) : undefined;
}

/**
 * Whether symbols are `size` connected regions of `size` cells each. Those of a solution are not: its equal digits do not touch.
 */
function areRegions(symbols = '', size = sideOf(symbols.length)): boolean {
  if (size === undefined || typeof regionsIn(symbols, size) === 'string') return false;
  const regions = Map.groupBy(symbols.split('').keys(), (cell) => symbols[cell]);
  return regions.values().every((cells) => isConnected(cells, size));
}

class JigsawScanner implements LineScanner {
  readonly row: Row = emptyRow(MAX_SIZE ** 2 + 1);
  readonly #variant: Variant;
  /** of jigsaws, and of puzzles without regions */
  readonly #jigsaws: LineKinds;
  readonly #others: LineKinds;

  constructor({ alphabets, empties }: FileSymbols, options: ReadOptions) {
    const tables = new SymbolTables(alphabets, empties);
    this.#variant = options.variant;
    this.#jigsaws = new LineKinds(options, tables);
    this.#others = new LineKinds(options, tables);
  }

  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine {
    const { end, size, regions } = partsAt(bytes, start, stop);
    const fault = (reason: string, at?: number) => faultyLine(start, end, reason, at);
    if (size === undefined)
      return fault(
        `expected as many cells as a grid has (16, 25, 36, 49, …) and as many symbols of regions, got ${end - start}: ${quote(bytes, start, end)}`,
      );
    const kind = regions === undefined ? this.#others.of(size) : this.#jigsaws.of(size, true);
    if (!kind) return fault(`expected ${size * size} symbols of regions after the puzzle, got none`, end);
    fillRow(this.row, start, size * size);
    const wrong = firstFault(bytes, this.row, kind);
    if (wrong >= 0) {
      const at = start + wrong;
      return fault(cellFault(kind, quote(bytes, at, at + 1)), at);
    }
    const own = regions === undefined ? undefined : anyGeometry(size, this.#variant, undefined, regions);
    return { start, end, kind, own, reason: undefined };
  }
}
