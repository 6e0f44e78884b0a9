// Formats that consist of cells: lines, rows, framed grids, numbers, and the lines of a puzzle bank.

import { createHash } from 'node:crypto';
import { RejectedFile } from '../../core/files/file-plan.ts';
import { roleOf } from '../../core/formats/shared/roles.ts';
import type { Sink } from '../../core/formats/shared/sink.ts';
import { LF, SPACE, ZERO } from '../../core/kernel/constants.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { regionSymbols } from '../../core/solver/model/variants.ts';
import { shapeOfRecord } from '../records/whole-records.ts';
import { cellsOf, type HeldRecords } from './target.ts';
import { PuzzleText, type TextWriter } from './text-target.ts';

/** One puzzle a line. */
export class Lines implements TextWriter {
  readonly #text: PuzzleText;

  /** @param arePencilmarks whether all puzzles have a place for each digit of each cell */
  constructor(arePencilmarks = false) {
    this.#text = new PuzzleText(arePencilmarks);
  }

  puzzle(sink: Sink, held: HeldRecords, record: number): void {
    sink.bytes(this.#text.of(held, record));
    sink.byte(LF);
  }
}

/** One puzzle a line, and after it the region of each cell if it has regions. */
export class JigsawLines implements TextWriter {
  readonly #text = new PuzzleText();

  /** The format is recognised if most lines have regions whose cells touch; these lines may not. */
  begin(sink: Sink): void {
    sink.text('#! sudoku format=jigsaw-lines\n');
  }

  puzzle(sink: Sink, held: HeldRecords, record: number): void {
    const { regions } = shapeOfRecord(held, record);
    sink.bytes(this.#text.of(held, record));
    sink.text(regions ? ` ${regionSymbols(regions)}\n` : '\n');
  }
}

/** One puzzle a line, its numbers separated by commas. */
export class NumberLines implements TextWriter {
  puzzle(sink: Sink, held: HeldRecords, record: number): void {
    sink.text(`${cellsOf(held, record).join(',')}\n`);
  }
}

/** Writes the rows of a grid, with its frame or blank line. */
type Draw = (cell: (row: number, column: number) => string, geometry: Geometry) => string;

/** One row a line, and a blank line between grids. */
export class Grids implements TextWriter {
  readonly #draw: Draw;
  readonly #inNumbers: boolean;
  readonly #text = new PuzzleText();
  #isFirst = true;

  constructor(draw: Draw, inNumbers = false) {
    this.#draw = draw;
    this.#inNumbers = inNumbers;
  }

  puzzle(sink: Sink, held: HeldRecords, record: number): void {
    const { geometry } = held;
    const cells = cellsOf(held, record);
    if (!this.#isFirst) sink.byte(LF);
    this.#isFirst = false;
    const { size } = geometry;
    const text = this.#inNumbers
      ? undefined
      : Buffer.from(this.#text.cells(geometry, cells)).toString('latin1');
    const cell = (row: number, column: number) =>
      text?.[row * size + column] ?? `${cells[row * size + column]}`;
    sink.text(this.#draw(cell, geometry));
  }
}

const rangeTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Sizes whose packed rows could also be puzzles of 4x4 or 6x6. */
const AMBIGUOUS = [16, 36];

const inRows = (cell: Parameters<Draw>[0], size: number, separator: string, width = 1) =>
  rangeTo(size)
    .map((row) => {
      const cells = rangeTo(size).map((column) => cell(row, column).padStart(width));
      return `${cells.join(separator)}\n`;
    })
    .join('');

/** `53..7....`, or with spaces where a packed row could be a puzzle. */
export const rows: Draw = (cell, { size }) => inRows(cell, size, AMBIGUOUS.includes(size) ? ' ' : '');

/** Numbers aligned to the right, 0 for empty. */
export const numberRows: Draw = (cell, { size }) => inRows(cell, size, ' ', `${size}`.length);

/** `. . 1 | . . . | 4 . .`, with `------+-------+------` between bands. */
export const boxes: Draw = (cell, geometry) => inBoxes(cell, geometry, ' ', ' | ', '-+-', '', '');

/** `|..1|...|4..|` within `*-----------*`, as Simple Sudoku and HoDoKu write it. */
export const framed: Draw = (cell, geometry) => {
  const edge = `*${'-'.repeat(geometry.size + geometry.size / geometry.boxColumns - 1)}*\n`;
  return edge + inBoxes(cell, geometry, '', '|', '+', '|', '|') + edge;
};

function inBoxes(
  cell: Parameters<Draw>[0],
  { size, boxRows, boxColumns }: Geometry,
  between: string,
  bar: string,
  cross: string,
  left: string,
  right: string,
): string {
  const inBox = rangeTo(boxColumns);
  const stacks = rangeTo(size / boxColumns);
  const dashes = '-'.repeat(boxColumns + between.length * (boxColumns - 1));
  const rule = `${left}${stacks.map(() => dashes).join(cross)}${right}\n`;
  let text = '';
  for (let row = 0; row < size; row++) {
    if (row > 0 && row % boxRows === 0) text += rule;
    const parts = stacks.map((stack) => inBox.map((i) => cell(row, stack * boxColumns + i)).join(between));
    text += `${left}${parts.join(bar)}${right}\n`;
  }
  return text;
}

const HASH = /^[0-9a-f]{12}$/;

/**
 * The lines of a puzzle bank, 100 bytes each: the first twelve digits of the SHA-1 of the puzzle (or its id, if it is such
 * a hash), the puzzle with 0 for empty, and the rating in four characters.
 */
export class Bank implements TextWriter {
  readonly omitted = new Set<string>();

  puzzle(sink: Sink, held: HeldRecords, record: number): void {
    const { geometry, lines } = held;
    if (geometry.size !== 9)
      throw new RejectedFile(
        `expected 9x9 puzzles in a puzzle bank, got ${geometry.size}x${geometry.size}`,
        lines[record]! + 1,
      );
    const digits = Buffer.from(cellsOf(held, record).map((value) => value + ZERO));
    const fields = held.fields(record);
    const text = (name: string) => fields.get(name)?.replaceAll('"', '');
    const id = text('id');
    const isHash = id !== undefined && HASH.test(id);
    if (id !== undefined && !isHash) this.omitted.add('id');
    const rated = [...fields.keys()].find((name) => roleOf(name) === 'rating');
    const rating = rated === undefined ? '' : text(rated)!;
    const fits = /^[\d.>]{0,4}$/.test(rating);
    if (!fits) this.omitted.add('rating');
    sink.text(`${isHash ? id : createHash('sha1').update(digits).digest('hex').slice(0, 12)} `);
    sink.bytes(digits);
    sink.byte(SPACE);
    sink.text(`${(fits ? rating : '').padStart(4)}\n`);
  }
}
