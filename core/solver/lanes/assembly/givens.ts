// Tells broken givens from puzzles without a solution; asked only of puzzles for which none was found.

/** digits seen in each row, column, box and diagonal, as candidate sets */
const SEEN: usize = memory.data(29 * 2, 2);
const COLUMNS_AT: i32 = 9;
const BOXES_AT: i32 = 18;
const DIAGONALS_AT: i32 = 27;

/** Whether no unit holds a digit twice and no value exceeds 9, in 81 values, 0 for empty. */
export function givensAreConsistent(givens: usize, diagonals: bool): bool {
  memory.fill(SEEN, 0, 29 * 2);
  for (let r = 0; r < 9; r++) {
    for (let c = 0; c < 9; c++) {
      const digit: u32 = load<u8>(givens++);
      if (digit === 0) continue;
      if (digit > 9) return false;
      const set: u32 = 1 << digit;
      if (!isNew(r, set) || !isNew(COLUMNS_AT + c, set) || !isNew(BOXES_AT + (r / 3) * 3 + c / 3, set))
        return false;
      if (diagonals && r === c && !isNew(DIAGONALS_AT, set)) return false;
      if (diagonals && r + c === 8 && !isNew(DIAGONALS_AT + 1, set)) return false;
    }
  }
  return true;
}

/** Adds a digit to a unit; false if it was there. @inline */
function isNew(unit: i32, set: u32): bool {
  const at = SEEN + (unit << 1);
  const seen: u32 = load<u16>(at);
  store<u16>(at, (seen | set) as u16);
  return (seen & set) === 0;
}
