// What a step says to a person, in a sentence.

import { type Geometry, unitName } from '../../../core/solver/model/geometry.ts';
import { cellCode } from '../../../core/solver/model/rule-kinds.ts';
import { chainTexts, type Step } from '../../../core/solver/steps/step.ts';
import type { TechniqueName } from '../../../core/solver/steps/techniques.ts';

/** A cell as players write it: `r1c2`. */
export const cellText = (cell: number, size = 9): string => cellCode(cell, size);

/** Values of a set of bits, from 1. */
export const valuesOf = (set: number): number[] =>
  Array.from({ length: 32 }, (_, i) => i + 1).filter((value) => set & (1 << (value - 1)));

/** `1`, `1 and 2`, `1, 2 and 3` */
export const listed = (items: readonly (string | number)[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** The number of a unit of the grader as a number of {@link Geometry.units}. */
export const unitOf = (unit: number): number => (unit < 9 ? unit + 18 : unit < 27 ? unit - 9 : unit);

/** The sentences for a graded step: why, and what follows. */
export function sentenceOf(step: Step, geometry: Geometry): string {
  const because = reason(step, geometry);
  return `${because} ${consequence(step)}`.trim();
}

/** The chains of a step, a line each; none for other steps. */
export const chainLines = (step: Step): string[] => chainTexts(step);

function consequence({ technique, cell, digit, removals }: Step): string {
  if (technique === 'Last Cell' || technique === 'Hidden Single' || technique === 'Naked Single') return '';
  if (cell !== undefined) return `That leaves one place for ${digit! + 1}: ${cellText(cell)}.`;
  const lost = removals.map((one) => `${cellText(one.cell)} loses ${listed(valuesOf(one.digits))}`);
  return `So ${listed(lost)}.`;
}

function reason(step: Step, geometry: Geometry): string {
  const { technique, cell, digit, digits } = step;
  const units = step.units.map((unit) => unitName(geometry, unitOf(unit)));
  const cells = listed(step.cells.map((one) => cellText(one)));
  const values = listed(valuesOf(digits));
  if (technique === 'Last Cell')
    return `${capital(units[0]!)} has one empty cell: ${cellText(cell!)} must be ${digit! + 1}.`;
  if (technique === 'Hidden Single') return `In ${units[0]}, only ${cellText(cell!)} can be ${digit! + 1}.`;
  if (technique === 'Naked Single')
    return `All other digits occur in the row, column or box of ${cellText(cell!)}: it must be ${digit! + 1}.`;
  if (/Pointing|Claiming/.test(technique))
    return `All places for ${values} in ${units[0]} are also in ${units[1]}, so no other cell of ${units[1]} can be ${values}.`;
  if (/Hidden (Pair|Triplet|Quad)/.test(technique))
    return `In ${units[0]}, ${values} fit only in ${cells}, which therefore hold nothing else.`;
  if (/Naked (Pair|Triplet|Quad)/.test(technique))
    return `In ${units[0]}, the cells ${cells} hold ${values} and nothing else, so no other cell of ${units[0]} can.`;
  if (FISH.has(technique)) {
    const [base, cover] = [units.slice(0, units.length / 2), units.slice(units.length / 2)];
    return `In ${listed(base)}, all places for ${values} are in ${listed(cover)}, so ${values} cannot be elsewhere in these.`;
  }
  if (technique === 'XY-Wing' || technique === 'XYZ-Wing')
    return `Whichever digit ${cellText(step.cells[0]!)} has, one of ${cells} is ${values}.`;
  if (technique === 'Unique Rectangle' || technique === 'Unique Loop')
    return `If ${cells} held only ${values}, these could be swapped, and the puzzle would have two solutions.`;
  if (technique === 'Bivalue Universal Grave')
    return `If every empty cell had just two candidates, the puzzle would not have one solution: ${cells} must prevent that.`;
  if (/^Aligned/.test(technique))
    return `Each combination with a digit that is removed would leave a cell without a candidate. The cells are ${cells}.`;
  return chainReason(step);
}

const FISH: ReadonlySet<TechniqueName> = new Set(['X-Wing', 'Swordfish', 'Jellyfish']);

function chainReason({ technique, chains = [] }: Step): string {
  const starts = new Set(
    chains.map((chain) => {
      const { cell, digit, on } = chain.find(({ from }) => from.length === 0)!;
      return `${cellText(cell)} ${on ? 'is' : 'is not'} ${digit + 1}`;
    }),
  );
  const assumed = [...starts].join(' or ');
  if (/Cycle/.test(technique)) return `Two ways around a loop from “${assumed}” exclude each other.`;
  if (starts.size > 1) return `One of these is true, and each leads to the same result: ${assumed}.`;
  return `Assume that ${assumed}: that leads to a contradiction.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
