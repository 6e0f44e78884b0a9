// The grid of generated puzzles, as the option `variant` names it: variants that it always has, and rules that are
// drawn for each puzzle.

import { type Boxes, type Variant, variantNames } from '../options/options.ts';
import { type DrawnName, type GeneratedVariant, namedVariants } from './drawn-names.ts';
import { anyGeometry, type Geometry, GeometryError, geometry } from './model/geometry.ts';
import { ALL_GIVEN, type AllGiven } from './model/rule-kinds.ts';

/** A grid without the rules that are drawn, and their names. */
export interface GeneratedShape {
  readonly geometry: Geometry;
  readonly drawn: readonly DrawnName[];
}

/**
 * The grid of generated puzzles. That of a jigsaw has rows for regions, until others are drawn.
 * @throws GeometryError as {@link geometry}; for boxes of a jigsaw, and for variants that regions do not fit
 */
export function generatedShape(
  size: number,
  text: GeneratedVariant = 'classic',
  boxes?: Boxes,
): GeneratedShape {
  const { variant, drawn } = namedVariants(text)!;
  if (!drawn.includes('jigsaw')) return { geometry: geometry(size, variant, boxes), drawn };
  if (boxes) throw new GeometryError('expected no boxes for a jigsaw, which has regions in their place');
  const rows = Array.from({ length: size * size }, (_, cell) => Math.floor(cell / size).toString(36));
  const found = anyGeometry(size, variant, undefined, rows.join(''));
  if (found.unfit !== undefined) throw new GeometryError(found.unfit);
  return { geometry: found, drawn };
}

/** The variants of a grid by which all signs are given: `all-dots` and `all-xv`. */
export function completeSigns({ variant }: Geometry): AllGiven[] {
  return variantNames(variant)!.filter((name) => name in ALL_GIVEN) as AllGiven[];
}

/**
 * A grid with other regions.
 * @param regions a symbol for each cell; undefined for the boxes of the grid
 * @param hasSigns whether to include variants by which all signs are given: only once the signs are drawn
 */
export function shapeWith(
  { size, variant, boxRows, boxColumns }: Geometry,
  regions: string | undefined,
  hasSigns: boolean,
): Geometry {
  const names = variantNames(variant)!.filter((name) => hasSigns || !(name in ALL_GIVEN));
  const boxes = { rows: boxRows, columns: boxColumns };
  return anyGeometry(size, (names.join(',') || 'classic') as Variant, boxes, regions);
}
