// Rules of a puzzle beside its units, and their form for the kernel.
import { MAX_SIZE } from './../kernel/constants.ts';
import type { Geometry } from './geometry.ts';

/** Which digits two cells may have together. */
export interface Relation {
  /** Relations of the same name are the same. */
  readonly name: string;
  /** Whether the first cell may have `a` while the second has `b`. */
  allows(a: number, b: number): boolean;
}

/** Two cells whose digits have a relation. */
export interface Pair {
  readonly cells: readonly [number, number];
  readonly relation: Relation;
}

/** Cells with different digits that add up to `sum`, or that are consecutive in any order. */
export interface Group {
  readonly cells: readonly number[];
  readonly sum?: number;
  readonly consecutive?: boolean;
}

/** Cells whose digits add up to `sum`, after those of others are subtracted. */
export interface Sum {
  readonly plus: readonly number[];
  readonly minus: readonly number[];
  readonly sum: number;
}

/** The rules of a puzzle beside its units. */
export interface Rules {
  readonly pairs: readonly Pair[];
  readonly groups: readonly Group[];
  readonly sums: readonly Sum[];
}

export const DIFFERENT: Relation = { name: 'different', allows: (a, b) => a !== b };

/** Rules as tables of the kernel; see assembly/memory.ts. */
export interface RuleTables {
  readonly relations: BigUint64Array;
  readonly pairStarts: Uint32Array;
  readonly pairs: Uint32Array;
  readonly rules: Uint32Array;
  readonly ruleCells: Uint16Array;
  readonly cellRuleStarts: Uint32Array;
  readonly cellRules: Uint16Array;
}

/** Digits of a relation's entry in the kernel's table. */
const ENTRY = 64;
const SETS_RULE = 0;
const SUM_RULE = 1;
const MINUS = 1 << 15;

/** Grids up to this size have a table of all sets of digits. */
const MAX_SETS_SIZE = 16;

/** All sets of digits of a size, by their number and sum; then those of consecutive digits, by their number. */
export interface SetTable {
  readonly sets: BigUint64Array;
  sums(count: number, sum: number): readonly [number, number];
  consecutive(count: number): readonly [number, number];
}

const tables = new Map<number, SetTable>();

export function setTable(size: number): SetTable {
  let found = tables.get(size);
  if (!found) {
    found = makeSetTable(size);
    tables.set(size, found);
  }
  return found;
}

function makeSetTable(size: number): SetTable {
  const most = (size * (size + 1)) / 2;
  const key = (count: number, sum: number) => count * (most + 1) + sum;
  const starts = new Uint32Array((size + 1) * (most + 1) + 2);
  const all = size <= MAX_SETS_SIZE ? 1 << size : 0;
  const keys = new Uint32Array(all);
  for (let set = 1; set < all; set++) {
    // the set without its lowest digit is known
    const rest = set & (set - 1);
    const before = keys[rest]!;
    keys[set] = before + key(1, 32 - Math.clz32(set ^ rest));
  }
  for (let set = 0; set < all; set++) starts[keys[set]! + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const windows: bigint[] = [];
  const firstWindow = new Uint32Array(size + 2);
  for (let count = 1; count <= size; count++) {
    firstWindow[count] = all + windows.length;
    for (let low = 0; low + count <= size; low++) windows.push(((1n << BigInt(count)) - 1n) << BigInt(low));
  }
  firstWindow[size + 1] = all + windows.length;
  const sets = new BigUint64Array(all + windows.length);
  const next = starts.slice();
  for (let set = 0; set < all; set++) sets[next[keys[set]!]!++] = BigInt(set);
  sets.set(windows, all);
  return {
    sets,
    sums: (count, sum) => (sum < 0 || sum > most ? [0, 0] : [starts[key(count, sum)]!, starts[key(count, sum) + 1]!]),
    consecutive: (count) => [firstWindow[count]!, firstWindow[count + 1]!],
  };
}

/** Whether two cells share a unit, by their numbers. */
const seeing = new WeakMap<Geometry, Uint8Array>();

function seen(geometry: Geometry): Uint8Array {
  let found = seeing.get(geometry);
  if (!found) {
    const { cells, units } = geometry;
    found = new Uint8Array(cells * cells);
    for (const unit of units) for (const a of unit) for (const b of unit) found[a * cells + b] = 1;
    seeing.set(geometry, found);
  }
  return found;
}

export function ruleTables(geometry: Geometry, rules: Rules): RuleTables {
  const { size, cells } = geometry;
  const numbers = new Map<string, number>();
  const relations: bigint[] = [];
  const entries: [cell: number, other: number, relation: number][] = [];
  const relationNumber = (name: string, allows: (a: number, b: number) => boolean) => {
    let number = numbers.get(name);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(name, number);
      for (let a = 1; a <= ENTRY; a++) {
        let set = 0n;
        if (a <= size) for (let b = 1; b <= size; b++) if (allows(a, b)) set |= 1n << BigInt(b - 1);
        relations.push(set);
      }
    }
    return number;
  };
  const addPair = (a: number, b: number, { name, allows }: Relation) => {
    entries.push([a, b, relationNumber(name, allows)]);
    entries.push([b, a, relationNumber(`${name} reversed`, (x, y) => allows(y, x))]);
  };
  const visible = seen(geometry);
  for (const { cells: [a, b], relation } of rules.pairs) addPair(a, b, relation);
  for (const { cells: members } of rules.groups) {
    for (const [i, a] of members.entries()) {
      for (const b of members.slice(i + 1)) if (!visible[a * cells + b]) addPair(a, b, DIFFERENT);
    }
  }
  const pairStarts = new Uint32Array(cells + 1);
  for (const [cell] of entries) pairStarts[cell + 1]!++;
  for (let cell = 0; cell < cells; cell++) pairStarts[cell + 1]! += pairStarts[cell]!;
  const pairs = new Uint32Array(entries.length);
  const nextPair = pairStarts.slice();
  for (const [cell, other, relation] of entries) pairs[nextPair[cell]!++] = (other << 8) | relation;

  const words: number[] = [];
  const ruleCells: number[] = [];
  const ofCells: number[][] = Array.from({ length: cells }, () => []);
  const addRule = (kind: number, members: readonly number[], a: number, b: number) => {
    const rule = words.length / 4;
    words.push(kind | (members.length << 8), ruleCells.length, a, b);
    for (const member of members) {
      ruleCells.push(member);
      ofCells[member & ~MINUS]!.push(rule);
    }
  };
  const { sums, consecutive } = setTable(size);
  for (const group of rules.groups) {
    const { cells: members, sum } = group;
    if (group.consecutive) addRule(SETS_RULE, members, ...consecutive(members.length));
    if (sum === undefined) continue;
    if (size <= MAX_SETS_SIZE) addRule(SETS_RULE, members, ...sums(members.length, sum));
    else addRule(SUM_RULE, members, sum, 0);
  }
  for (const derived of derivedSums(geometry, rules.groups)) {
    if (derived.minus.length === 0 && size <= MAX_SETS_SIZE && derived.plus.every((a, i) => derived.plus.every((b, j) => i >= j || visible[a * cells + b]))) {
      addRule(SETS_RULE, derived.plus, ...sums(derived.plus.length, derived.sum));
    } else if (derived.plus.length + derived.minus.length <= 4) addRule(SUM_RULE, [...derived.plus, ...derived.minus.map((cell) => cell | MINUS)], derived.sum, 0);
  }
  for (const { plus, minus, sum } of rules.sums) {
    addRule(SUM_RULE, [...plus, ...minus.map((cell) => cell | MINUS)], sum, 0);
  }
  const cellRuleStarts = new Uint32Array(cells + 1);
  for (let cell = 0; cell < cells; cell++) cellRuleStarts[cell + 1] = cellRuleStarts[cell]! + ofCells[cell]!.length;
  return {
    relations: BigUint64Array.from(relations),
    pairStarts,
    pairs,
    rules: Uint32Array.from(words),
    ruleCells: Uint16Array.from(ruleCells),
    cellRuleStarts,
    cellRules: Uint16Array.from(ofCells.flat()),
  };
}
void MAX_SIZE;

