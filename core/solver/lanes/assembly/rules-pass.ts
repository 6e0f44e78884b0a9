// Narrows the cells of ROWS by the rules in the tables: singles of units, pairs of cells that differ, and locked candidates.
import { CELL, LINE, ROWS, UNIONS } from './layout';
import { matchLeftovers } from './leftovers';
import { covered } from './narrow';
import { gatherRegions, lockColumns, lockRows, REGION_CELLS, scatterRegions } from './regions';
import {
  COMMONS,
  commonsEnd,
  IMAGES,
  imagesEnd,
  LOCKS,
  locksEnd,
  MAPS,
  PAIRS,
  pairsEnd,
  UNION_PARTS,
  UNITS,
  unionPartsEnd,
  unitsEnd,
} from './rule-tables';
import { allOnes, allZero, isZero, lessOne, lowBytes, lowNibbles, onlySingle } from './sets';

/** by cell: its set of candidates if it has one, else the empty set */
const SINGLES: usize = memory.data(81 * CELL, 16);

/** Narrows all cells once by the rules in the tables. */
export function rulesPass(): void {
  for (let at = UNITS; at < unitsEnd; at += 18) narrowListed(at);
  if (pairsEnd > PAIRS) {
    readSingles();
    separatePairs();
  }
  readUnions();
  readCommons();
  readImages();
  lockCells();
}

/**
 * The same for rows, columns, and the regions of each lane. Lines are narrowed again as soon as others have lost candidates: this
 * takes much less time than the rest.
 */
export function regionsPass(): void {
  narrowLines(ROWS, LINE, CELL);
  narrowLines(ROWS, CELL, LINE);
  gatherRegions();
  narrowLines(REGION_CELLS, LINE, CELL);
  scatterRegions();
  narrowLines(ROWS, LINE, CELL);
  narrowLines(ROWS, CELL, LINE);
  matchLeftovers();
  lockRows();
  narrowLines(ROWS, LINE, CELL);
  lockColumns();
}

/** Narrows nine lines of nine cells. @param line, step bytes from a line to the next, and from a cell of a line to the next */
function narrowLines(from: usize, line: usize, step: usize): void {
  for (let end = from + 9 * line; from < end; from += line) narrowLine(from, step);
}

/**
 * By lane: a number that shrinks whenever a cell loses a candidate, which shows whether a sweep has changed anything. It is the
 * sum of all sets, read as numbers and reduced by 1; an empty set makes it 65535.
 */
export function sumOfCells(): v128 {
  const ones = allOnes();
  let sum = allZero();
  for (let at = ROWS; at < ROWS + 81 * CELL; at += 9 * CELL) {
    const a = i16x8.add_sat_u(lessOne(v128.load(at), ones), lessOne(v128.load(at, CELL), ones));
    const b = i16x8.add_sat_u(lessOne(v128.load(at, 2 * CELL), ones), lessOne(v128.load(at, 3 * CELL), ones));
    const c = i16x8.add_sat_u(lessOne(v128.load(at, 4 * CELL), ones), lessOne(v128.load(at, 5 * CELL), ones));
    const d = i16x8.add_sat_u(lessOne(v128.load(at, 6 * CELL), ones), lessOne(v128.load(at, 7 * CELL), ones));
    const all = i16x8.add_sat_u(i16x8.add_sat_u(a, b), i16x8.add_sat_u(c, d));
    sum = i16x8.add_sat_u(sum, i16x8.add_sat_u(all, lessOne(v128.load(at, 8 * CELL), ones)));
  }
  return sum;
}

/** Narrows the nine cells of a list. @inline */
function narrowListed(at: usize): void {
  narrowUnit(
    ROWS + (load<u16>(at) as usize),
    ROWS + (load<u16>(at, 2) as usize),
    ROWS + (load<u16>(at, 4) as usize),
    ROWS + (load<u16>(at, 6) as usize),
    ROWS + (load<u16>(at, 8) as usize),
    ROWS + (load<u16>(at, 10) as usize),
    ROWS + (load<u16>(at, 12) as usize),
    ROWS + (load<u16>(at, 14) as usize),
    ROWS + (load<u16>(at, 16) as usize),
  );
}

