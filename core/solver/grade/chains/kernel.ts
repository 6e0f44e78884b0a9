import { kernelFactory } from '../../../kernel/kernel.ts';
import type { Shape } from '../board.ts';
import { code, type Exports } from './kernel.generated.ts';

/** Candidates of a grid at most. */
export const MAX_CANDIDATES = 729;
const MAX_UNITS = 29;

const PARTS = [
  'alignedPair',
  'alignedTriplet',
  'link',
  'begin',
  'advance',
  'flag',
  'cycle',
  'contradiction',
  'affirmation',
  'finish',
  'forget',
  'addAll',
  'setPoolEnd',
  'prepare',
  'search',
  'contradict',
  'chosenNodes',
  'chosenRank',
  'chosenCount',
  'chosenTarget',
  'chosenUnit',
  'poolEnd',
  'causesTable',
  'pool',
] as const satisfies (keyof Exports)[];

/** The kernel that tells what follows from what, with views of its memory, which is as large at the end as at the start. */
export interface ChainKernel extends Pick<Exports, (typeof PARTS)[number]> {
  /** of each candidate */
  readonly cell: Uint8Array;
  readonly digit: Uint8Array;
  /** what `flag` found: sources, and a byte of flags each */
  readonly flagged: Int16Array;
  readonly flags: Uint8Array;
  /** what each cell sees, the cell itself, and where each digit is: sets of cells, three words of 27 bits and one to spare */
  readonly peers: Int32Array;
  readonly self: Int32Array;
  readonly has: Int32Array;
  /** the board's candidates of each cell, then its places at unit * 9 + digit; and the same without what is false by now */
  readonly candidates: Uint16Array;
  readonly places: Uint16Array;
  readonly workCandidates: Uint16Array;
  readonly workPlaces: Uint16Array;
  /** number of a candidate at cell * 9 + digit */
  readonly number: Int16Array;
  /** five for each cell: a unit in the high half, the bit of the cell's position in the low one */
  readonly units: Uint32Array;
  /** for each of these, the positions that the cell sees and that none of its units before had */
  readonly added: Uint16Array;
  /** cells of each unit, nine each */
  readonly unitCells: Uint8Array;
  /** assumptions of the choice, and what contradiction each leads to, as in assembly/layout.ts */
  readonly chosen: Uint16Array;
  readonly clashes: Int32Array;
  /** all of it, where Outcomes' tables begin at the addresses that `causesTable` and `pool` have after `forget` */
  readonly memory: ArrayBuffer;
  /** what `cycle`, `contradiction` and `affirmation` found */
  readonly path: Int16Array;
  /** cells that have changed since a search that found nothing: a set of cells */
  readonly changed: Int32Array;
  /** what `alignedPair` and `alignedTriplet` found: two or three cells, the digits of each that are possible, and the cells that all see, a set */
  readonly aligned: Int32Array;
  readonly possible: Int32Array;
  readonly shared: Int32Array;
  /** adds what follows from an assumption where nothing more follows directly; tells whether there was anything */
  addAdvanced: (assumption: number) => boolean;
}

const instantiateKernel = kernelFactory<Exports>(code);

/** A kernel with a memory of its own, for boards of a shape. */
export function instantiate(shape: Shape): ChainKernel {
  const imports = { search: { addAdvanced: (assumption: number) => kernel.addAdvanced(assumption) } };
  const exports = instantiateKernel(imports);
  const { buffer } = exports.memory;
  const kernel: ChainKernel = {
    ...(Object.fromEntries(PARTS.map((name) => [name, exports[name]])) as Pick<
      Exports,
      (typeof PARTS)[number]
    >),
    cell: new Uint8Array(buffer, exports.CELL.value, MAX_CANDIDATES),
    digit: new Uint8Array(buffer, exports.DIGIT.value, MAX_CANDIDATES),
    flagged: new Int16Array(buffer, exports.FLAGGED.value, MAX_CANDIDATES),
    flags: new Uint8Array(buffer, exports.FLAGS.value, MAX_CANDIDATES),
    peers: new Int32Array(buffer, exports.PEERS.value, 81 * 4),
    self: new Int32Array(buffer, exports.SELF.value, 81 * 4),
    has: new Int32Array(buffer, exports.HAS.value, 9 * 4),
    candidates: new Uint16Array(buffer, exports.BOARD.value, 81),
    places: new Uint16Array(buffer, exports.BOARD.value + 81 * 2, MAX_UNITS * 9),
    workCandidates: new Uint16Array(buffer, exports.WORK.value, 81),
    workPlaces: new Uint16Array(buffer, exports.WORK.value + 81 * 2, MAX_UNITS * 9),
    number: new Int16Array(buffer, exports.NUMBER.value, MAX_CANDIDATES),
    units: new Uint32Array(buffer, exports.UNITS.value, 81 * 5),
    added: new Uint16Array(buffer, exports.ADDED.value, 81 * 5),
    unitCells: new Uint8Array(buffer, exports.UNIT_CELLS.value, MAX_UNITS * 9),
    chosen: new Uint16Array(buffer, exports.CHOSEN.value, 9),
    clashes: new Int32Array(buffer, exports.CLASHES.value, MAX_CANDIDATES * 2 * 4),
    memory: buffer,
    path: new Int16Array(buffer, exports.PATH.value, MAX_CANDIDATES * 2 + 2),
    changed: new Int32Array(buffer, exports.CHANGED.value, 4),
    aligned: new Int32Array(buffer, exports.ALIGNED.value, 3),
    possible: new Int32Array(buffer, exports.POSSIBLE.value, 3),
    shared: new Int32Array(buffer, exports.SHARED.value, 3),
    addAdvanced: () => false,
  };
  load(kernel, shape);
  return kernel;
}

function load({ units, added, unitCells, peers, self }: ChainKernel, shape: Shape): void {
  for (let cell = 0; cell < 81; cell++) {
    for (const [i, unit] of shape.unitsOf[cell]!.entries()) {
      units[cell * 5 + i] = (unit << 16) | (1 << shape.position[unit * 81 + cell]!);
      added[cell * 5 + i] = shape.added[unit * 81 + cell]!;
    }
    self[cell * 4 + Math.floor(cell / 27)] = 1 << (cell % 27);
    for (let word = 0; word < 3; word++) peers[cell * 4 + word] = shape.peerSets[cell * 3 + word]!;
  }
  for (const [unit, cells] of shape.units.entries()) unitCells.set(cells, unit * 9);
}
