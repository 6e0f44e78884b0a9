import { MAX_SIZE } from '../../options/options.ts';
import { members } from '../../options/shape.ts';
import { sizeOfCells } from '../../solver/geometry.ts';
import { isComment, quote } from '../shared/bytes.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import { writeBlock } from '../shared/cell-writer.ts';
import { emptyRow, firstFault, type Row, type RowKind, scanRow } from '../shared/cells.ts';
import { type Format, type ReadOptions, type Shapes, shapesUnder } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { LineReader, type LineScanner, type ScannedLine } from '../shared/line-reader.ts';
import { isMarker, markerIn } from '../shared/markers.ts';
import { isTextLine } from '../shared/text-line.ts';

type NumberLinesState = Readonly<Record<never, never>>;

/** Half as many numbers as a grid of this size has may be one with a fault. */
const LEAST_SIZE = 3;

/** One puzzle a line, its numbers separated by commas, spaces, tabs or semicolons. */
export const numberLines: Format<NumberLinesState, CellsLayout> = {
  name: 'number-lines',
  recognise,
  state: members<NumberLinesState>({}),
  splittable: () => true,
  holds: ['first', 'unique'],
  alphabets: () => [],
  reader: (_, options, first) => new LineReader(new NumbersScanner(options), first, LEAST_SIZE),
  writer: () => ({ batch: (block, result) => writeBlock(block, result, true) }),
};

function recognise({ lines, requested }: Head): NumberLinesState | undefined {
  let puzzles = 0;
  let others = 0;
  for (const line of lines) {
    // it has at most one number
    if (line.isPlain) {
      others++;
      continue;
    }
    const { text } = line;
    if (text.trim() === '' || isComment(text) || isMarker(text)) continue;
    if (isPuzzle(text)) puzzles++;
    else if (!isTextLine(text.trim(), LEAST_SIZE)) others++;
  }
  return puzzles > others || requested === 'number-lines' ? {} : undefined;
}

function isPuzzle(text: string): boolean {
  const cells = text.split(/[\s,;|]+/).filter(Boolean);
  const size = sizeOfCells(cells.length);
  if (size === undefined) return false;
  // 16 numbers are a 4x4 grid if none is above four, otherwise a row of a 16x16 grid; 36 likewise
  return cells.every((cell) =>
    /^\d{1,2}(\.0)?$/.test(cell) ? Number(cell) <= size : /^(-1|[.*_?x-]{1,2}|nan)$/i.test(cell),
  );
}

/** One more than the cells of the largest grid, to detect longer lines. */
const MAX_CELLS = MAX_SIZE ** 2 + 1;

/** Finds the numbers of a grid in one line. */
export class NumbersScanner implements LineScanner {
  readonly row: Row = emptyRow(MAX_CELLS);
  readonly #shapes: Shapes;
  readonly #kinds: (RowKind | undefined)[] = [];

  constructor(options: ReadOptions) {
    this.#shapes = shapesUnder(options);
  }

  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine {
    scanRow(bytes, start, stop, 'numbers', this.row);
    const kind = this.#kindOf(sizeOfCells(this.row.count));
    return { start, end: stop, kind, reason: this.#fault(bytes, start, stop, kind) };
  }

  #kindOf(size: number | undefined): RowKind | undefined {
    const geometry = size === undefined ? undefined : this.#shapes(size);
    if (!geometry) return undefined;
    this.#kinds[geometry.size] ??= { style: 'numbers', geometry, symbolTable: undefined };
    return this.#kinds[geometry.size];
  }

  #fault(bytes: Uint8Array, start: number, stop: number, kind: RowKind | undefined): string | undefined {
    const { row } = this;
    const marker = markerIn(bytes, start, stop);
    if (marker) return `expected a puzzle, got ${marker}, the marker of an earlier run`;
    if (!kind) {
      return `expected as many numbers as a grid has cells (16, 36, 64, 81, …, 1296), got ${row.count}: ${quote(bytes, start, stop)}`;
    }
    const cell = firstFault(bytes, row, kind);
    if (cell < 0) return undefined;
    const got = quote(bytes, row.starts[cell], row.ends[cell]);
    return `expected a number from 1 to ${kind.geometry.size} or an empty cell, got ${got}`;
  }
}
