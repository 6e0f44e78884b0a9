// A step of a solution, and how it is written in the notation of players: `r1c2=3`, `r1c2<>3,7`.

import { geometry } from '../model/geometry.ts';
import { cellCode } from '../model/rule-kinds.ts';
import { MEMBERS } from './board.ts';
import type { TechniqueName } from './techniques.ts';

/** Digits, counted from 0 as bits, that a cell loses. */
export interface Removal {
  readonly cell: number;
  readonly digits: number;
}

/** Which steps to look for, by what they remove. */
export type RemovalFilter = (removals: readonly Removal[]) => boolean;
export const removesAny: RemovalFilter = ({ length }) => length > 0;

/** A candidate that is assumed or shown to be true (`on`) or false in a chain. */
export interface ChainNode {
  readonly cell: number;
  /** from 0 */
  readonly digit: number;
  readonly on: boolean;
  /** numbers of nodes, earlier in the same chain, that it follows from; none for an assumption */
  readonly from: readonly number[];
}

/** One step of a solution: the pattern, and what follows from it. Cells count from 0 row by row, digits from 0, units as in BoardShape. */
export interface Step {
  readonly technique: TechniqueName;
  /** As Sudoku Explainer rates it, such as 2.6; unrounded, so that ratings compare as they do there. */
  readonly rating: number;
  /** The digit that the step places and its cell, if it places one. */
  readonly cell?: number;
  readonly digit?: number;
  /** Candidates that the step removes; with a placement, before it. */
  readonly removals: readonly Removal[];
  /** The pattern: its units, cells and digits (a set of bits). */
  readonly units: readonly number[];
  readonly cells: readonly number[];
  readonly digits: number;
  /**
   * For unique loops and universal graves: the candidates of their cells without which there would be two solutions. One of
   * these is true.
   */
  readonly extras?: readonly Removal[];
  /** Of type 3 of these: other cells of the unit, which make a set with the extra candidates, and the digits of the set. */
  readonly beside?: {
    readonly cells: readonly number[];
    readonly digits: number;
    readonly isHidden: boolean;
  };
  /** For chains: each from an assumption to its consequence. */
  readonly chains?: readonly (readonly ChainNode[])[];
}

/**
 * A step on one line, in the notation that players use: the technique, the pattern, and after `=>` the digit that is placed
 * (`r1c2=3`) or the candidates that are removed (`r1c2<>3,7`).
 */
export function stepText(step: Step): string {
  const pattern = patternText(step);
  return `${step.technique}: ${pattern}${pattern && ' => '}${consequences(step)}`;
}

/**
 * The chains of a step, one line each, one implication after the other; none for steps without chains.
 * @param linkText what to write after a node that does not follow from a cell or unit alone
 */
export function chainTexts(
  { chains = [] }: Step,
  linkText: (node: ChainNode, chain: readonly ChainNode[]) => string = () => '',
): string[] {
  return chains.map((chain) => {
    const texts = chain.map(nodeText);
    return chain
      .map((node, i) => {
        const from = node.from.map((k) => texts[k]).join(' & ');
        const isNext = from === '' || (node.from.length === 1 && node.from[0] === i - 1);
        return `${isNext ? '' : `(${from}) -> `}${texts[i]}${linkText(node, chain)}`;
      })
      .join(' -> ')
      .replaceAll(' -> (', '; (');
  });
}

/** The pattern of a step: `3 in r1c2,r1c3 of box 1, row 1`; empty for a single cell. */
export function patternText({ technique, units, cells, digits, chains, cell }: Step): string {
  if (chains) {
    const starts = chains.map((chain) => nodeText(chain.find(({ from }) => from.length === 0)!));
    return `if ${[...new Set(starts)].join(' or ')}`;
  }
  if (technique === 'Last Cell' || technique === 'Hidden Single') return unitText(units[0]!);
  if (cell !== undefined && cells.length === 0) return '';
  const where = units.map(unitText).join(', ');
  return `${digitsText(digits)} in ${cells.map(cellText).join(',')}${where && ` of ${where}`}`;
}

function consequences({ cell, digit, removals }: Step): string {
  if (cell !== undefined) return `${cellText(cell)}=${digit! + 1}`;
  return removals.map((removal) => `${cellText(removal.cell)}<>${digitsText(removal.digits)}`).join(', ');
}

/** `r1c2=3`, `r1c2<>3` */
export function nodeText({ cell, digit, on }: Omit<ChainNode, 'from'>): string {
  return `${cellText(cell)}${on ? '=' : '<>'}${digit + 1}`;
}

/** A cell as players write it, row and column from 1: `r1c2`. */
export const cellText = (cell: number): string => cellCode(cell, 9);

/** The number of a unit of BoardShape, which has boxes before rows and columns, as a number of {@link Geometry.units}. */
export const geometryUnit = (unit: number): number => (unit < 9 ? unit + 18 : unit < 27 ? unit - 9 : unit);

/** Name of a unit as in BoardShape: `box 3`, `diagonal 1`. */
export const unitText = (unit: number): string => geometry(9, 'x').unitNames[geometryUnit(unit)]!;

/** Digits from 1: `3,7`. */
function digitsText(digits: number): string {
  return digitsIn(digits).join(',');
}

/** Digits from 1 in a set of bits, ascending. */
export function digitsIn(digits: number): number[] {
  return Array.from(MEMBERS[digits]!, (digit) => digit + 1);
}
