// Invariants that hold whenever nothing is left to propagate. Only the debug build, which is compiled with assertions, checks them.

import {
  extraSlot,
  level,
  levelOf,
  levelStart,
  literalValue,
  memberAt,
  reasonOf,
  trailAt,
  trailLength,
} from './assignment';
import { clauseSize, clausesEnd, HEADER, literalAddress, watchBytes, watchStart } from './clauses';
import { learntAt, learntLength } from './learnt';
import { CANDIDATE_OF, GROUPS, SLOTS, WATCHES, WITNESS } from './memory';
import { BINARY, CLAUSE, DECISION, GROUP } from './reasons';
import { cells, extraUnits } from './root';
import { groupBytes, variables } from './variables';

let witnessed: bool = false;

/** With `use`, the host has written a solution to WITNESS: no learnt clause may exclude it until it has been found. */
export function useWitness(use: bool): void {
  witnessed = use;
  assert(__heap_base <= WATCHES, 'the static tables end before the lists of watches');
}

export function checkFixpoint(): void {
  checkTrail();
  checkGroups();
  checkClauses();
}

function checkTrail(): void {
  let assigned: u32 = 0;
  for (let variable: u32 = 0; variable < variables; variable++) {
    const value = literalValue(variable << 1);
    assert(value === -literalValue((variable << 1) | 1));
    if (value !== 0) assigned++;
  }
  assert(assigned === trailLength);
  let atLevel: u32 = 0;
  for (let i: u32 = 0; i < trailLength; i++) {
    const literal = trailAt(i);
    assert(literalValue(literal) === 1);
    checkReason(literal >> 1);
    while (atLevel < level && i >= levelStart(atLevel + 1)) atLevel++;
    assert(levelOf(literal >> 1) === atLevel);
    if (atLevel > 0 && i === levelStart(atLevel)) assert(reasonOf(literal >> 1) === DECISION);
  }
}

function checkGroups(): void {
  for (let group: u32 = 16; group < groupBytes; group += 16) {
    const mask = load<u64>(group, GROUPS);
    assert(mask !== 0);
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const value = literalValue(memberAt(group, ctz(rest) as u32) << 1);
      // a single member must be true, and a true member is the only one
      assert(mask & (mask - 1) ? value === 0 : value === 1);
    }
  }
  for (let variable: u32 = 0; variable < variables; variable++) {
    const isFalse = literalValue(variable << 1) < 0;
    for (let kind: u32 = 0; kind < 4; kind++)
      checkSlot(load<u32>((variable << 4) + (kind << 2), SLOTS), variable, isFalse);
    for (let i: u32 = 0; i < extraUnits; i++) checkSlot(extraSlot(variable, i), variable, isFalse);
  }
}

function checkSlot(slot: u32, variable: u32, isFalse: bool): void {
  const group = slot >> 6;
  if (group === 0) return;
  assert(memberAt(group, slot & 63) === variable);
  assert(((load<u64>(group, GROUPS) >> (slot & 63)) & 1) === (isFalse ? 0 : 1));
}

/** No clause is false; each is watched by its first two literals. */
function checkClauses(): void {
  for (let clause: u32 = 0; clause < clausesEnd(); clause += HEADER + clauseSize(clause)) {
    const at = literalAddress(clause);
    let open = false;
    for (let i: u32 = 0; i < clauseSize(clause); i++)
      open = open || literalValue(load<u32>(at + (i << 2))) >= 0;
    assert(open);
    assert(isWatched(load<u32>(at), clause) && isWatched(load<u32>(at + 4), clause));
  }
}

function isWatched(literal: u32, clause: u32): bool {
  const start = watchStart(literal);
  for (let at: usize = start; at < start + watchBytes(literal); at += 8)
    if (load<u32>(at + 4) === clause) return true;
  return false;
}

/** All literals of the learnt clause are false, only the first of them is of the current level, and the clause does not exclude the witness. */
export function checkLearnt(): void {
  let allows = !witnessed;
  for (let i: u32 = 0; i < learntLength; i++) {
    const literal = learntAt(i);
    assert(literalValue(literal) === -1);
    assert(i === 0 ? levelOf(literal >> 1) === level : levelOf(literal >> 1) < level);
    assert(levelOf(literal >> 1) > 0);
    if (holdsInWitness(literal)) allows = true;
  }
  assert(allows);
}

function holdsInWitness(literal: u32): bool {
  const candidate = load<u32>((literal >> 1) << 2, CANDIDATE_OF);
  const holds = (load<u8>(candidate >> 6, WITNESS) as u32) === (candidate & 63) + 1;
  return literal & 1 ? !holds : holds;
}

/** If the solution found last is the witness, clauses may exclude it from now on. */
export function dropFoundWitness(solution: usize): void {
  if (witnessed && memory.compare(solution, WITNESS, cells) === 0) witnessed = false;
}

/** All literals of a reason have the values from which its variable follows. */
function checkReason(variable: u32): void {
  // the clause that was the reason may have been forgotten
  if (levelOf(variable) === 0) return;
  const reason = reasonOf(variable);
  const what = reason >> 2;
  if ((reason & 3) === BINARY) {
    assert(literalValue(what << 1) === 1 && literalValue(variable << 1) === -1);
  } else if ((reason & 3) === GROUP) {
    assert(literalValue(variable << 1) === 1);
  } else if ((reason & 3) === CLAUSE) {
    const at = literalAddress(what);
    for (let i: u32 = 0; i < clauseSize(what); i++) {
      const literal = load<u32>(at + (i << 2));
      assert(literal >> 1 === variable ? literalValue(literal) === 1 : literalValue(literal) === -1);
    }
  }
}
