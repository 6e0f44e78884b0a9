// Which column of a table has the puzzles, or which columns have a cell each: the option decides, then names, then what stands in the
// columns.

import { MIN_SIZE } from '../../options/options.ts';
import { anyGeometry, givensAreConsistent, sizeOfCells } from '../../solver/model/geometry.ts';
import { isMissingText } from '../records/field-reader.ts';
import { gridIn, isEmptyCell, isSolved, type TextGrid, tokensIn } from '../records/recognise.ts';
import { hasRegions } from '../rules/read-rules.ts';
import type { Head } from '../shared/head.ts';
import { decodedLatin1 } from '../shared/latin1.ts';
import { isMarker, isStatusText } from '../shared/markers.ts';
import { isMemberNamed } from '../shared/place.ts';
import type { Role } from '../shared/roles.ts';
import { isDamagedText } from '../shared/spreadsheet.ts';
import type { TextRow } from './rows.ts';

/** Names in a message, at most. */
const MAX_LISTED = 20;

/** Where the puzzles of a table stand. */
export interface PuzzleColumns {
  /** Number of the column from 0, or of the first. */
  readonly column: number;
  /** How many columns have a cell each; 1 for a column of puzzles. */
  readonly width: number;
  /** Whether neither the option nor a name decides. */
  readonly byShape: boolean;
}

/** Why it is not known where the puzzles are. */
export interface Unplaced {
  /** @param nameOf the name of a column by its number from 0, if not as in the first row */
  reason(nameOf?: (column: number) => string): string;
}

/** A column with rules: its number from 0, and its name. */
export interface RuleColumn {
  readonly column: number;
  readonly name: string;
}

/** The rows of a table from its head, by columns. */
export interface TableSample {
  /** Fields of the first row, whether it is a header or not. */
  readonly first: readonly string[];
  /** The name of a column by its number from 0. */
  readonly nameOf: (column: number) => string;
  readonly header: boolean;
  /** The role of each column by its name; none without a header. */
  readonly roles: readonly (Role | undefined)[];
  readonly rules: readonly RuleColumn[];
  readonly columns: readonly Column[];
  /** The columns that have a cell each. */
  readonly cells: readonly CellColumns[];
  readonly records: readonly TextRow[];
}

/** Columns with a cell each. */
export interface CellColumns {
  readonly from: number;
  readonly width: number;
  /** Whether most grids have empty cells: a few may be solutions with a fault. */
  readonly isOpen: boolean;
}

/** A column. Its grids are found on demand: names usually identify columns. */
export class Column {
  readonly #rows: readonly TextRow[];
  readonly #column: number;
  readonly #head: Pick<Head, 'alphabet' | 'readText'>;
  #grids: readonly TextGrid[] | undefined;

  constructor(rows: readonly TextRow[], column: number, head: Pick<Head, 'alphabet' | 'readText'>) {
    this.#rows = rows;
    this.#column = column;
    this.#head = head;
  }

