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
import { addRuleOf, beginRules } from './domains';
import {
  CAGE_INSIDE,
  CAGE_LANES,
  CAGE_OF,
  CAGES,
  DERIVED_CELLS,
  FOUND_PAIRS,
  PAIR_STARTS,
  PAIRS,
  REGION_CELLS,
  REGION_MASKS,
  REGION_UNITS,
  RULE_CELLS,
  RULE_INPUT,
  RULES,
  SET_STARTS,
  SETS,
} from './memory';
import { cellAt, cells, firstPair, pairAt, seeEachOther, size, units } from './root';
import { isSmall } from './small-grid';

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
/** A cage of two cells. */
export const TWO_RULE: u32 = 3;

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
  if (isSmall()) memory.fill(CAGE_LANES, 0xff, ((cells + 7) & ~7) << 1);
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
  else {
    const isPossible = sum <= (size * (size + 1)) >> 1;
    const first = isPossible ? setStart(count, sum) : 0;
    const end = isPossible ? setStart(count, sum + 1) : 0;
    if (isSmall()) {
      narrowToSets(count, first, end);
      // the others are narrowed to all that they can have
      if (count === 1) return;
    }
    if (count === 2) addRule(TWO_RULE, count, sum, 0);
    else addRule(CAGE_RULE, count, first, end);
  }
}

/** Cells can have the digits of sets, if they have no others. */
function narrowToSets(count: u32, first: u32, end: u32): void {
  let sets = i16x8.splat(0);
  for (let at = first; at < end; at += 8) sets = v128.or(sets, v128.load(SETS + (at << 1)));
  const digits = orOf(sets) as u16;
  for (let i: u32 = 0; i < count; i++) {
    const at = (load<u16>(i << 1, DERIVED_CELLS) as u32) << 1;
    store<u16>(at, load<u16>(at, CAGE_LANES) & digits, CAGE_LANES);
  }
}

/** The bits of all lanes. @inline */
export function orOf(lanes: v128): u64 {
  let bits = (i64x2.extract_lane(lanes, 0) | i64x2.extract_lane(lanes, 1)) as u64;
  bits |= bits >> 32;
  return (bits | (bits >> 16)) & 0xffff;
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
  // so few that a copy of memory takes longer
  for (let i: u32 = 0; i < count; i++)
    store<u16>((ruleCells + i) << 1, load<u16>(i << 1, DERIVED_CELLS), RULE_CELLS);
  ruleCells += count;
  rules++;
}

function listRulesOfCells(): void {
  beginRules(cells, rules);
  for (let rule: u32 = 0; rule < rules; rule++) {
    const at = RULES + (rule << 4);
    const first = load<u32>(at, 4);
    const end = first + load<u8>(at, 1);
    for (let i = first; i < end; i++) addRuleOf(load<u16>(i << 1, RULE_CELLS) & ~SUBTRACTED, rule);
  }
}

// Derived sums (innies and outies). The cells of a region of one or more units add up to a known sum. Its cells that are in no
// cage within it (innies) have the rest after the cages within it. If each cell is in a cage, the cells of these cages outside of
// the region (outies) have what the cages exceed the sum by.

/** Most cells of a derived sum whose cells must all differ, and of any other derived sum. */
const MAX_DIFFERENT: u32 = 3;
const MAX_ANY: u32 = 3;
/** Whether the tables of regions are those of the grid. */
let regionsAreKnown: bool = false;
let regions: u32 = 0;
/** Lanes of all regions, a byte each, in whole vectors. */
let regionBytes: u32 = 0;

export function forgetRegions(): void {
  regionsAreKnown = false;
}

/** Lists regions: each unit, and each two adjacent rows or columns. */
function makeRegions(): void {
  regionsAreKnown = true;
  regionBytes = (units + 2 * (size - 1) + 15) & ~15;
  memory.fill(REGION_MASKS, 0, cells * regionBytes);
  memory.fill(REGION_CELLS, 0, regionBytes);
  regions = 0;
  for (let unit: u32 = 0; unit < units; unit++) addRegion(unit, 1);
  for (let first: u32 = 0; first + 1 < size; first++) {
    addRegion(first, 2);
    addRegion(size + first, 2);
  }
}

/** Adds a region of units with consecutive numbers, no two of which share a cell. */
function addRegion(first: u32, count: u32): void {
  store<u8>(regions, first as u8, REGION_UNITS);
  store<u8>(regions, (count * size) as u8, REGION_CELLS);
  for (let i: u32 = 0; i < count * size; i++)
    store<u8>(cellAt(first, i) * regionBytes + regions, 1, REGION_MASKS);
  regions++;
}

