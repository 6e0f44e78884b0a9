/** What the head tells of a file whose grids stand over several lines. Plain JSON. */
export interface GridsState {
  /** symbols of the values by size, for the sizes that the head holds in symbols */
  readonly alphabets: Record<number, string>;
  /** signs of empty cells by size, in symbols */
  readonly empties: Record<number, string>;
  /** How cells parted by spaces are read in grids above 9x9 where a row shows neither a two-digit number nor a letter. */
  readonly separated: 'numbers' | 'symbols';
  /** Byte between fields of which some are blank, as a spreadsheet writes them; 0 where there are none. */
  readonly delimiter: number;
  /** Whether the delimiter stands after the last field, too. */
  readonly trailing: boolean;
  /** Whether a line with nothing but a number gives the size of the grid after it. */
  readonly sized: boolean;
  /** Whether blank lines part the bands of a grid, not only grids. */
  readonly gaps: boolean;
  /** Whether a line of `=` parts grids, not bands of one. */
  readonly parted: boolean;
  /** Whether the row before a line such as `|---|---|` is the header of a table. */
  readonly headed: boolean;
  /** What all rows look like, with `#` for each cell, where empty ones are blank and only columns tell them apart. */
  readonly columns?: string | undefined;
  /** Whether digits before a grid that make no row of any are its title, as a date is, and not a row that is broken. */
  readonly titled: boolean;
  /** Signs among `-*_` that are empty cells, not only part of frames. */
  readonly signs: string;
  /** The size of most grids: what a grid with a broken first row is taken for; 0 if the head holds none. */
  readonly size: number;
}
