// Writes the rules of a 9x9 grid as tables for the kernel: units, pairs of cells that differ, and locked candidates.
import { MAX_LOCK_WORDS } from '../../kernel/constants.ts';
import type { Geometry } from '../geometry.ts';
import { impliedUnits } from './implied-units.ts';

const CELLS = 81;
/** Bytes of a cell in the kernel: eight lanes of 16 bits. Tables hold cells as byte offsets. */
const CELL = 16;

/** The cell behind the last one. */
const NO_CELL = CELLS;

/** What the kernel reads; assembly/rule-tables.ts describes the lists. */
export interface RuleTables {
  /** whether the grid has boxes; the kernel narrows these by bands and stacks */
  readonly hasBoxes: boolean;
  /** by cell: a bit for each cell that must differ from it, in two words of 64 bits */
  readonly peers: BigUint64Array;
  readonly units: Uint16Array;
  readonly pairs: Uint16Array;
  readonly locks: Uint16Array;
}

/** Most units, including rows and columns; assembly/rule-tables.ts has memory for them. */
const MAX_TABLE_UNITS = 60;

/**
 * Most cells of a set of locked candidates: the cells of a unit that a cell outside it does not see. Larger sets make sweeps slow,
 * and spare enough guesses to pay for it only where diagonals combine with other rules, or regions replace boxes.
 */
const MAX_LOCKED = 4;
const MAX_LOCKED_OTHERWISE = 6;

const known = new WeakMap<Geometry['units'], { pairs: Geometry['pairs']; tables: RuleTables }>();

/** The tables of a geometry. They are kept and returned again for copies of the geometry with the same units and pairs. */
export function ruleTables({ units, pairs, regions }: Geometry): RuleTables {
  const kept = known.get(units);
  if (kept?.pairs === pairs) return kept.tables;
  const tables = makeTables(units, pairs, regions === undefined);
  known.set(units, { pairs, tables });
  return tables;
}

function makeTables(given: Geometry['units'], pairs: Geometry['pairs'], hasBoxes: boolean): RuleTables {
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
    locks: lockList(units, sees, hasBoxes ? matrixOf(units.slice(0, 27)) : undefined),
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
  const words: number[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    const others: number[] = [];
    for (let other = 0; other < CELLS; other++) {
      if (sees[cell * CELLS + other] && !byUnits[cell * CELLS + other]) others.push(other);
    }
    if (others.length === 0) continue;
    while (others.length % 4 !== 0) others.push(NO_CELL);
    words.push(cell * CELL, others.length / 4, ...others.map((other) => other * CELL));
  }
  return Uint16Array.from(words);
}

const isFallingDiagonal = (unit: Uint16Array) => unit.every((cell) => cell % 10 === 0);

/**
 * Locked candidates. For each unit and each cell outside it (the target): the cells of the unit that the target does not see.
 * The target keeps only digits that one of these cells can have, because any other digit would have no place in the unit.
 * @param byBands matrix of the peers by rows, columns and boxes, whose locked candidates the passes over bands and stacks
 *   already find; undefined without boxes
 */
function lockList(
  units: readonly Uint16Array[],
  sees: Uint8Array,
  byBands: Uint8Array | undefined,
): Uint16Array {
  const isSimple = byBands !== undefined && !units.some(isFallingDiagonal);
  const most = isSimple ? MAX_LOCKED : MAX_LOCKED_OTHERWISE;
  const locks = new Map<string, { cells: number[]; targets: Set<number> }>();
  for (const [i, unit] of units.entries()) {
    for (let target = 0; target < CELLS; target++) {
      const row = target * CELLS;
      let unseen = 0;
      for (const cell of unit) unseen += 1 - sees[row + cell]!;
      if (unseen > most || unit.includes(target)) continue;
      if (byBands && i < 27 && unit.every((cell) => sees[row + cell] === byBands[row + cell])) continue;
      const cells = Array.from(unit).filter((cell) => !sees[row + cell]);
      const key = cells.join();
      const lock = locks.get(key) ?? { cells, targets: new Set() };
      lock.targets.add(target);
      locks.set(key, lock);
    }
  }
  const words: number[] = [];
  for (const { cells, targets } of [...locks.values()].sort((a, b) => a.cells.length - b.cells.length)) {
    if (cells.length % 2 === 1) cells.push(cells[0]!);
    // those with most cells come last, and find least
    if (words.length + 2 + cells.length + targets.size > MAX_LOCK_WORDS) break;
    words.push(cells.length / 2, targets.size, ...[...cells, ...targets].map((cell) => cell * CELL));
  }
  return Uint16Array.from(words);
}
