// Turns the rules of a puzzle, as the host writes them, into the tables that the search uses; and adds sums that follow from
// cages and units.
import {
  DIFFERENT_RELATION,
  MAX_RULE_CELLS,
  MAX_RULES,
  MAX_SETS_SIZE,
  RULE_CAGE,
  RULE_CONSECUTIVE,
  RULE_SUM,
  SUBTRACTED,
} from '../../../kernel/constants';
import {
  CAGE_INSIDE,
  CAGE_OF,
  CAGES,
  CELL_RULE_STARTS,
  CELL_RULES,
  DERIVED_CELLS,
  FOUND_PAIRS,
  IN_REGION,
  PAIR_STARTS,
  PAIRS,
  REGION_CAGES,
  RULE_CELLS,
  RULE_INPUT,
  RULES,
  SET_STARTS,
} from './memory';
import { cellAt, cells, firstPair, pairAt, seeEachOther, size, units } from './root';

/** Number of rules, not counting pairs. */
export let rules: u32 = 0;
let ruleCells: u32 = 0;

// The input has words of 16 bits. Pairs have three: two cells and their relation. Groups follow: their kind RULE_…, the number
// of their cells, a sum, and the cells, with SUBTRACTED set in those whose digit is subtracted.

// Kinds of rules. A rule has 16 bytes: u8 kind, u8 number of cells, u32 first of its cells in RULE_CELLS, and two u32: the range
// of its sets in SETS, or its sum.
export const CAGE_RULE: u32 = 0;
export const SUM_RULE: u32 = 1;
export const CONSECUTIVE_RULE: u32 = 2;

// The last word of a sum: for cells that add up to the last one, few enough that every choice is tried, a byte a cell: the cells
// before it that it must differ from, a bit each.
const MAX_LISTED: u32 = 4;
export const NOT_LISTED: u32 = 0xffffffff;

/** @inline */
function word(i: u32): u32 {
  return load<u16>(i << 1, RULE_INPUT);
}

export function makeRuleTables(pairs: u32, words: u32): void {
  rules = 0;
  ruleCells = 0;
  makePairs(pairs, words);
  const groups: u32 = 3 * pairs;
  cages = 1;
  memory.fill(CAGE_OF, 0, cells << 1);
  for (let at = groups; at < words; at += 3 + word(at + 1)) addGroup(at);
  if (cages > 1) deriveSums();
  listRulesOfCells();
}

/** Pairs by cell, in both directions, those of different cells of groups included. */
function makePairs(pairs: u32, words: u32): void {
  memory.fill(PAIR_STARTS, 0, (cells + 1) << 2);
  let found: u32 = 0;
  for (let i: u32 = 0; i < pairs; i++) findPair(found++, word(3 * i), word(3 * i + 1), word(3 * i + 2));
  for (let at: u32 = 3 * pairs; at < words; at += 3 + word(at + 1)) {
    if (word(at) === RULE_SUM) continue;
    const end = at + 3 + word(at + 1);
    for (let i = at + 3; i < end; i++) {
      for (let j = i + 1; j < end; j++)
        if (!seeEachOther(word(i), word(j))) findPair(found++, word(i), word(j), DIFFERENT_RELATION);
    }
  }
  if (found === 0) return;
  let sum: u32 = 0;
  for (let cell: u32 = 0; cell <= cells; cell++) {
    sum += load<u32>(cell << 2, PAIR_STARTS);
    // pairs are put in from the end on
    store<u32>(cell << 2, sum, PAIR_STARTS);
  }
  for (let i: u32 = 0; i < found; i++) {
    const ends = load<u32>(i << 3, FOUND_PAIRS);
    const relation = load<u32>(i << 3, FOUND_PAIRS + 4);
    const a = ends >> 16;
    const b = ends & 0xffff;
    putHalf(a, (b << 8) | relation);
    putHalf(b, (a << 8) | (relation === DIFFERENT_RELATION ? relation : relation ^ 1));
  }
}

/** Counts a pair for both cells. */
function findPair(i: u32, a: u32, b: u32, relation: u32): void {
  store<u32>(i << 3, (a << 16) | b, FOUND_PAIRS);
  store<u32>(i << 3, relation, FOUND_PAIRS + 4);
  store<u32>(a << 2, load<u32>(a << 2, PAIR_STARTS) + 1, PAIR_STARTS);
  store<u32>(b << 2, load<u32>(b << 2, PAIR_STARTS) + 1, PAIR_STARTS);
}

function putHalf(cell: u32, entry: u32): void {
  const place = load<u32>(cell << 2, PAIR_STARTS) - 1;
  store<u32>(cell << 2, place, PAIR_STARTS);
  store<u32>(place << 2, entry, PAIRS);
}

/** Cages with a sum, counted from 1: 0 is that of cells in none. */
let cages: u32 = 1;

