// A puzzle as messages between the page and its workers carry it, and how a record of a file becomes one.

import type { Block } from '../../../core/formats/shared/block.ts';
import { geometryAt } from '../../../core/solver/engine/engine.ts';
import { allowedAt, restricts } from '../../../core/solver/model/allowed.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { type PlainGeometry, shapeOf } from '../../../core/solver/model/shape.ts';
import { symbolsFor } from './symbols.ts';

export { geometryOf } from '../../../core/solver/model/shape.ts';

export interface Puzzle extends PlainGeometry {
  /** Row by row, 0 for an empty cell. */
  readonly cells: Uint8Array;
  readonly symbols: string;
}

export function puzzleOf(geometry: Geometry, cells: Uint8Array, symbols = symbolsFor(geometry.size)): Puzzle {
  return { ...shapeOf(geometry), cells, symbols };
}

/** Why a puzzle whose cells may have certain digits only has no place in the grid. */
export const CANDIDATES =
  'expected cells that are given or empty, got some that may have certain digits only';

/** A puzzle of a block with all that its record says; or why the grid cannot show all of that. */
export function puzzleAt(block: Block, p: number): Puzzle | string {
  const geometry = geometryAt({ geometry: block.geometry!, own: block.own }, p);
  const { unfit, unsupported } = geometry;
  if (unfit !== undefined) return unfit;
  if (unsupported !== undefined) return `expected rules that are known, got ${unsupported}`;
  // a copy: the next block may take the place of this one
  const cells = new Uint8Array(block.cells.subarray(p * geometry.cells, (p + 1) * geometry.cells));
  const allowed = allowedAt(block.allowed, geometry, p);
  if (allowed && restricts(geometry, cells, allowed)) return CANDIDATES;
  return puzzleOf(geometry, cells, block.alphabet?.symbols);
}
