// Numbers the open candidates of the root as variables. Those of a cell, or of a digit in a unit, are a group: exactly one of
// its members is true.

import {
  CANDIDATE_OF,
  CANDIDATES,
  EXTRA_SLOTS,
  EXTRA_UNITS,
  FIRST_VARIABLE,
  GROUPS,
  MEMBERS,
  NEXT_SLOT,
  PLACES,
  ROOT_GROUPS,
  SLOTS,
  USUAL_UNITS,
} from './memory';
import { cellAt, cells, size, units } from './root';

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
    for (let set = load<u64>(cell << 3, CANDIDATES); set !== 0; set &= set - 1) {
      const variable = variableOf(cell, ctz(set) as u32);
      addMember(variable, SLOTS + (variable << 4));
    }
    endGroup();
  }
  memory.fill(NEXT_SLOT, 0, variables);
  for (let unit: u32 = 0; unit < units; unit++) {
    for (let digit: u32 = 0; digit < size; digit++) addUnit(unit, digit);
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
  memory.fill(EXTRA_SLOTS, 0, (variables * EXTRA_UNITS) << 2);
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

/** @param slot where the variable refers to the group */
function addMember(variable: u32, slot: usize): void {
  store<u16>(nextMember, variable as u16);
  nextMember += 2;
  store<u32>(slot, (groupBytes << 6) | memberCount++);
}

/** The group of a digit in a unit. */
function addUnit(unit: u32, digit: u32): void {
  const places = load<u64>((unit * size + digit) << 3, PLACES);
  if (!beginGroup(places)) return;
  for (let set = places; set !== 0; set &= set - 1) {
    const variable = variableOf(cellAt(unit, ctz(set) as u32), digit);
    const slot = load<u8>(variable, NEXT_SLOT) as u32;
    store<u8>(variable, (slot + 1) as u8, NEXT_SLOT);
    addMember(
      variable,
      slot < USUAL_UNITS
        ? SLOTS + (variable << 4) + ((slot + 1) << 2)
        : EXTRA_SLOTS + ((variable * EXTRA_UNITS + slot - USUAL_UNITS) << 2),
    );
  }
  endGroup();
}

/** The variable of an open cell's candidate. */
export function variableOf(cell: u32, digit: u32): u32 {
  const below = load<u64>(cell << 3, CANDIDATES) & (((1 as u64) << digit) - 1);
  return (load<u16>(cell << 1, FIRST_VARIABLE) as u32) + (popcnt(below) as u32);
}
