import type { BatchResult } from '../../../solver/engine.ts';

/** Grids of a block that were read all at once, as they have the same look: the same bytes but for their cells. */
export interface AlikeGrids {
  /** Whether grid `p` is one of them: each of its cells is a byte. */
  has(p: number): boolean;
  /** Writes where the cells of such a grid stand, from entry `first` on. */
  locate(p: number, first: number, cellStarts: Uint32Array, cellEnds: Uint32Array): void;
  /** Writes the solutions of all that have one over their empty cells in the block's bytes. */
  fill(bytes: Uint8Array, count: number, result: BatchResult): void;
}