function addGroup(at: u32): void {
  const kind = word(at);
  const count = word(at + 1);
  const sum = word(at + 2);
  for (let i: u32 = 0; i < count; i++) store<u16>(i << 1, word(at + 3 + i) as u16, DERIVED_CELLS);
  if (kind === RULE_CONSECUTIVE) addRule(CONSECUTIVE_RULE, count, 0, 0);
  else if (kind === RULE_SUM) addSum(count, sum);
  if (kind !== RULE_CAGE) return;
  addSumOfDifferent(count, sum);
  for (let i: u32 = 0; i < count; i++) store<u16>(word(at + 3 + i) << 1, cages as u16, CAGE_OF);
  store<u64>(cages << 3, ((at as u64) << 32) | ((sum as u64) << 16) | count, CAGES);
  cages++;
}

function addSum(count: u32, sum: u32): void {
  let differing: u32 = NOT_LISTED;
  const last = load<u16>((count - 1) << 1, DERIVED_CELLS);
  const isFew = count > 2 && count <= MAX_LISTED + 1 && size <= (MAX_SETS_SIZE as u32);
  // those that are subtracted come last
  if (isFew && sum === 0 && last & SUBTRACTED && !(load<u16>((count - 2) << 1, DERIVED_CELLS) & SUBTRACTED)) {
    differing = 0;
    for (let i: u32 = 0; i < count - 1; i++) {
      for (let j: u32 = 0; j < i; j++) {
        if (mustDiffer(load<u16>(i << 1, DERIVED_CELLS), load<u16>(j << 1, DERIVED_CELLS)))
          differing |= 1 << ((i << 3) | j);
      }
    }
  }
  addRule(SUM_RULE, count, sum, differing);
}

/** Whether two cells share a unit, or a pair that differs, as two cells of a cage are. */
function mustDiffer(a: u32, b: u32): bool {
  if (seeEachOther(a, b)) return true;
  const end = firstPair(a + 1);
  for (let i = firstPair(a); i < end; i++) if (pairAt(i) === ((b << 8) | DIFFERENT_RELATION)) return true;
  return false;
}

function addSumOfDifferent(count: u32, sum: u32): void {
  if (size > (MAX_SETS_SIZE as u32)) addRule(SUM_RULE, count, sum, NOT_LISTED);
  else if (sum > (size * (size + 1)) >> 1) addRule(CAGE_RULE, count, 0, 0);
  else addRule(CAGE_RULE, count, setStart(count, sum), setStart(count, sum + 1));
}

/** Entry of SETS where the sets of this number of digits with this sum begin. */
function setStart(digits: u32, sum: u32): u32 {
  return load<u32>((digits * (((size * (size + 1)) >> 1) + 2) + sum) << 2, SET_STARTS);
}

/** A rule for the cells in DERIVED_CELLS. */
function addRule(kind: u32, count: u32, a: u32, b: u32): void {
  const at = RULES + (rules << 4);
  store<u32>(at, kind | (count << 8));
  store<u32>(at, ruleCells, 4);
  store<u32>(at, a, 8);
  store<u32>(at, b, 12);
  memory.copy(RULE_CELLS + (ruleCells << 1), DERIVED_CELLS, count << 1);
  ruleCells += count;
  rules++;
}

function listRulesOfCells(): void {
  memory.fill(CELL_RULE_STARTS, 0, (cells + 1) << 2);
  for (let i: u32 = 0; i < ruleCells; i++) {
    const at = (load<u16>(i << 1, RULE_CELLS) & ~SUBTRACTED) << 2;
    store<u32>(at, load<u32>(at, CELL_RULE_STARTS) + 1, CELL_RULE_STARTS);
  }
  let sum: u32 = 0;
  for (let cell: u32 = 0; cell <= cells; cell++) {
    sum += load<u32>(cell << 2, CELL_RULE_STARTS);
    store<u32>(cell << 2, sum, CELL_RULE_STARTS);
  }
  for (let rule = rules; rule-- > 0; ) {
    const at = RULES + (rule << 4);
    const first = load<u32>(at, 4);
    const end = first + load<u8>(at, 1);
    for (let i = first; i < end; i++) {
      const cellAt = (load<u16>(i << 1, RULE_CELLS) & ~SUBTRACTED) << 2;
      const place = load<u32>(cellAt, CELL_RULE_STARTS) - 1;
      store<u32>(cellAt, place, CELL_RULE_STARTS);
      store<u16>(place << 1, rule as u16, CELL_RULES);
    }
  }
}

// Derived sums (innies and outies). The cells of a region of one or more units add up to a known sum. Its cells that are in no
// cage within it (innies) have the rest after the cages within it. If each cell is in a cage, the cells of these cages outside of
// the region (outies) have what the cages exceed the sum by.

/** Most cells of a derived sum whose cells must all differ, and of any other derived sum. */
const MAX_DIFFERENT: u32 = 3;
const MAX_ANY: u32 = 3;
/** Most adjacent rows or columns in a region. */
const MAX_LINES: u32 = 2;

/** number of the current region, from 1 */
let region: u32 = 0;

