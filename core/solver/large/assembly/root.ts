// The puzzle before search: the shape of its grid, its givens, and all that naked singles, hidden singles and locked
// candidates remove until they find nothing more.
import {
  ALLOWED,
  BOX,
  BOX_CELL,
  BOX_PLACES,
  CANDIDATES,
  COLUMN,
  COLUMN_PLACES,
  DIAGONAL_PLACES,
  GIVENS,
  PLACE,
  QUEUE,
  ROW,
  ROW_PLACES,
  SOLUTION,
} from './memory';

export let size: u32 = 0;
export let cells: u32 = 0;
let boxRows: u32 = 0;
let boxColumns: u32 = 0;
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
function onDiagonal(cell: u32): bool {
  return diagonals && load<u8>(cell, ROW) === load<u8>(cell, COLUMN);
}

/** @inline */
function onAntidiagonal(cell: u32): bool {
  return diagonals && (load<u8>(cell, ROW) as u32) + (load<u8>(cell, COLUMN) as u32) === size - 1;
}

let queueLength: u32 = 0;
let contradiction: bool = false;

/**
 * Places the givens, removes what is not allowed if the puzzle is `restricted`, and narrows candidates and places to a fixed
 * point. Writes solved cells to the solution, where open ones
 * are 0. False if there is no solution.
 */
export function propagateRoot(restricted: bool): bool {
  reset();
  for (let cell: u32 = 0; cell < cells; cell++) {
    const digit = load<u8>(cell, GIVENS) as u32;
    if (digit !== 0) place(cell, digit - 1);
  }
  if (restricted) removeForbidden();
  let head: u32 = 0;
  do {
    while (head < queueLength && !contradiction) removeFromPeers(load<u16>(head++ << 1, QUEUE));
  } while (!contradiction && queueLength < cells && lockedCandidates());
  return !contradiction;
}

/** Whether all cells are solved. */
export function solvedAtRoot(): bool {
  return queueLength === cells;
}

function reset(): void {
  queueLength = 0;
  contradiction = false;
  const all: u64 = ((1 as u64) << size) - 1;
  for (let i: u32 = 0; i < cells; i++) {
    store<u64>(i << 3, all, CANDIDATES);
    store<u64>(i << 3, all, ROW_PLACES);
    store<u64>(i << 3, all, COLUMN_PLACES);
    store<u64>(i << 3, all, BOX_PLACES);
  }
  for (let i: u32 = 0; i < 2 * size; i++) store<u64>(i << 3, all, DIAGONAL_PLACES);
  memory.fill(SOLUTION, 0, cells);
}

function removeForbidden(): void {
  const all: u64 = ((1 as u64) << size) - 1;
  for (let cell: u32 = 0; cell < cells && !contradiction; cell++) {
    for (let rest = all & ~load<u64>(cell << 3, ALLOWED); rest !== 0; rest &= rest - 1)
      remove(cell, ctz(rest) as u32);
  }
}

/** Queues a placement; `removeFromPeers` handles its cell and its peers later. */
function place(cell: u32, digit: u32): void {
  const placed = load<u8>(cell, SOLUTION) as u32;
  if (placed === 0) {
    store<u8>(cell, (digit + 1) as u8, SOLUTION);
    store<u16>(queueLength++ << 1, cell as u16, QUEUE);
  } else if (placed !== digit + 1) {
    contradiction = true;
  }
}

function remove(cell: u32, digit: u32): void {
  const before = load<u64>(cell << 3, CANDIDATES);
  const candidates = before & ~((1 as u64) << digit);
  if (candidates === before) return;
  store<u64>(cell << 3, candidates, CANDIDATES);
  if (!(candidates & (candidates - 1))) {
    if (candidates === 0) contradiction = true;
    else place(cell, ctz(candidates) as u32);
  }
  const r = load<u8>(cell, ROW) as u32;
  const c = load<u8>(cell, COLUMN) as u32;
  const box = load<u8>(cell, BOX) as u32;
  let left = removePlace(ROW_PLACES, r * size + digit, c);
  if (left >= 0) place(r * size + left, digit);
  left = removePlace(COLUMN_PLACES, c * size + digit, r);
  if (left >= 0) place(left * size + c, digit);
  left = removePlace(BOX_PLACES, box * size + digit, load<u8>(cell, PLACE));
  if (left >= 0) place(load<u16>((box * size + left) << 1, BOX_CELL), digit);
  if (diagonals) removeFromDiagonals(cell, digit);
}

function removeFromDiagonals(cell: u32, digit: u32): void {
  const r = load<u8>(cell, ROW) as u32;
  if (onDiagonal(cell)) {
    const left = removePlace(DIAGONAL_PLACES, digit, r);
    if (left >= 0) place(left * (size + 1), digit);
  }
  if (onAntidiagonal(cell)) {
    const left = removePlace(DIAGONAL_PLACES, size + digit, r);
    if (left >= 0) place((left + 1) * (size - 1), digit);
  }
}