  get grids(): readonly TextGrid[] {
    this.#grids ??= this.fields
      .map((field) => gridIn(field, this.#head.alphabet, this.#head.readText))
      .filter((grid) => grid !== undefined);
    return this.#grids;
  }

  get fields(): string[] {
    return this.#rows.map(({ fields }) => fields[this.#column]).filter((field) => field !== undefined);
  }

  /** Values that a spreadsheet has damaged, or other long numbers. */
  get damaged(): number {
    return this.fields.filter(isDamagedText).length;
  }

  /** Whether most of its values are grids, links, candidates or markers, or were before a spreadsheet read them. */
  get fits(): boolean {
    const values = this.fields.filter((field) => !isEmptyCell(field));
    const others = values.filter(isMarker).length + this.damaged;
    return 2 * (this.grids.length + others) > values.length;
  }

  /** Whether a result can fill it, as its name says: most of its values are grids or markers, or it has none. */
  get holdsResults(): boolean {
    // `false` is a missing value among solutions, but a column of nothing else says which puzzles someone has solved
    const values = this.fields.filter((field) => !isMissingText(field) || /^false$/i.test(field));
    return (
      values.length === 0 || 2 * (this.grids.length + values.filter(isStatusText).length) > values.length
    );
  }

  /** Whether most of its grids have no value twice in a row or column. */
  get isConsistent(): boolean {
    const { fields } = this;
    return 2 * fields.filter((field) => areConsistent(cellsOf(field))).length > fields.length;
  }

  /**
   * Whether most records have a puzzle here: grids some of which have empty cells or lost zeros, solved ones, or markers. Other
   * full grids are ids and maps of regions.
   */
  get shape(): 'open' | 'full' | undefined {
    const { grids, fields } = this;
    const isMost = (count: number) => 2 * count > this.#rows.length;
    const markers = fields.filter(isMarker).length;
    const damaged = grids.length > 0 ? this.damaged : 0;
    if (!isMost(grids.length + damaged + markers)) return undefined;
    if (damaged > 0 || grids.some(({ empties }) => empties > 0)) return 'open';
    return isMost(fields.filter((field) => isSolved(cellsOf(field))).length + markers) ? 'full' : undefined;
  }
}

/** Whether cells are a grid without a value twice in a row or column, or no grid of symbols. */
function areConsistent(cells: readonly string[]): boolean {
  const size = sizeOfCells(cells.length);
  if (size === undefined) return true;
  const seen = new Set<string>();
  return cells.every((cell, i) => {
    if (isEmptyCell(cell)) return true;
    const [row, column] = [`${cell} r${Math.floor(i / size)}`, `${cell} c${i % size}`];
    const isNew = !seen.has(row) && !seen.has(column);
    seen.add(row).add(column);
    return isNew;
  });
}

/** The cells of a field, if it is a grid. */
function cellsOf(field: string): string[] {
  const tokens = tokensIn(field);
  return sizeOfCells(tokens.length) === undefined ? tokens.join('').split('') : tokens;
}

/** A column, or the columns with a cell each. */
type Place = Pick<PuzzleColumns, 'column' | 'width'>;

/** The records in which a place has the solution of the puzzle at another one, or what a result writes without one. */
export function withResults(records: readonly TextRow[], { column, width }: Place, puzzle: Place): TextRow[] {
  const cellsAt = ({ fields }: TextRow, from: number, count: number) =>
    count === 1 ? cellsOf(fields[from] ?? '') : fields.slice(from, from + count);
  return records.filter((row) => {
    const { fields } = row;
    if (fields.slice(column, column + width).every((text) => text === '' || isStatusText(text))) return true;
    const cells = cellsAt(row, column, width);
    const lost = fields[puzzle.column] ?? '';
    if (!isSolved(cells) || isMarker(lost) || isDamagedText(lost)) return isSolved(cells);
    const givens = cellsAt(row, puzzle.column, puzzle.width);
    const isSame = (given: string, i: number) => isEmptyCell(given) || plain(given) === plain(cells[i]!);
    return givens.length === cells.length && givens.every(isSame);
  });
}

/** A number as it is without the zeros of `05` and `5.0`. */
const plain = (cell: string): string => cell.replace(/^0+(?=\d)|\.0$/g, '');

/** Where the puzzles of a table are; undefined if it has none. */
export function findPuzzles(sample: TableSample, head: Head): PuzzleColumns | Unplaced | undefined {
  if (head.place !== undefined) return askedFor(sample, head.place);
  const { roles, columns, rules, records, first } = sample;
  const named = numbers(first.length).filter((column) => roles[column] === 'puzzle');
  const isFirst = (column: number) => ({ column, width: 1, byShape: false });
  if (records.length === 0 && named.length > 0) return isFirst(named[0]!);
  // grids with regions can have sizes that others have not
  const fitting =
    named.find((column) => columns[column]!.fits && holdsAny(columns[column]!)) ??
    (rules.some(({ name }) => hasRegions(name)) ? named[0] : undefined);
  if (fitting !== undefined) return isFirst(fitting);
  const shaped = shapedColumns(sample);
  const [one, other] = shaped;
  if (one && other) {
    return {
      reason: (nameOf = sample.nameOf) => {
        const [a, b] = [columnPlace(one, nameOf), columnPlace(other, nameOf)];
        const value = /\s/.test(a) ? JSON.stringify(a) : a;
        return `expected puzzles in one column, got grids in ${a} and in ${b}: say which with the option puzzle, as in puzzle=${value}`;
      },
    };
  }
  if (one) return { ...one, byShape: true };
  // puzzles by their name, although most are none; below a single word they are lines
  if (first.length < 2) return undefined;
  const likely = named.find((column) => columns[column]!.grids.length > 0) ?? named[0];
  if (likely !== undefined) return isFirst(likely);
  const solved = roles.findIndex((role, column) => role === 'solution' && columns[column]!.shape);
  if (solved < 0) return undefined;
  return {
    reason: (nameOf = sample.nameOf) =>
      `expected a column of puzzles, got one of solutions, ${nameOf(solved)}: if it has the puzzles, say so with the option puzzle`,
  };
}

const holdsAny = ({ fields }: Column) => fields.some((field) => !isEmptyCell(field));

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** The name of a place: that of its column, or the numbers of its columns from 1. */
export function columnPlace(
  { column, width }: Pick<PuzzleColumns, 'column' | 'width'>,
  nameOf: (column: number) => string,
): string {
  return width === 1 ? nameOf(column) : `#${column + 1}-${column + width}`;
}

/** The columns whose values are puzzles, although no name says so. A solution beside its puzzle is none. */
function shapedColumns({ columns, roles, rules, records, cells, header }: TableSample) {
  const isRule = (column: number) => rules.some((rule) => rule.column === column);
  const isCell = (column: number) => cells.some(({ from, width }) => column >= from && column < from + width);
  const all = [
    ...cells.map(({ from, width, isOpen }) => ({ column: from, width, isOpen })),
    ...numbers(columns.length).flatMap((column) => {
      const isOther = (roles[column] ?? 'puzzle') !== 'puzzle' || isRule(column) || isCell(column);
      const shape = isOther ? undefined : columns[column]!.shape;
      return shape ? [{ column, width: 1, isOpen: shape === 'open' }] : [];
    }),
  ];
  const open = all.filter(({ isOpen }) => isOpen);
  // masks and bits are grids that repeat values; to find out takes time, and is rarely needed
  const puzzles =
    open.length > 1 ? open.filter(({ column, width }) => width > 1 || columns[column]!.isConsistent) : open;
  const [one, ...others] = [puzzles, open, all].find((places) => places.length > 0) ?? [];
  // a result of lines has solutions in place of the puzzles, and what was beside them
  if (open.length === 0 && !header && one?.column === 0) return [one];
  // a few solutions may be wrong
  const isUnrelated = (other: Place) => 2 * withResults(records, other, one!).length < records.length;
  return one ? [one, ...others.filter(isUnrelated)] : [];
}

const RANGE = /^#(\d{1,7})(?:-(\d{1,7}))?$/;

/** The column or columns that the user names. */
function askedFor(
  { first, header, columns, nameOf: own }: TableSample,
  asked: string,
): PuzzleColumns | Unplaced {
  const called = numbers(header ? first.length : 0).filter((column) =>
    isMemberNamed(decodedLatin1(first[column]!), asked),
  );
  const named = called.find((column) => columns[column]!.fits) ?? called[0];
  if (named !== undefined) return { column: named, width: 1, byShape: false };
  const [, from, to = from] = RANGE.exec(asked.trim()) ?? [];
  const [column, last] = [Number(from) - 1, Number(to)];
  if (from !== undefined && column >= 0 && last <= first.length && last > column) {
    const width = last - column;
    if (width === 1 || sizeOfCells(width) !== undefined) return { column, width, byShape: false };
    return {
      reason: () =>
        `expected as many columns as a grid has cells (16, 36, 64, 81, …, 1296) at ${asked}, as the option puzzle says, got ${width}`,
    };
  }
  return {
    reason: (nameOf = own) => {
      const names = numbers(Math.min(first.length, MAX_LISTED)).map(nameOf).join(', ');
      const more = first.length > MAX_LISTED ? ` and ${first.length - MAX_LISTED} more` : '';
      return `expected a column ${asked}, as the option puzzle says, got ${names}${more}`;
    },
  };
}

/** Columns of a table that are examined for cells: more than two of the largest grids. */
const MAX_EXAMINED = 3000;

/** Rows that are examined for cells. */
const MAX_CELL_ROWS = 20;

/** Columns beside those with cells that can be taken for such, as the numbers of rows. */
const MAX_BESIDE = 8;

/**
 * The columns that have a cell each: as many in a row as a grid has cells, with consistent givens in most rows. Names of one form
 * (`r1c1`, `r1c2`, …) tell them from the columns beside them; otherwise, so do the givens.
 */
export function cellColumns(
  first: readonly string[],
  rows: readonly TextRow[],
  alphabet: string | undefined,
): CellColumns[] {
  const columns = Math.min(first.length, MAX_EXAMINED);
  if (columns < MIN_SIZE ** 2 || rows.length === 0) return [];
  const sample = rows.slice(0, MAX_CELL_ROWS);
  const areCells = numbers(columns).map(
    (column) =>
      2 * sample.filter(({ fields }) => isCellText(fields[column] ?? '?', alphabet)).length > sample.length,
  );
  const mayBeCell = (column: number) => areCells[column] === true;
  const forms = first.map(formOf);
  const byForm = runsOf(columns, mayBeCell, (a, b) => forms[a] === forms[b]);
  const byValue = runsOf(columns, mayBeCell, () => true);
  const isGrid = (from: number, width: number) => gridsAt(sample, from, width, alphabet);
  for (const runs of [byForm.filter((run) => areNames(first, run)), byValue]) {
    const found = runs.flatMap(({ from, width }) => exactly(from, width, isGrid));
    if (found.length > 0) return found;
  }
  return byValue.flatMap(({ from, width }) => among(from, width, isGrid));
}

type GridTest = (from: number, width: number) => CellColumns | undefined;

/** A run that is one grid, or a puzzle and its solution. */
function exactly(from: number, width: number, isGrid: GridTest): CellColumns[] {
  if (sizeOfCells(width) !== undefined) return [isGrid(from, width)].filter((found) => found !== undefined);
  if (width % 2 === 1 || sizeOfCells(width / 2) === undefined) return [];
  return [from, from + width / 2].map((at) => isGrid(at, width / 2)).filter((found) => found !== undefined);
}

/** What {@link exactly} finds in part of a run, if it is in only one part that is as long. */
function among(from: number, width: number, isGrid: GridTest): CellColumns[] {
  for (let cells = width - 1; cells >= width - MAX_BESIDE; cells--) {
    const found = numbers(width - cells + 1)
      .map((offset) => exactly(from + offset, cells, isGrid))
      .filter((grids) => grids.length > 0 && grids.reduce((sum, grid) => sum + grid.width, 0) === cells);
    if (found.length === 1) return found[0]!;
  }
  return [];
}

function runsOf(
  columns: number,
  isIn: (column: number) => boolean,
  belong: (before: number, column: number) => boolean,
): { from: number; width: number }[] {
  const runs: { from: number; width: number }[] = [];
  for (let column = 0; column < columns; column++) {
    const last = runs.at(-1);
    if (!isIn(column)) continue;
    if (last && last.from + last.width === column && belong(column - 1, column)) last.width++;
    else runs.push({ from: column, width: 1 });
  }
  return runs;
}

/** The form of a column's name: those of cells differ in their numbers, and in the letter of a row. */
function formOf(name: string): string {
  return name.replace(/^[a-z](?=\d+$)/i, '@').replace(/\d+/g, '#');
}

/** A cell: a number, a symbol, or what stands for an empty one; or the marker in place of the first cell of a puzzle. */
function isCellText(text: string, alphabet: string | undefined): boolean {
  if (isEmptyCell(text) || isMarker(text) || /^\d{1,2}(\.0)?$/.test(text)) return true;
  return text.length === 1 && (alphabet === undefined ? /[A-Z]/i : /./).test(text);
}

/** Whether most rows have a grid with consistent givens in these columns. */
function gridsAt(
  rows: readonly TextRow[],
  from: number,
  width: number,
  alphabet: string | undefined,
): CellColumns | undefined {
  const size = sizeOfCells(width)!;
  const grid = anyGeometry(size, 'classic');
  const cells = new Uint8Array(width);
  let [good, open, markers, given] = [0, 0, 0, 0];
  for (const { fields } of rows) {
    const texts = fields.slice(from, from + width);
    if (isMarker(texts[0] ?? '') && texts.slice(1).every((text) => text === '')) {
      markers++;
      continue;
    }
    const values = readValues(texts, cells, alphabet);
    if (!givensAreConsistent(grid, cells)) continue;
    good++;
    given += values;
    if (values > 0 && values < width) open++;
  }
  const isMost = 2 * (good + markers) > rows.length;
  const isOpen = 2 * open > good;
  return isMost && (given > 0 || markers > 0) ? { from, width, isOpen } : undefined;
}

/** More than any value of a grid. */
const NO_VALUE = 255;

/** Writes the value of each text to `cells`: for letters, only which are equal. @returns how many are not empty */
function readValues(texts: readonly string[], cells: Uint8Array, alphabet: string | undefined): number {
  const given = texts.filter((text) => !isEmptyCell(text));
  const areNumbers = alphabet === undefined && given.every((text) => /^\d/.test(text));
  const known = [...new Set(alphabet ?? given)];
  cells.fill(NO_VALUE);
  for (const [i, text] of texts.entries()) {
    if (isEmptyCell(text)) cells[i] = 0;
    else cells[i] = areNumbers ? Number.parseInt(text, 10) : known.indexOf(text) + 1 || NO_VALUE;
  }
  return given.length;
}

/** The cells of records as grids of symbols, where some are no numbers. */
export function gridsOfCells(
  rows: readonly TextRow[],
  { from, width }: Pick<CellColumns, 'from' | 'width'>,
): TextGrid[] {
  const size = sizeOfCells(width)!;
  return rows.flatMap(({ fields }) => {
    const texts = fields.slice(from, from + width);
    // 0 is a value where other cells are empty: then the alphabet is 0-9A-…
    const symbols = texts.map((text) => (isEmptyCell(text) && text.length !== 1 ? '.' : text)).join('');
    const areNumbers = texts.every((text) => isEmptyCell(text) || /^\d/.test(text));
    const empties = symbols.split('.').length - 1;
    return [{ size, symbols: areNumbers || symbols.length !== width ? undefined : symbols, empties }];
  });
}

/** Whether the fields of these columns name them, since cells repeat. */
export function areNames(
  first: readonly string[],
  { from, width }: Pick<CellColumns, 'from' | 'width'>,
): boolean {
  return new Set(first.slice(from, from + width)).size === width;
}
