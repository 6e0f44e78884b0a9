// The kernel of chains, with views of its memory.

import { kernelFactory } from '../../../kernel/kernel.ts';
import type { BoardShape } from '../../steps/board.ts';
import { code, type Exports } from './kernel.generated.ts';

/** Candidates of a grid at most. */
const MAX_CANDIDATES = 729;
const MAX_BOARD_UNITS = 29;

const instantiateKernel = kernelFactory<Exports>(code);

/** The kernel that derives what follows from what, with views of its memory. */
export type ChainKernel = ReturnType<typeof instantiate>;

/** A kernel with a memory of its own, for boards of a shape. */
export function instantiate(shape: BoardShape) {
  const imports = { search: { addAdvanced: () => kernel.addAdvanced() } };
  const { memory, ...exports } = instantiateKernel(imports);
  const { buffer } = memory;
  const kernel = {
    ...exports,
    /** of each candidate */
    cell: new Uint8Array(buffer, exports.CELL.value, MAX_CANDIDATES),
    digit: new Uint8Array(buffer, exports.DIGIT.value, MAX_CANDIDATES),
    /** results of `flag`: sources, and a byte of flags each */
    flagged: new Int16Array(buffer, exports.FLAGGED.value, MAX_CANDIDATES),
    flags: new Uint8Array(buffer, exports.FLAGS.value, MAX_CANDIDATES),
    /** the cells that each cell sees, and the cell itself: sets of cells, three words of 27 bits and a spare one */
    peers: new Int32Array(buffer, exports.PEERS.value, 81 * 4),
    self: new Int32Array(buffer, exports.SELF.value, 81 * 4),
    /** the candidates of each cell of the board, and its places at unit * 9 + digit; the same without what is false by now */
    candidates: new Uint16Array(buffer, exports.BOARD.value, 81),
    places: new Uint16Array(buffer, exports.BOARD.value + 81 * 2, MAX_BOARD_UNITS * 9),
    workCandidates: new Uint16Array(buffer, exports.WORK.value, 81),
    workPlaces: new Uint16Array(buffer, exports.WORK.value + 81 * 2, MAX_BOARD_UNITS * 9),
    /** number of a candidate at cell * 9 + digit */
    number: new Int16Array(buffer, exports.NUMBER.value, MAX_CANDIDATES),
    /** five for each cell: a unit in the high half, the bit of the cell's position in the low one */
    units: new Uint32Array(buffer, exports.UNITS.value, 81 * 5),
    /** for each of these, the positions that the cell sees and that none of its units before had */
    added: new Uint16Array(buffer, exports.ADDED.value, 81 * 5),
    /** cells of each unit, nine each */
    unitCells: new Uint8Array(buffer, exports.UNIT_CELLS.value, MAX_BOARD_UNITS * 9),
    /** assumptions of the choice, and the contradiction that each leads to, as in assembly/layout.ts */
    chosen: new Uint16Array(buffer, exports.CHOSEN.value, 9),
    clashes: new Int32Array(buffer, exports.CLASHES.value, MAX_CANDIDATES * 2 * 4),
    /** by assumption, the address of its lists of causes */
    poolFrom: new Uint32Array(buffer, exports.POOL_FROM.value, MAX_CANDIDATES * 2),
    /** all memory: the table of Outcomes begins at the address that `nodesTable` has after `forget` */
    memory: buffer,
    /** results of `cycle`, `contradiction` and `affirmation` */
    path: new Int16Array(buffer, exports.PATH.value, MAX_CANDIDATES * 2 + 2),
    /** cells that have changed since a search that found nothing: a set of cells */
    changed: new Int32Array(buffer, exports.CHANGED.value, 4),
    /** results of `alignedPair` and `alignedTriplet`: two or three cells, the possible digits of each, and the cells that all see, a set */
    aligned: new Int32Array(buffer, exports.ALIGNED.value, 3),
    possible: new Int32Array(buffer, exports.POSSIBLE.value, 3),
    shared: new Int32Array(buffer, exports.SHARED.value, 3),
    /** adds what follows from the current assumption where nothing more follows directly; returns whether there was anything */
    addAdvanced: (): boolean => false,
  };
  load(kernel, shape);
  return kernel;
}

function load({ units, added, unitCells, peers, self }: ChainKernel, shape: BoardShape): void {
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
