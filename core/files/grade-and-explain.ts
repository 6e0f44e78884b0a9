/**
 * Grading and explaining. Few files request it and it is an eighth of the code, so the function's and the command line's
 * bundles load this module on first use (build/plugins.ts). Such a copy of the module has its own copies of all that it
 * imports: a geometry of the caller is a stranger to it, and is looked up again here.
 */
import { explain as explainKnown } from '../solver/explain.ts';
import { type Geometry, geometry } from '../solver/geometry.ts';
import { type RateOptions, rate as rateKnown } from '../solver/grade/grade.ts';
import type { Rating } from '../solver/grade/rating.ts';

export { gradedExplanation } from '../solver/grade/grade.ts';

export function explain(shape: Geometry, givens: Uint8Array, solution: Uint8Array, allowed?: Uint32Array) {
  return explainKnown(known(shape), givens, solution, allowed);
}

export function rate(shape: Geometry, givens: Uint8Array, options?: RateOptions): Rating {
  return rateKnown(known(shape), givens, options);
}

/** This module's own geometry of the same shape. */
function known({ size, variant, boxRows, boxColumns }: Geometry): Geometry {
  return geometry(size, variant, { rows: boxRows, columns: boxColumns });
}
