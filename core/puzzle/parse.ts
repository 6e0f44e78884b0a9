// `parse` and `format`: one puzzle from any form to values, and from any form to any layout.

import { type Boxes, type OptionEntry, oneOf, type Variant } from '../options/options.ts';
import { digitsAllowed } from '../solver/model/allowed.ts';
import {
  type Layout,
  type Layouts,
  optionsOf,
  type Puzzle,
  readGivens,
  readPuzzle,
  refuseRules,
  SHAPE_OPTIONS,
  type ShapeOptions,
  WRITERS,
} from './puzzle.ts';

/** A puzzle as values, with its shape. */
export interface ParsedPuzzle {
  /** Cells in a row, column or box. */
  readonly size: number;
  /** `classic` or `x`, as the options say. */
  readonly variant: Variant;
  /** Rows and columns of a box. */
  readonly boxes: Boxes;
  /** Values row by row, 0 for empty. */
  readonly cells: Uint8Array;
  /** The symbols of the values in ranges, such as `1-9A-G`; undefined if the puzzle is in numbers. */
  readonly alphabet?: string;
  /** The digits that each cell may have, row by row, if the puzzle is candidates. */
  readonly candidates?: readonly (readonly number[])[];
}

/** How to write a grid. */
export interface FormatOptions extends ShapeOptions {
  /** The layout of the result. @default 'line' */
  readonly layout?: Layout | undefined;
}

/** The option that selects a layout. */
export const LAYOUT: OptionEntry<Layout> = {
  kind: oneOf('line', 'grid', 'rows', 'list', 'bytes', 'pencilmarks'),
  help: '',
  places: ['call'],
};

/**
 * Reads a puzzle, or a solution, in any form.
 *
 * @throws as solve
 * @example
 * import { parse } from 'sudoku-batch';
 *
 * const { size, boxes, cells } = parse(`
 *   1 2 | . 4
 *   3 4 | . .
 *   ----+----
 *   2 . | 4 3
 *   4 3 | . 1`);
 * size; // => 4
 * boxes; // => { rows: 2, columns: 2 }
 * cells.join(''); // => '1204340020434301'
 * parse('1 2 34 34\n34 34 12 12\n123 1 4 23\n34 34 12 12').candidates[2]; // => [3, 4]
 */
export function parse(puzzle: Puzzle, options: ShapeOptions = {}): ParsedPuzzle {
  const { geometry, cells, alphabet, allowed } = readPuzzle(puzzle, optionsOf(options, SHAPE_OPTIONS));
  refuseRules(geometry);
  const { size, variant, boxRows, boxColumns } = geometry;
  return {
    size,
    variant,
    boxes: { rows: boxRows, columns: boxColumns },
    cells: cells.slice(),
    ...(alphabet && { alphabet: alphabet.name }),
    ...(allowed && { candidates: Array.from(cells, (_, cell) => digitsAllowed(allowed, cell, size)) }),
  };
}

/**
 * Writes a puzzle, or a solution, in another form: `line`, `grid`, `rows`, `list`, `bytes` or `pencilmarks`. The symbols of large grids are
 * 1-9, then A for 10, whatever those of the puzzle are. Only `pencilmarks` can hold candidates that do not follow from givens.
 *
 * @throws as solve; PuzzleError if the layout cannot hold the candidates of the puzzle
 * @example
 * import { format } from 'sudoku-batch';
 *
 * const rows = [[1, 2, null, 4], [3, 4, null, null], [2, null, 4, 3], [4, 3, null, 1]];
 * format(rows); // => '12.434..2.4343.1'
 * format(rows, { layout: 'grid' }).split('\n')[2]; // => '----+----'
 * format('12.434..2.4343.1', { layout: 'rows' })[0]; // => [1, 2, 0, 4]
 * format('12.434..2.4343.1', { layout: 'bytes' }).length; // => 16
 * format('12.434..2.4343.1', { layout: 'pencilmarks' }).slice(0, 12); // => '1....2..1234'
 */
export function format<L extends Layout = 'line'>(
  puzzle: Puzzle,
  options: FormatOptions & { readonly layout?: L | undefined } = {},
): Layouts[L] {
  const { layout = 'line', ...shape } = optionsOf(options, { ...SHAPE_OPTIONS, layout: LAYOUT });
  const read = layout === 'pencilmarks' ? readPuzzle : readGivens;
  const { geometry, cells, allowed } = read(puzzle, shape);
  return WRITERS[layout](geometry, cells, undefined, allowed) as Layouts[L];
}