function deriveSums(): void {
  memory.fill(IN_REGION, 0, cells << 2);
  region = 0;
  for (let unit: u32 = 0; unit < units; unit++) deriveFrom(unit, 1);
  for (let count: u32 = 2; count <= min(MAX_LINES, size / 2); count++) {
    for (let first: u32 = 0; first + count <= size; first++) {
      deriveFrom(first, count);
      deriveFrom(size + first, count);
    }
  }
}

/** Derives the sums of a region: units with consecutive numbers, no two of which share a cell. */
function deriveFrom(first: u32, count: u32): void {
  region++;
  // which cells begin a cage, and which cages are inside, cannot be predicted: so there are few branches
  memory.fill(CAGE_INSIDE, 0, cages << 1);
  const start = first * size;
  const end = (first + count) * size;
  let crossed: u32 = 0;
  for (let i = start; i < end; i++) {
    const cell = cellAt(0, i);
    store<u32>(cell << 2, region, IN_REGION);
    const cage = load<u16>(cell << 1, CAGE_OF) as u32;
    const within = load<u16>(cage << 1, CAGE_INSIDE) as u32;
    store<u16>(crossed << 1, cage as u16, REGION_CAGES);
    crossed += within === 0 ? 1 : 0;
    store<u16>(cage << 1, (within + 1) as u16, CAGE_INSIDE);
  }
  // innies: cells in no cage, and the part of crossing cages that is inside; what these cages have beyond them, the outies
  const open = load<u16>(CAGE_INSIDE) as u32;
  const sum: i32 = (count * ((size * (size + 1)) >> 1)) as i32;
  let inside = open;
  let outside: u32 = 0;
  let left = sum;
  let beyond: i32 = -sum;
  for (let j: u32 = 0; j < crossed; j++) {
    const cage = load<u16>(j << 1, REGION_CAGES) as u32;
    const within = load<u16>(cage << 1, CAGE_INSIDE) as u32;
    const isAll = within === cageLength(cage);
    inside += isAll || cage === 0 ? 0 : within;
    outside += cage === 0 ? 0 : cageLength(cage) - within;
    left -= isAll ? cageSum(cage) : 0;
    beyond += cageSum(cage);
  }
  if (inside <= MAX_DIFFERENT && inside > 0) {
    collectInside(start, end);
    addDerived(inside, left);
  }
  if (open === 0 && outside <= MAX_DIFFERENT && outside > 0) {
    collectOutside(crossed);
    addDerived(outside, beyond);
  }
}

/** @inline */
function cageLength(cage: u32): u32 {
  return load<u16>(cage << 3, CAGES);
}

/** @inline */
function cageSum(cage: u32): i32 {
  return load<u16>((cage << 3) + 2, CAGES);
}

/** Lists the cells of the region whose cages are not entirely inside in DERIVED_CELLS. */
function collectInside(start: u32, end: u32): void {
  let count: u32 = 0;
  for (let i = start; i < end; i++) {
    const cell = cellAt(0, i);
    const cage = load<u16>(cell << 1, CAGE_OF) as u32;
    store<u16>(count << 1, cell as u16, DERIVED_CELLS);
    count += load<u16>(cage << 1, CAGE_INSIDE) === load<u16>(cage << 3, CAGES) ? 0 : 1;
  }
}

/** Lists the cells of the region's cages that are outside of it in DERIVED_CELLS. */
function collectOutside(crossed: u32): void {
  let count: u32 = 0;
  for (let j: u32 = 0; j < crossed; j++) {
    const cage = load<u16>(j << 1, REGION_CAGES) as u32;
    const length = cageLength(cage);
    if (load<u16>(cage << 1, CAGE_INSIDE) === length) continue;
    const at = load<u32>((cage << 3) + 4, CAGES);
    for (let i: u32 = 0; i < length; i++) {
      const cell = word(at + 3 + i);
      store<u16>(count << 1, cell as u16, DERIVED_CELLS);
      count += load<u32>(cell << 2, IN_REGION) === region ? 0 : 1;
    }
  }
}

/** Adds the sum of the cells in DERIVED_CELLS, if there is room for it. */
function addDerived(count: u32, sum: i32): void {
  if (rules === MAX_RULES || ruleCells + count > (MAX_RULE_CELLS as u32)) return;
  // it cannot be: the sets of a sum of 0 are none
  const possible = max(sum, 0);
  let differ: bool = true;
  for (let i: u32 = 0; i < count && differ; i++) {
    const a = load<u16>(i << 1, DERIVED_CELLS) as u32;
    const cage = load<u16>(a << 1, CAGE_OF);
    for (let j = i + 1; j < count && differ; j++) {
      const b = load<u16>(j << 1, DERIVED_CELLS) as u32;
      differ = seeEachOther(a, b) || (cage !== 0 && cage === load<u16>(b << 1, CAGE_OF));
    }
  }
  if (differ) addSumOfDifferent(count, possible);
  else if (count <= MAX_ANY) addRule(SUM_RULE, count, possible, NOT_LISTED);
}
