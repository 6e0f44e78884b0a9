import { BOX, BOX_CELL, COLUMN, PLACE, ROW } from './memory';

export let size: u32 = 0;
export let cells: u32 = 0;
export let boxRows: u32 = 0;
export let boxColumns: u32 = 0;
/** both diagonals are units */
export let diagonals: bool = false;

export function setShape(newSize: u32, newBoxRows: u32, newBoxColumns: u32, newDiagonals: bool): void {
  size = newSize;
  cells = newSize * newSize;
  boxRows = newBoxRows;
  boxColumns = newBoxColumns;
  diagonals = newDiagonals;
  for (let cell: u32 = 0; cell < cells; cell++) {
    const r = cell / size;
    const c = cell % size;
    const box = (r / boxRows) * boxRows + c / boxColumns;
    const place = (r % boxRows) * boxColumns + (c % boxColumns);
    store<u8>(cell, r as u8, ROW);
    store<u8>(cell, c as u8, COLUMN);
    store<u8>(cell, box as u8, BOX);
    store<u8>(cell, place as u8, PLACE);
    store<u16>((box * size + place) << 1, cell as u16, BOX_CELL);
  }
}

/** @inline */
export function onDiagonal(cell: u32): bool {
  return diagonals && load<u8>(cell, ROW) === load<u8>(cell, COLUMN);
}

/** @inline */
export function onAntidiagonal(cell: u32): bool {
  return diagonals && (load<u8>(cell, ROW) as u32) + (load<u8>(cell, COLUMN) as u32) === size - 1;
}