/** Whether a cell is in a region: 1 or 0. @inline */
function isInRegion(cell: u32, region: u32): u32 {
  return load<u8>(cell * regionBytes + region, REGION_MASKS);
}

/** The cells of a cage that are in a region. @inline */
function cellsInside(cage: u32, region: u32): u32 {
  return load<u8>(cage * regionBytes + region, CAGE_INSIDE);
}

/** Derives the sums of all regions. Each region has a lane of 8 bits; few have sums of so few cells. */
function deriveSums(): void {
  if (!regionsAreKnown) makeRegions();
  const zero = i8x16.splat(0);
  const most = i8x16.splat(MAX_DIFFERENT as i8);
  for (let at: u32 = 0; at < regionBytes; at += 16) {
    // innies: cells in no cage, and the part of crossing cages that is inside; what these cages have beyond them, the outies
    let inside = zero;
    let outside = zero;
    let caged = zero;
    for (let cage: u32 = 1; cage < cages; cage++) {
      const length = cageLength(cage);
      const from = cageCells(cage);
      let within = zero;
      for (let i: u32 = 0; i < length; i++)
        within = i8x16.add(within, v128.load(REGION_MASKS + word(from + i) * regionBytes + at));
      v128.store(CAGE_INSIDE + cage * regionBytes + at, within);
      const lengths = i8x16.splat(length as i8);
      caged = i8x16.add(caged, within);
      inside = i8x16.add(inside, v128.andnot(within, i8x16.eq(within, lengths)));
      // of many large cages: the greatest number will do
      outside = i8x16.add_sat_u(outside, v128.andnot(i8x16.sub(lengths, within), i8x16.eq(within, zero)));
    }
    const open = i8x16.sub(v128.load(REGION_CELLS + at), caged);
    inside = i8x16.add(inside, open);
    const areFewInside = v128.andnot(i8x16.le_u(inside, most), i8x16.eq(inside, zero));
    const areFewOutside = v128.andnot(i8x16.le_u(outside, most), i8x16.eq(outside, zero));
    const hasInnies = i8x16.bitmask(areFewInside);
    const hasOuties = i8x16.bitmask(v128.and(areFewOutside, i8x16.eq(open, zero)));
    for (let rest = hasInnies | hasOuties; rest !== 0; rest &= rest - 1) {
      const lane = ctz(rest) as u32;
      if ((hasInnies >> lane) & 1) addInnies(at + lane);
      if ((hasOuties >> lane) & 1) addOuties(at + lane);
    }
  }
}

/** The sum of all cells of a region. */
function sumOfRegion(region: u32): i32 {
  const unitsInside = (load<u8>(region, REGION_CELLS) as u32) / size;
  return (unitsInside * ((size * (size + 1)) >> 1)) as i32;
}

/** @inline */
function cageLength(cage: u32): u32 {
  return load<u16>(cage << 3, CAGES);
}

/** @inline */
function cageSum(cage: u32): i32 {
  return load<u16>((cage << 3) + 2, CAGES);
}

/** Where the cells of a cage begin in the input. @inline */
function cageCells(cage: u32): u32 {
  return load<u32>((cage << 3) + 4, CAGES) + 3;
}

/** The cells of a region whose cages are not entirely inside have what the others leave of its sum. */
function addInnies(region: u32): void {
  let count: u32 = 0;
  let sum = sumOfRegion(region);
  const first = load<u8>(region, REGION_UNITS) as u32;
  const end = load<u8>(region, REGION_CELLS) as u32;
  for (let i: u32 = 0; i < end; i++) {
    const cell = cellAt(first, i);
    const cage = load<u16>(cell << 1, CAGE_OF) as u32;
    const isCaged = cage !== 0 && cellsInside(cage, region) === cageLength(cage);
    // which cages are inside cannot be predicted: there is no branch
    sum -= isCaged && word(cageCells(cage)) === cell ? cageSum(cage) : 0;
    store<u16>(count << 1, cell as u16, DERIVED_CELLS);
    count += isCaged ? 0 : 1;
  }
  addDerived(count, sum);
}

/** The cells outside of a region whose cages are partly inside have what the cages exceed its sum by. */
function addOuties(region: u32): void {
  let count: u32 = 0;
  let sum = -sumOfRegion(region);
  for (let cage: u32 = 1; cage < cages; cage++) {
    const length = cageLength(cage);
    const within = cellsInside(cage, region);
    if (within === 0) continue;
    sum += cageSum(cage);
    if (within === length) continue;
    const from = cageCells(cage);
    for (let i: u32 = 0; i < length; i++) {
      const cell = word(from + i);
      store<u16>(count << 1, cell as u16, DERIVED_CELLS);
      count += 1 - isInRegion(cell, region);
    }
  }
  addDerived(count, sum);
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
