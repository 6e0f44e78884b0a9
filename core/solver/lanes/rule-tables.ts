// The rules of a grid as tables for the kernel: units, pairs of cells that differ or have another relation, and locked candidates.
import { FIRST_UNION, MAX_UNIONS } from '../../kernel/constants.ts';
import { impliedUnits } from '../model/derived-units.ts';
import type { Geometry } from '../model/geometry.ts';
import { DIFFERENT } from '../model/rules.ts';
import { isOfVariant, relatedSets } from './related.ts';

const CELLS = 81;

/** Bytes of a cell in the kernel: eight lanes of 16 bits. Tables hold cells as byte offsets. */
const CELL = 16;

/** What the kernel reads; assembly/rule-tables.ts describes the lists. */
export interface RuleTables {
  /** whether the grid has boxes; the kernel narrows these by bands and stacks */
  readonly hasBoxes: boolean;
  /** by cell: a bit for each cell that must differ from it, in two words of 64 bits */
  readonly peers: BigUint64Array;
  readonly units: Uint16Array;
  readonly pairs: Uint16Array;
  readonly unions: Uint16Array;
  readonly locks: Uint16Array;
  readonly commons: Uint16Array;
  readonly images: Uint16Array;
  readonly maps: Uint8Array;
  /** by cell: a bit for each cell that it has a relation with, in two words of 64 bits */
  readonly related: BigUint64Array;
}

/** Most units, including rows and columns; assembly/rule-tables.ts has memory for them. */
const MAX_TABLE_UNITS = 60;

/**
 * Most cells of a set of locked candidates: the cells of a unit that a cell outside it does not see. Larger sets make sweeps slow,
 * and spare enough guesses to pay for it only where diagonals combine with other rules, or regions replace boxes.
 */
const MAX_LOCKED = 4;
const MAX_LOCKED_OTHERWISE = 6;

const known = new WeakMap<Geometry['units'], RuleTables>();

/** The tables of a geometry. They are kept: puzzles with rules of their own share the units of their grid. */
export function ruleTables({ units, pairs, regions }: Geometry): RuleTables {
  let tables = known.get(units);
  if (!tables) {
    tables = makeTables(
      units,
      pairs.filter(({ relation }) => relation === DIFFERENT),
      pairs.filter(isOfVariant),
      regions === undefined,
    );
    known.set(units, tables);
  }
  return tables;
}

function makeTables(
  given: Geometry['units'],
  pairs: Geometry['pairs'],
  related: Geometry['pairs'],
  hasBoxes: boolean,
): RuleTables {
  const units = [...given, ...impliedUnits(given, MAX_TABLE_UNITS)];
  const byUnits = matrixOf(units);
  const sees = withPairs(byUnits, pairs);
  return {
    hasBoxes,
    // givens that only an implied unit forbids are valid, and have no solution
    peers: boardsOf(withPairs(matrixOf(given), pairs)),
    units: Uint16Array.from(
      units.slice(hasBoxes ? 27 : 0).flatMap((unit) => Array.from(unit, (cell) => cell * CELL)),
    ),
    pairs: pairList(sees, byUnits),
    ...lockLists(units, sees, related, hasBoxes ? matrixOf(units.slice(0, 27)) : undefined),
    related: boardsOf(withPairs(new Uint8Array(CELLS * CELLS), related)),
  };
}

/** By cell and other cell: 1 if a unit has both. */
function matrixOf(units: readonly Uint16Array[]): Uint8Array {
  const shares = new Uint8Array(CELLS * CELLS);
  for (const unit of units) {
    for (const cell of unit) for (const other of unit) if (other !== cell) shares[cell * CELLS + other] = 1;
  }
  return shares;
}

function withPairs(matrix: Uint8Array, pairs: Geometry['pairs']): Uint8Array {
  const sees = matrix.slice();
  for (const { cells } of pairs) {
    const [a, b] = cells;
    sees[a * CELLS + b] = sees[b * CELLS + a] = 1;
  }
  return sees;
}

function boardsOf(sees: Uint8Array): BigUint64Array {
  const boards = new BigUint64Array(2 * CELLS);
  for (const [i, isSeen] of sees.entries()) {
    if (!isSeen) continue;
    const [cell, other] = [Math.floor(i / CELLS), i % CELLS];
    boards[2 * cell + (other >> 6)]! |= 1n << BigInt(other & 63);
  }
  return boards;
}

/** Of each cell: those that differ from it although they share no unit with it. */
function pairList(sees: Uint8Array, byUnits: Uint8Array): Uint16Array {
  const others = Array.from({ length: CELLS }, (): number[] => []);
  for (let i = 0; i < CELLS * CELLS; i++) {
    if (sees[i] && !byUnits[i]) others[Math.floor(i / CELLS)]!.push(i % CELLS);
  }
  return listsOf(others);
}

