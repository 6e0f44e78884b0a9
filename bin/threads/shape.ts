import type { Variant } from '../../core/options/options.ts';
import type { Geometry } from '../../core/solver/geometry.ts';

/** Describes a geometry in a form that can be sent to a thread. */
export interface Shape {
  readonly size: number;
  readonly variant: Variant;
  readonly boxes: { readonly rows: number; readonly columns: number };
}

export function shapeOf({ size, variant, boxRows, boxColumns }: Geometry): Shape {
  return { size, variant, boxes: { rows: boxRows, columns: boxColumns } };
}
