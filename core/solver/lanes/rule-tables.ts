// The rules of a 9x9 grid as the tables that the kernel's sweep reads.
import { MAX_LOCK_WORDS } from '../../kernel/constants.ts';
import type { Geometry } from '../geometry.ts';

const CELLS = 81;
/** Bytes of a cell in the kernel: eight lanes of 16 bits. */
const CELL = 16;

/** The cell behind the last one. */
const NO_CELL = CELLS;

/** What the kernel reads; assembly/rule-tables.ts describes the lists. */
export interface RuleTables {
  /** whether the boxes are units, which the kernel narrows by bands and stacks */
  readonly hasBoxes: boolean;
  /** by cell: a bit for each cell that must differ from it, in two words of 64 bits */
  readonly peers: BigUint64Array;
  readonly units: Uint16Array;
  readonly pairs: Uint16Array;
  readonly locks: Uint16Array;
}

/** Locked candidates of a unit are looked for if at most so many of its cells are out of sight of a cell. */
const MAX_LOCKED = 6;

const known = new WeakMap<Geometry['units'], { pairs: Geometry['pairs']; tables: RuleTables }>();

/** The tables of a geometry, kept for its copies. */
export function ruleTables({ units, pairs, regions }: Geometry): RuleTables {
  const kept = known.get(units);
  if (kept?.pairs === pairs) return kept.tables;
  const tables = makeTables(units, pairs, regions === undefined);
  known.set(units, { pairs, tables });
  return tables;
}

function makeTables(units: Geometry['units'], pairs: Geometry['pairs'], hasBoxes: boolean): RuleTables {
  const usual = peersIn(units.slice(0, 27));
  const byUnits = peersIn(units);
  const peers = byUnits.map((set) => new Set(set));
  for (const {
    cells: [a, b],
  } of pairs) {
    peers[a]!.add(b);
    peers[b]!.add(a);
  }
  const boards = new BigUint64Array(2 * CELLS);
  for (const [cell, others] of peers.entries())
    for (const other of others) boards[2 * cell + (other >> 6)]! |= 1n << BigInt(other & 63);
  return {
    hasBoxes,
    peers: boards,
    units: Uint16Array.from(
      units.slice(hasBoxes ? 27 : 0).flatMap((unit) => Array.from(unit, (cell) => cell * CELL)),
    ),
    pairs: pairList(peers, byUnits),
    locks: lockList(units, peers, hasBoxes ? usual : undefined),
  };
}

/** The other cells of each cell's units. */
function peersIn(units: readonly Uint16Array[]): Set<number>[] {
  const peers = Array.from({ length: CELLS }, () => new Set<number>());
  for (const unit of units)
    for (const cell of unit) for (const other of unit) if (other !== cell) peers[cell]!.add(other);
  return peers;
}

/** Of each cell: those that differ from it although they share no unit with it. */
function pairList(peers: readonly Set<number>[], byUnits: readonly Set<number>[]): Uint16Array {
  const words: number[] = [];
  for (const [cell, all] of peers.entries()) {
    const others = [...all].filter((other) => !byUnits[cell]!.has(other));
    if (others.length === 0) continue;
    while (others.length % 4 !== 0) others.push(NO_CELL);
    words.push(cell * CELL, others.length / 4, ...others.map((other) => other * CELL));
  }
  return Uint16Array.from(words);
}

/**
 * Of each unit and each cell outside it: the cells of the unit that it does not see. They have the unit's digits that the cell
 * can have.
 * @param byBands peers of which bands and stacks see to the locked candidates
 */
function lockList(
  units: readonly Uint16Array[],
  peers: readonly Set<number>[],
  byBands: readonly Set<number>[] | undefined,
): Uint16Array {
  const locks = new Map<string, { cells: number[]; targets: Set<number> }>();
  for (const [i, unit] of units.entries()) {
    for (const [target, seen] of peers.entries()) {
      if (unit.includes(target)) continue;
      const cells = Array.from(unit).filter((cell) => !seen.has(cell));
      if (cells.length > MAX_LOCKED) continue;
      if (byBands && i < 27 && unit.every((cell) => seen.has(cell) === byBands[target]!.has(cell))) continue;
      const key = cells.join();
      const lock = locks.get(key) ?? { cells, targets: new Set() };
      lock.targets.add(target);
      locks.set(key, lock);
    }
  }
  const words: number[] = [];
  for (const { cells, targets } of [...locks.values()].sort((a, b) => a.cells.length - b.cells.length)) {
    if (cells.length % 2 === 1) cells.push(cells[0]!);
    // a solver can do without the last ones
    if (words.length + 2 + cells.length + targets.size > MAX_LOCK_WORDS) break;
    words.push(cells.length / 2, targets.size, ...[...cells, ...targets].map((cell) => cell * CELL));
  }
  return Uint16Array.from(words);
}
