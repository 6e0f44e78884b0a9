/**
 * What grades and explains puzzles. A module of its own, since few files ask for it and it is an eighth of the code: the
 * function and the command line load it for the first that does (build/load-apart.ts). There it may have copies of the
 * modules that it imports, and so geometries of its own: it takes none as it comes.
 */
import { explain as explainKnown } from '../solver/explain.ts';
import { type Geometry, geometry } from '../solver/geometry.ts';
import { type RateOptions, rate as rateKnown } from '../solver/grade/grade.ts';
import type { Rating } from '../solver/grade/rating.ts';

export { gradedExplanation } from '../solver/grade/grade.ts';

export function explain(shape: Geometry, givens: Uint8Array, solution: Uint8Array) {
  return explainKnown(known(shape), givens, solution);
}

export function rate(shape: Geometry, givens: Uint8Array, options?: RateOptions): Rating {
  return rateKnown(known(shape), givens, options);
}

/** The same shape, made here. */
function known({ size, variant, boxRows, boxColumns }: Geometry): Geometry {
  return geometry(size, variant, { rows: boxRows, columns: boxColumns });
}
