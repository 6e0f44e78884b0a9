import type { Variant } from '../options/options.ts';
import { anyGeometry, type Geometry, withRules } from './geometry.ts';
import type { Rule } from './rule-kinds.ts';
import { regionSymbols } from './variants.ts';

/** A geometry in a form that can be sent to a thread. */
export interface Shape {
  readonly size: number;
  readonly variant: Variant;
  readonly boxes: { readonly rows: number; readonly columns: number };
  /** a symbol for each cell */
  readonly regions?: string;
  readonly rules?: readonly Rule[];
  readonly unsupported?: string;
}

export function shapeOf(geometry: Geometry): Shape {
  const { size, variant, boxRows, boxColumns, regions, rules, unsupported } = geometry;
  return {
    size,
    variant,
    boxes: { rows: boxRows, columns: boxColumns },
    ...(regions && { regions: regionSymbols(regions) }),
    ...(rules.length > 0 && { rules }),
    ...(unsupported !== undefined && { unsupported }),
  };
}

export function geometryOf({ size, variant, boxes, regions, rules, unsupported }: Shape): Geometry {
  const base = anyGeometry(size, variant, boxes, regions);
  return rules || unsupported !== undefined ? withRules(base, rules ?? [], unsupported) : base;
}
