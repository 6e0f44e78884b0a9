// Generates random puzzles until one meets the requirements.

import { RejectedFile } from '../../../core/browser.ts';
import type { GeneratedVariant } from '../../../core/solver/drawn-names.ts';
import { generateMatching } from '../../../core/solver/generate-matching.ts';
import { generatedShape } from '../../../core/solver/generated-variants.ts';
import { whyImpossible } from '../../../core/solver/requirement-faults.ts';
import type { Requirements } from '../../../core/solver/requirements.ts';
import { geometryOf, type Puzzle, puzzleOf } from '../shared/puzzle.ts';
import type { Wanted } from './protocol.ts';

/**
 * @param report receives the number of tries so far
 * @throws RejectedFile, GeometryError if none can
 */
export function makePuzzle(
  { shape, drawn, er, clues, seed }: Wanted,
  report: (tries: number) => void,
): Puzzle {
  const requirements: Requirements = {
    ...gridOf(shape, drawn),
    seed,
    ...(er && { er: { from: er[0], to: er[1] } }),
    // fewer clues may not be possible: the tries would not end
    ...(clues !== undefined && { clues: { from: clues, to: clues + Math.ceil(clues / 10) } }),
  };
  const fault = whyImpossible(requirements);
  if (fault !== undefined) throw new RejectedFile(fault);
  for (let number = 0; ; number++) {
    const made = generateMatching(requirements, number);
    if (typeof made === 'object') return puzzleOf(made.geometry, made.cells, shape.symbols);
    report(number + 1);
  }
}

/** With rules to draw, the grid without its own; signs that are all given are drawn, too. Otherwise the grid as it is. */
function gridOf(shape: Puzzle, drawn: Wanted['drawn']): Pick<Requirements, 'geometry' | 'drawn'> {
  const { size, variant, boxes, regions, rules } = shape;
  const names = new Set<string>([variant, ...drawn]);
  if (regions !== undefined) names.add('jigsaw');
  names.delete('classic');
  const text = ([...names].join(',') || 'classic') as GeneratedVariant;
  const own = names.has('jigsaw') ? undefined : boxes;
  const isSame = drawn.length === 0 && (rules || regions !== undefined);
  return isSame ? { geometry: geometryOf(shape) } : generatedShape(size, text, own);
}
