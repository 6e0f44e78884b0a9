// Pairs of cells, and the digits that one may have beside those of the other.
import { RELATED_SETS } from './memory';
import { relatedDigits, size } from './root';

/** Grids up to this size have a table of what goes with each set of digits. */
const MAX_TABLE_SIZE: u32 = 9;

/** The host has written relations with these numbers to RELATIONS, for grids of this size. */
export function relate(gridSize: u32, first: u32, end: u32): void {
  if (gridSize > MAX_TABLE_SIZE) return;
  for (let relation = first; relation < end; relation++) {
    for (let set: u32 = 0; set < (1 as u32) << gridSize; set++) {
      let related: u64 = 0;
      for (let rest = set; rest !== 0; rest &= rest - 1) related |= relatedDigits(relation, ctz(rest));
      store<u16>(((relation << MAX_TABLE_SIZE) | set) << 1, related as u16, RELATED_SETS);
    }
  }
}

/** The digits that the other cell of a pair may have if this one has one of `digits`. @inline */
export function relatedToSome(relation: u32, digits: u64): u64 {
  if (size <= MAX_TABLE_SIZE)
    return load<u16>(((relation << MAX_TABLE_SIZE) | (digits as u32)) << 1, RELATED_SETS);
  let related: u64 = 0;
  for (let rest = digits; rest !== 0; rest &= rest - 1) related |= relatedDigits(relation, ctz(rest) as u32);
  return related;
}
