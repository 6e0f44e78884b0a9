// One puzzle a line, its numbers separated by commas, spaces, tabs or semicolons.

import { MAX_SIZE } from '../../options/options.ts';
import { members } from '../../options/shape.ts';
import { sizeOfCells } from '../../solver/model/geometry.ts';
import { PatternRuns } from '../patterns/runs.ts';
import { isComment, quote } from '../shared/bytes.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import { lineWriter } from '../shared/cell-writer.ts';
import { cellFault, emptyRow, firstFault, type Row, type RowKind, scanRow } from '../shared/cells.ts';
import type { Format, ReadOptions } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { LineKinds, LineReader, type LineScanner, type ScannedLine } from '../shared/line-reader.ts';
import { isMarker } from '../shared/markers.ts';
import { isTextLine } from '../shared/text-line.ts';

type NumberLinesState = Readonly<Record<never, never>>;

/** Half as many numbers as a grid of this size has may be one with a fault. */
const LEAST_SIZE = 3;

export const numberLines: Format<NumberLinesState, CellsLayout> = {
  name: 'number-lines',
  recognise,
  state: members<NumberLinesState>({}),
  splittable: () => true,
  reader: (_, options, first) =>
    new LineReader(
      new NumbersScanner(options),
      first,
      LEAST_SIZE,
      new PatternRuns({ arePlain: true, areNoFrames: true }),
    ),
  writer: () => lineWriter,
};

function recognise({ bytes, lines, longest, requested }: Head): NumberLinesState | undefined {
  const scanner = new NumbersScanner({ variant: 'classic' });
  let puzzles = 0;
  let others = 0;
  const rest: string[] = [];
  for (const line of longest < MIN_LENGTH ? [] : lines) {
    const { isPlain, start, length } = line;
    // it has at most one number
    if (isPlain) others++;
    else if (length === 0 || isComment(line.text) || isMarker(line.text)) continue;
    else if (scanner.isPuzzle(bytes, start, start + length)) puzzles++;
    else rest.push(line.text);
  }
  const isOther = (text: string) => !isTextLine(text.trim(), LEAST_SIZE);
  // nearly all files have no such puzzle
  const isFound = puzzles > others && puzzles > others + rest.filter(isOther).length;
  return isFound || requested === 'number-lines' ? {} : undefined;
}

/** Characters of the shortest puzzle: 16 numbers and what is between them. */
const MIN_LENGTH = 31;

/** One more than the cells of the largest grid, to detect longer lines. */
const MAX_CELLS = MAX_SIZE ** 2 + 1;

/** Finds the numbers of a grid in one line. */
class NumbersScanner implements LineScanner {
  readonly row: Row = emptyRow(MAX_CELLS);
  readonly #kinds: LineKinds;

  constructor(options: ReadOptions) {
    this.#kinds = new LineKinds(options);
  }

  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine {
    const kind = this.#kindAt(bytes, start, stop);
    return { start, end: stop, kind, reason: this.#fault(bytes, start, stop, kind) };
  }

  isPuzzle(bytes: Uint8Array, start: number, stop: number): boolean {
    const kind = this.#kindAt(bytes, start, stop);
    return kind !== undefined && firstFault(bytes, this.row, kind) < 0;
  }

  #kindAt(bytes: Uint8Array, start: number, stop: number): RowKind | undefined {
    scanRow(bytes, start, stop, 'numbers', this.row);
    // 16 numbers are a 4x4 grid if none is above four, otherwise a row of a 16x16 grid; 36 likewise
    return this.#kinds.of(sizeOfCells(this.row.count));
  }

  #fault(bytes: Uint8Array, start: number, stop: number, kind: RowKind | undefined): string | undefined {
    const { row } = this;
    if (!kind) {
      return `expected as many numbers as a grid has cells (16, 36, 64, 81, …, 1296), got ${row.count}: ${quote(bytes, start, stop)}`;
    }
    const cell = firstFault(bytes, row, kind);
    if (cell < 0) return undefined;
    return cellFault(kind, quote(bytes, row.starts[cell], row.ends[cell]));
  }
}