/** Narrows nine cells that are `step` bytes apart. @inline */
function narrowLine(at: usize, step: usize): void {
  narrowUnit(
    at,
    at + step,
    at + 2 * step,
    at + 3 * step,
    at + 4 * step,
    at + 5 * step,
    at + 6 * step,
    at + 7 * step,
    at + 8 * step,
  );
}

/** Naked and hidden singles of nine cells. Two solved cells with the same digit count as a digit without a place. @inline */
function narrowUnit(
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  e: usize,
  f: usize,
  g: usize,
  h: usize,
  i: usize,
): void {
  const ones = allOnes();
  const zero = allZero();
  const aSingle = onlySingle(v128.load(a), ones);
  const bSingle = onlySingle(v128.load(b), ones);
  const cSingle = onlySingle(v128.load(c), ones);
  const dSingle = onlySingle(v128.load(d), ones);
  const eSingle = onlySingle(v128.load(e), ones);
  const fSingle = onlySingle(v128.load(f), ones);
  const gSingle = onlySingle(v128.load(g), ones);
  const hSingle = onlySingle(v128.load(h), ones);
  const iSingle = onlySingle(v128.load(i), ones);
  let singles = aSingle;
  let repeated = zero;
  repeated = v128.or(repeated, v128.and(singles, bSingle));
  singles = v128.or(singles, bSingle);
  repeated = v128.or(repeated, v128.and(singles, cSingle));
  singles = v128.or(singles, cSingle);
  repeated = v128.or(repeated, v128.and(singles, dSingle));
  singles = v128.or(singles, dSingle);
  repeated = v128.or(repeated, v128.and(singles, eSingle));
  singles = v128.or(singles, eSingle);
  repeated = v128.or(repeated, v128.and(singles, fSingle));
  singles = v128.or(singles, fSingle);
  repeated = v128.or(repeated, v128.and(singles, gSingle));
  singles = v128.or(singles, gSingle);
  repeated = v128.or(repeated, v128.and(singles, hSingle));
  singles = v128.or(singles, hSingle);
  repeated = v128.or(repeated, v128.and(singles, iSingle));
  singles = v128.or(singles, iSingle);
  let once = v128.andnot(v128.load(a), singles);
  let twice = zero;
  const bOpen = v128.andnot(v128.load(b), singles);
  twice = v128.or(twice, v128.and(once, bOpen));
  once = v128.or(once, bOpen);
  const cOpen = v128.andnot(v128.load(c), singles);
  twice = v128.or(twice, v128.and(once, cOpen));
  once = v128.or(once, cOpen);
  const dOpen = v128.andnot(v128.load(d), singles);
  twice = v128.or(twice, v128.and(once, dOpen));
  once = v128.or(once, dOpen);
  const eOpen = v128.andnot(v128.load(e), singles);
  twice = v128.or(twice, v128.and(once, eOpen));
  once = v128.or(once, eOpen);
  const fOpen = v128.andnot(v128.load(f), singles);
  twice = v128.or(twice, v128.and(once, fOpen));
  once = v128.or(once, fOpen);
  const gOpen = v128.andnot(v128.load(g), singles);
  twice = v128.or(twice, v128.and(once, gOpen));
  once = v128.or(once, gOpen);
  const hOpen = v128.andnot(v128.load(h), singles);
  twice = v128.or(twice, v128.and(once, hOpen));
  once = v128.or(once, hOpen);
  const iOpen = v128.andnot(v128.load(i), singles);
  twice = v128.or(twice, v128.and(once, iOpen));
  once = v128.or(once, iOpen);
  v128.store(covered, v128.and(v128.load(covered), v128.andnot(v128.or(once, singles), repeated)));
  const hidden = v128.andnot(once, twice);
  keep(a, aSingle, singles, hidden, zero);
  keep(b, bSingle, singles, hidden, zero);
  keep(c, cSingle, singles, hidden, zero);
  keep(d, dSingle, singles, hidden, zero);
  keep(e, eSingle, singles, hidden, zero);
  keep(f, fSingle, singles, hidden, zero);
  keep(g, gSingle, singles, hidden, zero);
  keep(h, hSingle, singles, hidden, zero);
  keep(i, iSingle, singles, hidden, zero);
}

