import { describeValue } from '../options/describe-value.ts';
import { type Boxes, MAX_SIZE, MIN_SIZE, type Variant } from '../options/options.ts';

/** Shape of a grid. Made by {@link geometry} only, so that equal shapes are the same object. */
export interface Geometry {
  /** Cells in a row, column or box; also the number of digits. 4 to 36. */
  readonly size: number;
  /** Rows of a box. */
  readonly boxRows: number;
  /** Columns of a box. */
  readonly boxColumns: number;
  /** Whether the two diagonals are units, too. */
  readonly variant: Variant;
  /** size * size */
  readonly cells: number;
  /** Cell numbers (row * size + column) of each unit: rows, columns, boxes, then for `x` the two diagonals. */
  readonly units: readonly Uint16Array[];
}

/** A size or box shape that is impossible. */
export class GeometryError extends Error {
  /** `GeometryError` */
  override readonly name = 'GeometryError';
}

const known = new Map<string, Geometry>();

/**
 * The geometry of a grid of `size` by `size` cells.
 *
 * @param size cells in a row, 4 to 36
 * @param variant `x`: both diagonals hold each digit once too
 * @param boxes rows and columns of a box; by default square, or else the most nearly square box that is wider than high
 * @throws GeometryError if the size is not 4 to 36 or has no box shape, the variant is unknown, or `boxes` do not fit the size
 * @example
 * import { geometry } from 'sudoku-batch';
 *
 * const { boxRows, boxColumns, units } = geometry(12, 'x');
 * [boxRows, boxColumns]; // => [3, 4]
 * units.length; // => 12 + 12 + 12 + 2
 */
export function geometry(
  size: number,
  variant: Variant = 'classic',
  boxes: Boxes = defaultBoxes(size),
): Geometry {
  if (!isInRange(size)) throw sizeError(size);
  if (variant !== 'classic' && variant !== 'x') {
    throw new GeometryError(`variant: expected classic or x, got ${describeValue(variant)}`);
  }
  checkBoxes(boxes, size);
  const { rows, columns } = boxes;
  const key = `${size} ${variant} ${rows}x${columns}`;
  let found = known.get(key);
  if (!found) {
    found = {
      size,
      boxRows: rows,
      boxColumns: columns,
      variant,
      cells: size * size,
      units: unitsOf(size, rows, columns, variant),
    };
    known.set(key, found);
  }
  return found;
}

function checkBoxes(boxes: Boxes, size: number): void {
  if (typeof boxes !== 'object' || boxes === null) {
    throw new GeometryError(
      `boxes: expected rows and columns, such as { rows: 2, columns: 3 }, got ${describeValue(boxes)}`,
    );
  }
  for (const side of ['rows', 'columns'] as const) {
    if (Number.isInteger(boxes[side]) && boxes[side] >= 1) continue;
    throw new GeometryError(
      `boxes.${side}: expected a whole number from 1, got ${describeValue(boxes[side])}`,
    );
  }
  const { rows, columns } = boxes;
  if (rows * columns === size) return;
  throw new GeometryError(
    `a box of ${rows}x${columns} does not hold ${size} cells, as a ${size}x${size} grid needs`,
  );
}

/** Checks that an argument was made by {@link geometry}. @throws TypeError */
export function checkGeometry(value: unknown, name: string): void {
  if (![...known.values()].includes(value as Geometry)) {
    throw new TypeError(`${name}: expected a geometry, such as geometry(9), got ${describeValue(value)}`);
  }
}

/** The default box shape: square, or the most nearly square one with fewer rows than columns. */
export function defaultBoxes(size: number): Boxes {
  if (!isInRange(size)) throw sizeError(size);
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows !== 0) rows--;
  if (rows === 1) throw new GeometryError(`a ${size}x${size} grid has no boxes: ${size} is a prime number`);
  return { rows, columns: size / rows };
}

function isInRange(size: number): boolean {
  return Number.isInteger(size) && size >= MIN_SIZE && size <= MAX_SIZE;
}

function sizeError(size: number): GeometryError {
  return new GeometryError(
    `expected a grid size from ${MIN_SIZE} to ${MAX_SIZE} cells a side, got ${describeValue(size)}`,
  );
}

/** Whether grids of this size exist: 4 to 36, and not a prime, which has no boxes. */
export function isSize(size: number): boolean {
  if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE) return false;
  for (let d = 2; d * d <= size; d++) if (size % d === 0) return true;
  return false;
}

/** Size of the grid with so many cells; undefined if there is none. */
export function sizeOfCells(cells: number): number | undefined {
  const size = Math.sqrt(cells);
  return isSize(size) ? size : undefined;
}

function unitsOf(size: number, boxRows: number, boxColumns: number, variant: Variant): Uint16Array[] {
  const unit = (cell: (i: number) => number) => Uint16Array.from({ length: size }, (_, i) => cell(i));
  const units: Uint16Array[] = [];
  for (let r = 0; r < size; r++) units.push(unit((i) => r * size + i));
  for (let c = 0; c < size; c++) units.push(unit((i) => i * size + c));
  for (let top = 0; top < size; top += boxRows) {
    for (let left = 0; left < size; left += boxColumns) {
      units.push(unit((i) => (top + Math.floor(i / boxColumns)) * size + left + (i % boxColumns)));
    }
  }
  if (variant === 'x') {
    units.push(unit((i) => i * size + i));
    units.push(unit((i) => i * size + (size - 1 - i)));
  }
  return units;
}

/**
 * Whether no unit holds a digit twice and no value exceeds the size. Empty cells (0) are free.
 * @param from where the grid begins in `cells`
 */
export function givensAreConsistent(geometry: Geometry, cells: Uint8Array, from = 0): boolean {
  const { size, units } = geometry;
  for (let i = from; i < from + geometry.cells; i++) if (cells[i]! > size) return false;
  for (const unit of units) {
    // a bit for each value, with those from 32 on in a second word; no branch, as empty cells cannot be predicted
    let seen = 0;
    let seenAbove = 0;
    let twice = 0;
    for (let i = 0; i < size; i++) {
      const value = cells[from + unit[i]!]!;
      const above = -(value >>> 5);
      const bit = 1 << value;
      twice |= (seen & bit & ~above & ~1) | (seenAbove & bit & above);
      seen |= bit & ~above;
      seenAbove |= bit & above;
    }
    if (twice !== 0) return false;
  }
  return true;
}

/** The first unit with a value twice, and the second of the two cells; undefined if the grid has none. Empty cells (0) are free. */
export function repeatedIn(
  { units }: Geometry,
  cells: Uint8Array,
): { readonly unit: number; readonly cell: number } | undefined {
  for (const [unit, members] of units.entries()) {
    const seen = new Set<number>();
    for (const cell of members) {
      const value = cells[cell]!;
      if (value === 0) continue;
      if (seen.has(value)) return { unit, cell };
      seen.add(value);
    }
  }
  return undefined;
}

/** Kinds of units, in the order of {@link Geometry.units}. */
const KINDS = ['row', 'column', 'box', 'diagonal'] as const;

/** Name of a geometry's unit by its number: `row 1`, `box 3`. Rows count from the top, boxes row by row; the falling diagonal is the first. */
export function unitName({ size }: Geometry, unit: number): string {
  return `${KINDS[Math.floor(unit / size)]} ${(unit % size) + 1}`;
}

/** Name of a cell: `row 2, column 7`. */
export function cellName({ size }: Geometry, cell: number): string {
  return `${KINDS[0]} ${Math.floor(cell / size) + 1}, ${KINDS[1]} ${(cell % size) + 1}`;
}