/** By cell that has a list: the cell, the length of the list in fours, and the list, whose last number is repeated. */
function listsOf(lists: readonly (readonly number[])[]): Uint16Array {
  const words = lists.flatMap((list, cell) => {
    const fours = Math.ceil(list.length / 4);
    const numbers = Array.from({ length: 4 * fours }, (_, i) => list[i] ?? list.at(-1)!);
    return fours === 0 ? [] : [cell * CELL, fours, ...numbers.map((number) => number * CELL)];
  });
  return Uint16Array.from(words);
}

const isFallingDiagonal = (unit: Uint16Array) => unit.every((cell) => cell % 10 === 0);

/**
 * Locked candidates. For each unit and each cell outside it (the target): the cells of the unit that the target does not see.
 * The target keeps only digits that one of these cells can have, because any other digit would have no place in the unit.
 * @param byBands matrix of the peers by rows, columns and boxes, whose locked candidates the passes over bands and stacks
 *   already find; undefined without boxes
 */
function lockLists(
  units: readonly Uint16Array[],
  sees: Uint8Array,
  related: Geometry['pairs'],
  byBands: Uint8Array | undefined,
): Omit<RuleTables, 'hasBoxes' | 'peers' | 'units' | 'pairs' | 'related'> {
  const isSimple = byBands !== undefined && !units.some(isFallingDiagonal);
  const most = isSimple ? MAX_LOCKED : MAX_LOCKED_OTHERWISE;
  const parts: number[] = [];
  /** by set of cells */
  const unions = new Map<string, number>();
  /** by target */
  const locks = Array.from({ length: CELLS }, () => new Set<number>());
  for (const [i, unit] of units.entries()) {
    const unseen = new Map<number, number[]>();
    for (let target = 0; target < CELLS; target++) {
      const row = target * CELLS;
      const cells = Array.from(unit).filter((cell) => !sees[row + cell]);
      if (cells.length === 0 || cells.length > most || unit.includes(target)) continue;
      if (byBands && i < 27 && unit.every((cell) => sees[row + cell] === byBands[row + cell])) continue;
      unseen.set(target, cells);
    }
    addUnions([...unseen.values()], parts, unions);
    for (const [target, cells] of unseen) {
      const union = unions.get(cells.join());
      if (union !== undefined) locks[target]!.add(union);
    }
  }
  const sets = relatedSets(units, related, (cells) => {
    addUnions(cells, parts, unions);
    return cells.map((each) => unions.get(each.join()));
  });
  for (const [target, own] of sets.locks.entries()) for (const set of own) locks[target]!.add(set);
  while (parts.length % 8 !== 0) parts.push(0);
  return {
    unions: Uint16Array.from(parts, (part) => part * CELL),
    locks: listsOf(locks.map((own) => [...own])),
    commons: listsOf(sets.commons),
    images: Uint16Array.from(sets.images),
    maps: Uint8Array.from(sets.maps.flat()),
  };
}

/**
 * Makes sets of cells from unions of two parts each, as long as there is room for them. Parts that most sets have in common are
 * joined first.
 * @param parts the parts of all unions, to which those of new ones are added
 * @param known by set of cells: the union, or the only cell
 */
function addUnions(sets: readonly (readonly number[])[], parts: number[], known: Map<string, number>): void {
  const left = new Map<string, Set<number>>();
  for (const cells of sets) if (!known.has(cells.join())) left.set(cells.join(), new Set(cells));
  for (;;) {
    const [a, b] = commonPair([...left.values()]);
    if (a === undefined || b === undefined || parts.length === 2 * MAX_UNIONS) break;
    const union = FIRST_UNION + parts.length / 2;
    parts.push(a, b);
    for (const set of left.values()) {
      if (!set.has(a) || !set.has(b)) continue;
      set.delete(a);
      set.delete(b);
      set.add(union);
    }
  }
  for (const [key, [union, ...more]] of left) if (more.length === 0) known.set(key, union!);
}

/** The two numbers that most sets have in common, if any has two. */
function commonPair(sets: readonly ReadonlySet<number>[]): readonly number[] {
  const counts = new Map<number, number>();
  let most = 0;
  let best: number[] = [];
  for (const set of sets) {
    const numbers = [...set];
    for (const [i, a] of numbers.entries()) {
      for (const b of numbers.slice(i + 1)) {
        const pair = a * (FIRST_UNION + MAX_UNIONS) + b;
        const count = (counts.get(pair) ?? 0) + 1;
        counts.set(pair, count);
        if (count > most) [most, best] = [count, [a, b]];
      }
    }
  }
  return best;
}