/** Removes a place from an entry of a table of places. Returns the only place left, or -1 if there are more. @inline */
function removePlace(table: usize, entry: u32, place: u32): i32 {
  const at = table + (entry << 3);
  const places = load<u64>(at) & ~((1 as u64) << place);
  store<u64>(at, places);
  if (places & (places - 1)) return -1;
  if (places !== 0) return ctz(places) as i32;
  contradiction = true;
  return -1;
}

/** Removes all other candidates from a cell, and its digit from its peers. */
function removeFromPeers(cell: u32): void {
  const digit = (load<u8>(cell, SOLUTION) as u32) - 1;
  const r = load<u8>(cell, ROW) as u32;
  const c = load<u8>(cell, COLUMN) as u32;
  const box = load<u8>(cell, BOX) as u32;
  for (let rest = others(CANDIDATES, cell, digit); rest !== 0; rest &= rest - 1)
    remove(cell, ctz(rest) as u32);
  for (let rest = others(ROW_PLACES, r * size + digit, c); rest !== 0; rest &= rest - 1) {
    remove(r * size + (ctz(rest) as u32), digit);
  }
  for (let rest = others(COLUMN_PLACES, c * size + digit, r); rest !== 0; rest &= rest - 1) {
    remove((ctz(rest) as u32) * size + c, digit);
  }
  for (
    let rest = others(BOX_PLACES, box * size + digit, load<u8>(cell, PLACE));
    rest !== 0;
    rest &= rest - 1
  ) {
    remove(load<u16>((box * size + (ctz(rest) as u32)) << 1, BOX_CELL), digit);
  }
  if (onDiagonal(cell)) {
    for (let rest = others(DIAGONAL_PLACES, digit, r); rest !== 0; rest &= rest - 1) {
      remove((ctz(rest) as u32) * (size + 1), digit);
    }
  }
  if (onAntidiagonal(cell)) {
    for (let rest = others(DIAGONAL_PLACES, size + digit, r); rest !== 0; rest &= rest - 1) {
      remove(((ctz(rest) as u32) + 1) * (size - 1), digit);
    }
  }
}

/** @inline */
function others(table: usize, entry: u32, place: u32): u64 {
  return load<u64>(table + (entry << 3)) & ~((1 as u64) << place);
}

/** If all places of a digit in a line are in one box, removes the other places of the box; and the reverse. True if it removed some. */
function lockedCandidates(): bool {
  const rowOfBox: u64 = ((1 as u64) << boxColumns) - 1;
  let columnOfBox: u64 = 0;
  for (let i: u32 = 0; i < boxRows; i++) columnOfBox |= (1 as u64) << (i * boxColumns);
  let removed: bool = false;
  for (let box: u32 = 0; box < size; box++) {
    const top = (box / boxRows) * boxRows;
    const left = (box % boxRows) * boxColumns;
    const columnsHere: u64 = rowOfBox << left;
    const rowsHere: u64 = (((1 as u64) << boxRows) - 1) << top;
    for (let digit: u32 = 0; digit < size; digit++) {
      for (let i: u32 = 0; i < boxRows; i++) {
        removed =
          lock(
            box,
            digit,
            ROW_PLACES,
            (top + i) * size + digit,
            columnsHere,
            rowOfBox << (i * boxColumns),
            top + i,
            true,
          ) || removed;
      }
      for (let i: u32 = 0; i < boxColumns; i++) {
        removed =
          lock(
            box,
            digit,
            COLUMN_PLACES,
            (left + i) * size + digit,
            rowsHere,
            columnOfBox << i,
            left + i,
            false,
          ) || removed;
      }
      if (contradiction) return true;
    }
  }
  return removed;
}

/** One line crossing one box: `inLine` and `inBox` are the places they share, as places of the line and of the box. */
function lock(
  box: u32,
  digit: u32,
  table: usize,
  entry: u32,
  inLine: u64,
  inBox: u64,
  line: u32,
  isRow: bool,
): bool {
  const lineAt = table + (entry << 3);
  const boxAt = BOX_PLACES + ((box * size + digit) << 3);
  let removed: bool = false;
  if (!(load<u64>(lineAt) & ~inLine)) {
    for (let places = load<u64>(boxAt) & ~inBox; places !== 0; places &= places - 1) {
      remove(load<u16>((box * size + (ctz(places) as u32)) << 1, BOX_CELL), digit);
      removed = true;
    }
  }
  if (!(load<u64>(boxAt) & ~inBox)) {
    for (let places = load<u64>(lineAt) & ~inLine; places !== 0; places &= places - 1) {
      const place = ctz(places) as u32;
      remove(isRow ? line * size + place : place * size + line, digit);
      removed = true;
    }
  }
  return removed;
}
