import { lazy } from '../../kernel/kernel.ts';
import { type Geometry, geometry } from '../geometry.ts';

/** Kinds of units in the order of {@link Shape.unitsOf}. */
export const Kind = { box: 0, row: 1, column: 2, mainDiagonal: 3, antiDiagonal: 4 } as const;

/** Tables of a 9x9 grid. Units count on from kind to kind: boxes 0 to 8, rows 9 to 17, columns 18 to 26, diagonals 27 and 28. */
export interface Shape {
  readonly diagonals: boolean;
  /** cells of each unit, ascending */
  readonly units: readonly Uint8Array[];
  /** units of each cell, by kind ascending */
  readonly unitsOf: readonly Uint8Array[];
  /** the same as sets of units */
  readonly unitSets: Int32Array;
  /** of a cell within a unit, at unit * 81 + cell */
  readonly position: Uint8Array;
  /** positions of a unit that a cell of it sees, those that it shares another unit of a lower kind with left out; at unit * 81 + cell */
  readonly added: Uint16Array;
  /** cells that share a unit with each cell, ascending */
  readonly peers: readonly Uint8Array[];
  /** the same as sets of 81 bits: three words of 27 (a band each) at cell * 3 */
  readonly peerSets: Int32Array;
  /** 1 at cell * 81 + peer */
  readonly sees: Uint8Array;
  /** units as singles and sets are looked for in them: boxes, columns, rows, diagonals */
  readonly searchOrder: Uint8Array;
}

const CELLS = Array.from({ length: 81 }, (_, cell) => cell);

export const classic = lazy(() => shape(false));
const diagonal = lazy(() => shape(true));

/** The tables of a geometry, or undefined if it is not 9x9. */
export function shapeOf(wanted: Geometry): Shape | undefined {
  if (wanted === geometry(9)) return classic();
  return wanted === geometry(9, 'x') ? diagonal() : undefined;
}

/** 0 to 4, as in {@link Kind}. */
export function kindOf(unit: number): number {
  return unit < 27 ? Math.floor(unit / 9) : unit - 24;
}

function shape(diagonals: boolean): Shape {
  const nine = Array.from({ length: 9 }, (_, i) => i);
  const box = (cell: number) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3);
  const units = [
    ...nine.map((b) => CELLS.filter((cell) => box(cell) === b)),
    ...nine.map((r) => CELLS.filter((cell) => Math.floor(cell / 9) === r)),
    ...nine.map((c) => CELLS.filter((cell) => cell % 9 === c)),
    ...(diagonals ? [nine.map((i) => i * 10), nine.map((i) => i * 8 + 8)] : []),
  ].map((cells) => Uint8Array.from(cells));
  const unitsOf = CELLS.map((cell) =>
    Uint8Array.from(units.keys().filter((unit) => units[unit]!.includes(cell))),
  );
  const peers = CELLS.map((cell) =>
    Uint8Array.from(
      CELLS.filter((other) => other !== cell && unitsOf[cell]!.some((u) => units[u]!.includes(other))),
    ),
  );
  const unitSets = Int32Array.from(unitsOf, (all) => all.reduce((set, unit) => set | (1 << unit), 0));
  const position = new Uint8Array(units.length * 81);
  for (const [unit, cells] of units.entries())
    for (const [i, cell] of cells.entries()) position[unit * 81 + cell] = i;
  const added = new Uint16Array(units.length * 81);
  for (const cell of CELLS) {
    const seen = new Set([cell]);
    for (const unit of unitsOf[cell]!) {
      for (const [i, other] of units[unit]!.entries()) {
        if (!seen.has(other)) added[unit * 81 + cell]! |= 1 << i;
        seen.add(other);
      }
    }
  }
  const peerSets = new Int32Array(81 * 3);
  const sees = new Uint8Array(81 * 81);
  for (const cell of CELLS) {
    for (const peer of peers[cell]!) {
      peerSets[cell * 3 + Math.floor(peer / 27)]! |= 1 << (peer % 27);
      sees[cell * 81 + peer] = 1;
    }
  }
  const searchOrder = Uint8Array.from([
    ...nine,
    ...nine.map((c) => 18 + c),
    ...nine.map((r) => 9 + r),
    ...(diagonals ? [27, 28] : []),
  ]);
  return { diagonals, units, unitsOf, unitSets, position, added, peers, peerSets, sees, searchOrder };
}
