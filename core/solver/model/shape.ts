// A geometry as plain data that can be sent to a thread, and the geometry of such data.

import type { Variant } from '../../options/options.ts';
import { anyGeometry, type Geometry, withRules } from './geometry.ts';
import type { Rule } from './rule-kinds.ts';
import { regionSymbols } from './variants.ts';

/** A geometry in a form that can be sent to a thread. */
export interface PlainGeometry {
  readonly size: number;
  readonly variant: Variant;
  readonly boxes: { readonly rows: number; readonly columns: number };
  /** a symbol for each cell */
  readonly regions?: string;
  readonly rules?: readonly Rule[];
  readonly unsupported?: string;
  /** why a grid cannot have its rules */
  readonly unfit?: string;
}

export function shapeOf(geometry: Geometry): PlainGeometry {
  const { size, variant, boxRows, boxColumns, regions, rules, unsupported, unfit } = geometry;
  return {
    size,
    variant,
    boxes: { rows: boxRows, columns: boxColumns },
    ...(regions && { regions: regionSymbols(regions) }),
    ...(rules.length > 0 && { rules }),
    ...(unsupported !== undefined && { unsupported }),
    ...(unfit !== undefined && { unfit }),
  };
}

/** The same with boxes, if it has regions that are its boxes. */
export function withoutUsualRegions(geometry: Geometry): Geometry {
  const { size, boxRows, boxColumns, regions, unfit } = geometry;
  if (!regions || unfit !== undefined || boxRows === 1) return geometry;
  const areBoxes = Array.from(regions.keys()).every((cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const box = Math.floor(row / boxRows) * (size / boxColumns) + Math.floor(column / boxColumns);
    return regions[cell] === box;
  });
  if (!areBoxes) return geometry;
  const { regions: _, ...shape } = shapeOf(geometry);
  return geometryOf(shape);
}

export function geometryOf({
  size,
  variant,
  boxes,
  regions,
  rules,
  unsupported,
  unfit,
}: PlainGeometry): Geometry {
  const base = anyGeometry(size, variant, boxes, regions);
  const hasRules = rules !== undefined || unsupported !== undefined || unfit !== base.unfit;
  return hasRules ? withRules({ ...base, unfit: base.unfit ?? unfit }, rules ?? [], unsupported) : base;
}
