import { type Boxes, type OptionEntry, oneOf, type Variant } from '../options/options.ts';
import {
  type Layout,
  type Layouts,
  optionsOf,
  type Puzzle,
  readPuzzle,
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
}

/** How to write a grid. */
export interface FormatOptions extends ShapeOptions {
  /** The layout of the result. @default 'line' */
  readonly layout?: Layout | undefined;
}

/** The option that selects a layout. */
export const LAYOUT: OptionEntry<Layout> = {
  kind: oneOf('line', 'grid', 'rows', 'list', 'bytes'),
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
 */
export function parse(puzzle: Puzzle, options: ShapeOptions = {}): ParsedPuzzle {
  const { geometry, cells, alphabet } = readPuzzle(puzzle, optionsOf(options, SHAPE_OPTIONS));
  const { size, variant, boxRows, boxColumns } = geometry;
  return {
    size,
    variant,
    boxes: { rows: boxRows, columns: boxColumns },
    cells: cells.slice(),
    ...(alphabet && { alphabet: alphabet.name }),
  };
}

/**
 * Writes a puzzle, or a solution, in another form: `line`, `grid`, `rows`, `list` or `bytes`. The symbols of large grids are
 * 1-9, then A for 10, whatever those of the puzzle are.
 *
 * @throws as solve
 * @example
 * import { format } from 'sudoku-batch';
 *
 * const rows = [[1, 2, null, 4], [3, 4, null, null], [2, null, 4, 3], [4, 3, null, 1]];
 * format(rows); // => '12.434..2.4343.1'
 * format(rows, { layout: 'grid' }).split('\n')[2]; // => '----+----'
 * format('12.434..2.4343.1', { layout: 'rows' })[0]; // => [1, 2, 0, 4]
 * format('12.434..2.4343.1', { layout: 'bytes' }).length; // => 16
 */
export function format<L extends Layout = 'line'>(
  puzzle: Puzzle,
  options: FormatOptions & { readonly layout?: L | undefined } = {},
): Layouts[L] {
  const { layout = 'line', ...shape } = optionsOf(options, { ...SHAPE_OPTIONS, layout: LAYOUT });
  const { geometry, cells } = readPuzzle(puzzle, shape);
  return WRITERS[layout](geometry, cells) as Layouts[L];
}