/** Most cells of a sum that is derived. */
const MAX_DERIVED = 6;

/**
 * Sums that follow from cages and units: the cells of some units that are in no cage within them, or the cells outside of them of
 * the cages that cross their border.
 */
function derivedSums(geometry: Geometry, groups: readonly Group[]): Sum[] {
  const { size, cells, units } = geometry;
  const cageOf = new Int16Array(cells).fill(-1);
  for (const [i, { cells: members, sum }] of groups.entries()) if (sum !== undefined) for (const cell of members) cageOf[cell] = i;
  const total = (size * (size + 1)) / 2;
  const found: Sum[] = [];
  const known = new Set<string>();
  const inside = new Uint8Array(groups.length);
  const isIn = new Uint8Array(cells);
  const region = (members: readonly Uint16Array[]) => {
    inside.fill(0);
    const open: number[] = [];
    const crossing = new Set<number>();
    let sum = members.length * total;
    for (const unit of members) for (const cell of unit) {
      isIn[cell] = 1;
      const cage = cageOf[cell]!;
      if (cage < 0) open.push(cell);
      else if (++inside[cage]! === groups[cage]!.cells.length) {
        sum -= groups[cage]!.sum!;
        crossing.delete(cage);
      } else crossing.add(cage);
    }
    const plus = open;
    const minus: number[] = [];
    const all = open.slice();
    let outSum = sum;
    const outs: number[] = [];
    for (const cage of crossing) {
      const { cells: of, sum: cageSum } = groups[cage]!;
      const ins = of.filter((cell) => isIn[cell]);
      const out = of.filter((cell) => !isIn[cell]);
      all.push(...ins);
      outs.push(...out);
      outSum -= cageSum!;
    }
    for (const unit of members) for (const cell of unit) isIn[cell] = 0;
    add(all, [], sum);
    if (open.length === 0) add(outs, [], -outSum);
    void plus; void minus;
  };
  const add = (plus: number[], minus: number[], sum: number) => {
    if (plus.length === 0 || plus.length > MAX_DERIVED) return;
    plus.sort((a, b) => a - b);
    const key = `${plus} ${minus}`;
    if (known.has(key)) return;
    known.add(key);
    found.push({ plus, minus, sum });
  };
  for (const unit of units) region([unit]);
  for (let count = 2; count <= 4; count++) {
    for (let first = 0; first + count <= size; first++) {
      region(units.slice(first, first + count));
      region(units.slice(size + first, size + first + count));
    }
  }
  return found;
}
