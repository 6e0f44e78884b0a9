import type { Geometry } from '../../../../core/solver/model/geometry.ts';

/** Neighbours of a geometry's cells, for propagation. */
export interface Tables {
  readonly geometry: Geometry;
  /** bit d - 1 set for each digit d of the size; sizes up to 32 fit */
  readonly all: number;
  /** the other cells of each cell's units, without repeats */
  readonly peers: readonly Uint16Array[];
  /** of each cell: the cells that it is related to by pairs, and the digits that they may have beside each digit of this one */
  readonly related: readonly { readonly other: number; readonly allowed: Int32Array }[][];
}

const known = new Map<Geometry, Tables>();

export function tablesOf(geometry: Geometry): Tables {
  let tables = known.get(geometry);
  if (!tables) {
    const peers = Array.from({ length: geometry.cells }, () => new Set<number>());
    for (const unit of geometry.units) {
      for (const a of unit) for (const b of unit) if (a !== b) peers[a]!.add(b);
    }
    const related: Tables['related'][number][] = peers.map(() => []);
    for (const {
      cells: [a, b],
      relation,
    } of geometry.pairs) {
      related[a]!.push({ other: b, allowed: allowedBeside(geometry.size, (x, y) => relation.allows(x, y)) });
      related[b]!.push({ other: a, allowed: allowedBeside(geometry.size, (x, y) => relation.allows(y, x)) });
    }
    tables = {
      related,
      geometry,
      all: geometry.size === 32 ? -1 : (1 << geometry.size) - 1,
      peers: peers.map((set) => Uint16Array.from(set)),
    };
    known.set(geometry, tables);
  }
  return tables;
}

/** By digit: bit d - 1 for each digit d that may stand beside it. */
function allowedBeside(size: number, allows: (a: number, b: number) => boolean): Int32Array {
  const sets = new Int32Array(size + 1);
  for (let a = 1; a <= size; a++) for (let b = 1; b <= size; b++) if (allows(a, b)) sets[a]! |= 1 << (b - 1);
  return sets;
}

/** Reused by {@link propagate}: solved cells whose peers have not lost the digit yet. */
const queue = new Uint16Array(36 * 36);

/**
 * Naked singles and hidden singles until neither finds more.
 *
 * @param candidates one bit set a cell, narrowed in place
 * @param propagated 1 for solved cells whose peers have lost the digit; updated in place
 * @returns false on a contradiction: a cell without candidate or a unit without a place for a digit
 */
export function propagate(tables: Tables, candidates: Int32Array, propagated: Uint8Array): boolean {
  for (;;) {
    if (!nakedSingles(tables, candidates, propagated)) return false;
    const found = hiddenSingles(tables, candidates);
    if (found < 0) return false;
    if (found === 0) return true;
  }
}

function nakedSingles({ peers, related }: Tables, candidates: Int32Array, propagated: Uint8Array): boolean {
  let length = 0;
  for (let cell = 0; cell < candidates.length; cell++) {
    const set = candidates[cell]!;
    if (set === 0) return false;
    if (propagated[cell] === 0 && (set & (set - 1)) === 0) {
      propagated[cell] = 1;
      queue[length++] = cell;
    }
  }
  while (length > 0) {
    const cell = queue[--length]!;
    const digit = candidates[cell]!;
    const narrow = (other: number, rest: number): boolean => {
      if (rest === candidates[other]) return true;
      candidates[other] = rest;
      if ((rest & (rest - 1)) === 0 && propagated[other] === 0) {
        propagated[other] = 1;
        queue[length++] = other;
      }
      return rest !== 0;
    };
    for (const peer of peers[cell]!) if (!narrow(peer, candidates[peer]! & ~digit)) return false;
    for (const { other, allowed } of related[cell]!) {
      if (!narrow(other, candidates[other]! & allowed[32 - Math.clz32(digit)]!)) return false;
    }
  }
  return true;
}

/** Number of cells set because a unit has no other place for a digit; -1 if a digit has no place at all. */
function hiddenSingles({ geometry, all }: Tables, candidates: Int32Array): number {
  let found = 0;
  for (const unit of geometry.units) {
    let once = 0;
    let twice = 0;
    for (const cell of unit) {
      const set = candidates[cell]!;
      twice |= once & set;
      once |= set;
    }
    if (once !== all) return -1;
    const hidden = once & ~twice;
    for (const cell of unit) {
      const set = candidates[cell]!;
      const digit = set & hidden;
      if (digit === 0 || digit === set) continue;
      // two digits that both have only this cell
      if ((digit & (digit - 1)) !== 0) return -1;
      candidates[cell] = digit;
      found++;
    }
  }
  return found;
}