/** Narrows a cell of a unit with these singles and hidden singles. @inline */
function keep(cell: usize, single: v128, singles: v128, hidden: v128, zero: v128): void {
  const old = v128.load(cell);
  const own = v128.and(old, hidden);
  const set = v128.or(v128.andnot(old, singles), single);
  v128.store(cell, v128.and(set, v128.or(own, isZero(own, zero))));
}

function readSingles(): void {
  const ones = allOnes();
  for (let at: usize = 0; at < 81 * CELL; at += CELL)
    v128.store(at, onlySingle(v128.load(at, ROWS), ones), SINGLES);
}

/** Removes from each cell the digits of solved cells that it must differ from. @inline */
function separatePairs(): void {
  for (let at = PAIRS; at < pairsEnd; ) {
    const cell: usize = load<u16>(at);
    const end = at + 4 + ((load<u16>(at, 2) as usize) << 3);
    let taken = allZero();
    for (at += 4; at < end; at += 8) {
      taken = v128.or(
        taken,
        v128.or(v128.or(single(at, 0), single(at, 2)), v128.or(single(at, 4), single(at, 6))),
      );
    }
    v128.store(cell, v128.andnot(v128.load(cell, ROWS), taken), ROWS);
  }
}

/** @inline */
function single(at: usize, i: usize): v128 {
  return v128.load(load<u16>(at + i), SINGLES);
}

function readUnions(): void {
  for (let at = UNION_PARTS, to = UNIONS; at < unionPartsEnd; at += 16, to += 4 * CELL) {
    v128.store(to, v128.or(setOf(at, 0), setOf(at, 2)));
    v128.store(to, v128.or(setOf(at, 4), setOf(at, 6)), CELL);
    v128.store(to, v128.or(setOf(at, 8), setOf(at, 10)), 2 * CELL);
    v128.store(to, v128.or(setOf(at, 12), setOf(at, 14)), 3 * CELL);
  }
}

/** Removes from each cell the digits that one of its unions cannot have. @inline */
function lockCells(): void {
  keepCommon(LOCKS, locksEnd, true);
}

function readCommons(): void {
  keepCommon(COMMONS, commonsEnd, false);
}

/** Stores the common digits of the sets of each entry. @param narrows whether to remove the others from what is stored @inline */
function keepCommon(from: usize, to: usize, narrows: bool): void {
  for (let at = from; at < to; ) {
    const cell: usize = load<u16>(at);
    const end = at + 4 + ((load<u16>(at, 2) as usize) << 3);
    let kept = narrows ? v128.load(cell, ROWS) : allOnes();
    for (at += 4; at < end; at += 8) {
      kept = v128.and(
        kept,
        v128.and(v128.and(setOf(at, 0), setOf(at, 2)), v128.and(setOf(at, 4), setOf(at, 6))),
      );
    }
    v128.store(cell, kept, ROWS);
  }
}

/** Maps sets, two at a time, digits as bits of bytes: `lookUp` finds the images of four digits in a vector. @inline */
function readImages(): void {
  for (let at = IMAGES; at < imagesEnd; at += 8) {
    const a = setOf(at, 0);
    const b = setOf(at, 2);
    const to: usize = ROWS + (load<u16>(at, 4) as usize);
    const map: usize = MAPS + (load<u16>(at, 6) as usize);
    const bytes = lowBytes(a, b);
    const low = lowNibbles(bytes);
    const high = lowNibbles(i16x8.shr_u(bytes, 4));
    const nine = i8x16.narrow_i16x8_u(i16x8.shr_u(a, 8), i16x8.shr_u(b, 8));
    const lows = lookUp(map, low, high, nine);
    const nines = lookUp(map + 48, low, high, nine);
    const turned = v128.load(map, 96);
    const first = i8x16.shuffle(lows, nines, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const second = i8x16.shuffle(lows, nines, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    v128.store(to, v128.xor(first, turned));
    v128.store(to, v128.xor(second, turned), CELL);
  }
}

/** @inline */
function lookUp(map: usize, low: v128, high: v128, nine: v128): v128 {
  return v128.or(
    v128.or(i8x16.swizzle(v128.load(map), low), i8x16.swizzle(v128.load(map, 16), high)),
    i8x16.swizzle(v128.load(map, 32), nine),
  );
}

/** @inline */
function setOf(at: usize, i: usize): v128 {
  return v128.load(load<u16>(at + i), ROWS);
}
