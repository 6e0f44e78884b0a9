// One jigsaw a line: a symbol for each cell, and then one for the region of each cell, with or without a separator.

import { MAX_SIZE, type Variant } from '../../options/options.ts';
import { members } from '../../options/shape.ts';
import { anyGeometry, sideOf } from '../../solver/geometry.ts';
import {
  alphabetNames,
  countSymbols,
  type FileSymbols,
  fileSymbols,
  mayBeCells,
  newSymbolCounts,
  SymbolTables,
  symbolsBySize,
} from '../shared/alphabet.ts';
import { isComment, quote, tokenEnd } from '../shared/bytes.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import { writeBlock } from '../shared/cell-writer.ts';
import { emptyRow, firstFault, type Row } from '../shared/cells.ts';
import type { Format, ReadOptions } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { latin1 } from '../shared/latin1.ts';
import { LineKinds, LineReader, type LineScanner, type ScannedLine } from '../shared/line-reader.ts';
import { isMarker } from '../shared/markers.ts';

export const jigsawLines: Format<FileSymbols, CellsLayout> = {
  name: 'jigsaw-lines',
  recognise,
  state: members<FileSymbols>({ alphabets: symbolsBySize, empties: symbolsBySize }),
  splittable: () => true,
  holds: ['first', 'unique'],
  alphabets: alphabetNames,
  rules: () => ['regions'],
  reader: (state, options, first) => new LineReader(new JigsawScanner(state, options), first, 0),
  writer: () => ({ batch: (block, result) => writeBlock(block, result, true) }),
};

/** Most lines that are examined to recognise the format. */
const MAX_EXAMINED = 200;

function recognise({ lines, alphabet, requested }: Head): FileSymbols | undefined {
  const sizes = new Map<number, ReturnType<typeof newSymbolCounts>>();
  let [jigsaws, others] = [0, 0];
  for (const { length, text } of lines) {
    if (jigsaws + others === MAX_EXAMINED) break;
    if (length === 0 || isComment(text)) continue;
    if (isMarker(text)) {
      if (hasRegions(text)) jigsaws++;
      continue;
    }
    const parts = partsOf(text);
    const size = parts && sideOf(parts.puzzle.length);
    const isJigsaw =
      size !== undefined && mayBeCells(parts!.puzzle, size, alphabet) && areRegions(parts!.regions, size);
    if (!isJigsaw) {
      others++;
      // nearly all other files end here
      if (others > 10 && jigsaws === 0 && requested !== 'jigsaw-lines') return undefined;
      continue;
    }
    jigsaws++;
    if (!sizes.has(size)) sizes.set(size, newSymbolCounts(size));
    const counts = sizes.get(size)!;
    counts.grids++;
    countSymbols(counts, parts!.puzzle);
  }
  return (jigsaws > 0 && jigsaws >= others) || requested === 'jigsaw-lines'
    ? fileSymbols(sizes.values(), alphabet)
    : undefined;
}

/** Whether the regions of a jigsaw follow the marker of an earlier run. */
function hasRegions(text: string): boolean {
  const regions = /^\s*[^\s,;:|]+[\s,;:|]+([^\s,;:|]+)/.exec(text.slice(0, 4 * MAX_SIZE ** 2))?.[1] ?? '';
  const size = sideOf(regions.length);
  return size !== undefined && areRegions(regions, size);
}

/** The two parts of a line: two tokens of equal length, or the halves of one. */
function partsOf(text: string): { readonly puzzle: string; readonly regions: string } | undefined {
  const [, first, second] =
    /^\s*([^\s,;:|]+)(?:[\s,;:|]+([^\s,;:|]+))?/.exec(text.slice(0, 4 * MAX_SIZE ** 2)) ?? [];
  if (first === undefined) return undefined;
  if (second?.length === first.length) return { puzzle: first, regions: second };
  const half = first.length / 2;
  return sideOf(half) === undefined
    ? undefined
    : { puzzle: first.slice(0, half), regions: first.slice(half) };
}

/**
 * Whether symbols are `size` connected regions of `size` cells each. Those of a solution are not: its equal digits do not touch.
 */
function areRegions(symbols: string, size: number): boolean {
  const seen = new Uint8Array(size * size);
  const found = new Set<string>();
  for (let from = 0; from < symbols.length; from++) {
    if (seen[from]) continue;
    const symbol = symbols[from]!;
    if (found.has(symbol)) return false;
    found.add(symbol);
    let cells = 0;
    const open = [from];
    seen[from] = 1;
    while (open.length > 0) {
      const cell = open.pop()!;
      cells++;
      const column = cell % size;
      for (const other of [
        cell - size,
        cell + size,
        column > 0 ? cell - 1 : -1,
        column < size - 1 ? cell + 1 : -1,
      ]) {
        if (symbols[other] !== symbol || seen[other]) continue;
        seen[other] = 1;
        open.push(other);
      }
    }
    if (cells !== size) return false;
  }
  return true;
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
    const end = tokenEnd(bytes, start, stop, true);
    const halved = sideOf((end - start) / 2);
    const size = halved ?? sideOf(end - start);
    const puzzleEnd = size === undefined ? end : start + size * size;
    const fault = (reason: string, at = start): ScannedLine => ({
      start,
      end: puzzleEnd,
      kind: undefined,
      reason,
      column: at - start + 1,
    });
    if (size === undefined)
      return fault(
        `expected as many cells as a grid has (16, 25, 36, 49, …) and as many symbols of regions, got ${end - start}: ${quote(bytes, start, end)}`,
      );
    const regions = halved ? latin1(bytes, puzzleEnd, end) : this.#regionsAfter(bytes, end, stop);
    const kind = regions === undefined ? this.#others.of(size) : this.#jigsaws.of(size, true);
    if (!kind) return fault(`expected ${size * size} symbols of regions after the puzzle, got none`, end);
    this.row.count = size * size;
    for (let cell = 0; cell < size * size; cell++) {
      this.row.starts[cell] = start + cell;
      this.row.ends[cell] = start + cell + 1;
    }
    const wrong = firstFault(bytes, this.row, kind);
    if (wrong >= 0) {
      const got = quote(bytes, start + wrong, start + wrong + 1);
      const { name } = kind.symbolTable!.alphabet;
      return fault(`expected a symbol of ${name} or an empty cell, got ${got}`, start + wrong);
    }
    const own = regions === undefined ? undefined : anyGeometry(size, this.#variant, undefined, regions);
    return { start, end: puzzleEnd, kind, own, reason: undefined };
  }

  /** The next token of a line. */
  #regionsAfter(bytes: Uint8Array, from: number, stop: number): string | undefined {
    let at = from;
    while (at < stop && SEPARATORS.includes(bytes[at]!)) at++;
    const end = tokenEnd(bytes, at, stop, true);
    return end > at ? latin1(bytes, at, end) : undefined;
  }
}

const SEPARATORS = Buffer.from(' \t,;:|');
