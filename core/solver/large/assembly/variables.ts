// Numbers the open candidates of the root as variables. Those of a cell, or of a digit in a unit, are a group: exactly one of
// its members is true.

import {
  BOX_CELL,
  BOX_PLACES,
  CANDIDATE_OF,
  CANDIDATES,
  COLUMN_PLACES,
  DIAGONAL_PLACES,
  DIAGONAL_SLOTS,
  FIRST_VARIABLE,
  GROUPS,
  MEMBERS,
  ROOT_GROUPS,
  ROW_PLACES,
  SLOTS,
} from './memory';
import { cells, diagonals, size } from './root';

export let variables: u32 = 0;
/** bytes of the groups in use */
export let groupBytes: u32 = 0;

let nextMember: usize = MEMBERS;

export function makeVariables(): void {
  numberCandidates();
  // group 0 means "no group": it never loses a member
  store<u64>(0, (3 as u64) << 62, GROUPS);
  store<u32>(8, MEMBERS as u32, GROUPS);
  groupBytes = 16;
  nextMember = MEMBERS;
  for (let cell: u32 = 0; cell < cells; cell++) {
    if (!beginGroup(load<u64>(cell << 3, CANDIDATES))) continue;
    for (let set = load<u64>(cell << 3, CANDIDATES); set !== 0; set &= set - 1)
      addMember(cell, ctz(set) as u32, SLOTS, 4, 0);
    endGroup();
  }
  for (let line: u32 = 0; line < size; line++) {
    for (let digit: u32 = 0; digit < size; digit++) {
      addUnit(ROW_PLACES, line, digit, 1);
      addUnit(COLUMN_PLACES, line, digit, 2);
      addUnit(BOX_PLACES, line, digit, 3);
    }
  }
  if (diagonals) {
    for (let digit: u32 = 0; digit < size; digit++) {
      addUnit(DIAGONAL_PLACES, 0, digit, 4);
      addUnit(DIAGONAL_PLACES, 1, digit, 5);
    }
  }
  memory.copy(ROOT_GROUPS, GROUPS, groupBytes);
}

function numberCandidates(): void {
  variables = 0;
  for (let cell: u32 = 0; cell < cells; cell++) {
    const candidates = load<u64>(cell << 3, CANDIDATES);
    store<u16>(cell << 1, variables as u16, FIRST_VARIABLE);
    if (!(candidates & (candidates - 1))) continue;
    for (let set = candidates; set !== 0; set &= set - 1) {
      store<u32>(variables << 2, (cell << 6) | (ctz(set) as u32), CANDIDATE_OF);
      variables++;
    }
  }
  memory.fill(SLOTS, 0, variables << 4);
  memory.fill(DIAGONAL_SLOTS, 0, variables << 3);
}

/** members of the group being made */
let memberCount: u32 = 0;

/** False if the set has fewer than two members, which need no group. */
function beginGroup(set: u64): bool {
  if (!(set & (set - 1))) return false;
  memberCount = 0;
  store<u32>(groupBytes, nextMember as u32, GROUPS + 8);
  return true;
}

function endGroup(): void {
  store<u64>(groupBytes, ((1 as u64) << memberCount) - 1, GROUPS);
  groupBytes += 16;
}

function addMember(cell: u32, digit: u32, table: usize, width: u32, kind: u32): void {
  const variable = variableOf(cell, digit);
  store<u16>(nextMember, variable as u16);
  nextMember += 2;
  store<u32>(table + ((variable * width + kind) << 2), (groupBytes << 6) | memberCount++);
}

/** The group of a digit in a unit. `kind` is the place of the unit among the slots of a variable. */
function addUnit(table: usize, unit: u32, digit: u32, kind: u32): void {
  const places = load<u64>(table + ((unit * size + digit) << 3));
  if (!beginGroup(places)) return;
  for (let set = places; set !== 0; set &= set - 1) {
    const cell = cellOf(unit, ctz(set) as u32, kind);
    if (kind < 4) addMember(cell, digit, SLOTS, 4, kind);
    else addMember(cell, digit, DIAGONAL_SLOTS, 2, kind - 4);
  }
  endGroup();
}

function cellOf(unit: u32, place: u32, kind: u32): u32 {
  if (kind === 1) return unit * size + place;
  if (kind === 2) return place * size + unit;
  if (kind === 3) return load<u16>((unit * size + place) << 1, BOX_CELL);
  if (kind === 4) return place * (size + 1);
  return (place + 1) * (size - 1);
}

/** The variable of an open cell's candidate. */
function variableOf(cell: u32, digit: u32): u32 {
  const below = load<u64>(cell << 3, CANDIDATES) & (((1 as u64) << digit) - 1);
  return (load<u16>(cell << 1, FIRST_VARIABLE) as u32) + (popcnt(below) as u32);
}
