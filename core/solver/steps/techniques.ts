// The techniques of grading with the range of their ratings, and how users name them.

import { editDistance } from '../../options/nearest-name.ts';

/** A technique: the name that players know, and the ratings that its steps can have. */
export interface Technique {
  readonly name: string;
  /** The lowest rating of a step; chains add to it by their length. */
  readonly from: number;
  /** The highest rating, if it differs; absent also for the last technique, which has none. */
  readonly to?: number;
}

/** All techniques, in the order in which the grader searches for them. */
export const TECHNIQUES = [
  { name: 'Last Cell', from: 1.0 },
  { name: 'Hidden Single', from: 1.2, to: 1.5 },
  { name: 'Direct Pointing', from: 1.7 },
  { name: 'Direct Claiming', from: 1.9 },
  { name: 'Direct Hidden Pair', from: 2.0 },
  { name: 'Naked Single', from: 2.3 },
  { name: 'Direct Hidden Triplet', from: 2.5 },
  { name: 'Pointing', from: 2.6 },
  { name: 'Claiming', from: 2.8 },
  { name: 'Naked Pair', from: 3.0 },
  { name: 'X-Wing', from: 3.2 },
  { name: 'Hidden Pair', from: 3.4 },
  { name: 'Naked Triplet', from: 3.6 },
  { name: 'Swordfish', from: 3.8 },
  { name: 'Hidden Triplet', from: 4.0 },
  { name: 'XY-Wing', from: 4.2 },
  { name: 'XYZ-Wing', from: 4.4 },
  { name: 'Unique Rectangle', from: 4.5, to: 5.1 },
  { name: 'Unique Loop', from: 4.6, to: 5.6 },
  { name: 'Naked Quad', from: 5.0 },
  { name: 'Jellyfish', from: 5.2 },
  { name: 'Hidden Quad', from: 5.4 },
  { name: 'Bivalue Universal Grave', from: 5.6, to: 6.2 },
  { name: 'Aligned Pair Exclusion', from: 6.2 },
  { name: 'Bidirectional X-Cycle', from: 6.5, to: 7.5 },
  { name: 'Bidirectional Y-Cycle', from: 6.5, to: 7.5 },
  { name: 'Forcing X-Chain', from: 6.6, to: 7.6 },
  { name: 'Forcing Chain', from: 7.0, to: 8.0 },
  { name: 'Bidirectional Cycle', from: 7.0, to: 8.0 },
  { name: 'Aligned Triplet Exclusion', from: 7.5 },
  { name: 'Nishio Forcing Chain', from: 7.5, to: 8.5 },
  { name: 'Cell Forcing Chains', from: 8.0, to: 9.0 },
  { name: 'Region Forcing Chains', from: 8.0, to: 9.0 },
  { name: 'Dynamic Contradiction Forcing Chain', from: 8.5, to: 9.5 },
  { name: 'Dynamic Double Forcing Chain', from: 8.5, to: 9.5 },
  { name: 'Dynamic Cell Forcing Chains', from: 8.5, to: 9.5 },
  { name: 'Dynamic Region Forcing Chains', from: 8.5, to: 9.5 },
  { name: 'Dynamic Forcing Chains (+)', from: 9.0 },
] as const satisfies readonly Technique[];

/** The name of a technique, as players know it. */
export type TechniqueName = (typeof TECHNIQUES)[number]['name'];

/** A technique name that does not exist. */
export class TechniqueError extends Error {
  override readonly name = 'TechniqueError';
}

/** How many names an error suggests. */
const SUGGESTIONS = 3;

/** Finds a technique by its name in any case. @throws TechniqueError that suggests the nearest names */
export function techniqueNamed(text: string): TechniqueName {
  const wanted = text.trim().toLowerCase();
  const found = TECHNIQUES.find(({ name }) => name.toLowerCase() === wanted);
  if (found) return found.name;
  // a name that contains the text is nearer than one with a few other letters
  const nearest = TECHNIQUES.map(({ name }) => ({
    name,
    distance:
      wanted !== '' && name.toLowerCase().includes(wanted) ? 0 : editDistance(wanted, name.toLowerCase()),
  }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS)
    .map(({ name }) => JSON.stringify(name));
  throw new TechniqueError(
    `expected the name of a technique, such as ${nearest.join(', ')}; got ${JSON.stringify(text)}`,
  );
}

/**
 * Wherever it applies, Direct Pointing does, too, which is easier and tried first. Suppose that row 8 claims its 7 for box 8,
 * and that row 9 has its 7 in box 8 or in one cell of box 7. Then box 9 can have its 7 in row 7 only, which leaves box 7 that
 * same cell.
 */
const NEVER_NEEDED: TechniqueName = 'Direct Claiming';

/** As {@link techniqueNamed}, for a technique that puzzles must need. @throws TechniqueError also for one that no puzzle needs */
export function neededTechnique(text: string): TechniqueName {
  const technique = techniqueNamed(text);
  if (technique !== NEVER_NEEDED) return technique;
  throw new TechniqueError(
    `expected one that a puzzle can need, got ${technique}: wherever it applies, an easier Direct Pointing does, too`,
  );
}
