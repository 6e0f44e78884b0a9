// Locked candidates in small grids.
import { CHANGED_UNITS, CROSSED_LANES, CROSSINGS, LANES } from './memory';
import { cellAt, crossings, unitCount, unitOf, units } from './root';
import { all, cellBytes, digitsOf, removeDigits } from './small-grid';

/**
 * If all places of a digit in a unit are among the cells that it shares with another, removes the other places of that unit.
 * True if it removed some.
 */
export function lockSmall(): bool {
  let removed: bool = false;
  // units that have not changed since the last pass show nothing new
  memory.fill(CHANGED_UNITS, 0, units);
  for (let at: u32 = 0; at < cellBytes; at += 16) {
    const digits = v128.load(LANES + at);
    let changed = i16x8.bitmask(i16x8.ne(digits, v128.load(CROSSED_LANES + at)));
    v128.store(CROSSED_LANES + at, digits);
    for (; changed !== 0; changed &= changed - 1) {
      const cell = (at >> 1) + ctz(changed);
      const count = unitCount(cell);
      for (let i: u32 = 0; i < count; i++) store<u8>(unitOf(cell, i) >> 6, 1, CHANGED_UNITS);
    }
  }
  for (let i: u32 = 0; i < crossings; i++) {
    const crossing = CROSSINGS + i * 24;
    const one = load<u32>(crossing);
    const other = load<u32>(crossing, 4);
    if (!(load<u8>(one, CHANGED_UNITS) | load<u8>(other, CHANGED_UNITS))) continue;
    const inOne = load<u64>(crossing, 8) as u32;
    const inOther = load<u64>(crossing, 16) as u32;
    const beyondOne = digitsIn(one, all & ~inOne);
    const beyondOther = digitsIn(other, all & ~inOther);
    // what only one of them has outside is locked inside for the other, or has no place there
    const shared = (beyondOne ^ beyondOther) & digitsIn(one, inOne);
    if (shared === 0) continue;
    removeFrom(other, all & ~inOther, shared & beyondOther);
    removeFrom(one, all & ~inOne, shared & beyondOne);
    removed = true;
  }
  return removed;
}

/** What some places of a unit can have together. */
function digitsIn(unit: u32, places: u32): u32 {
  let digits: u32 = 0;
  for (let rest = places; rest !== 0; rest &= rest - 1) digits |= digitsOf(cellAt(unit, ctz(rest)));
  return digits;
}

function removeFrom(unit: u32, places: u32, digits: u32): void {
  for (let rest = places; rest !== 0; rest &= rest - 1) removeDigits(cellAt(unit, ctz(rest)), digits);
}
