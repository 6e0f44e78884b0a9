import { geometry } from '../geometry.ts';
import { unitName } from '../unit-names.ts';
import { MEMBERS } from './bits.ts';
import type { ChainNode, Removal, Step } from './step.ts';

const NINE = geometry(9);

/** A cell as players write it, row and column from 1: `r1c2`. */
function cellText(cell: number): string {
  return `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
}

/** Name of a unit as in Shape, which has boxes before rows and columns. */
function unitText(unit: number): string {
  return unitName(NINE, unit < 9 ? unit + 18 : unit < 27 ? unit - 9 : unit);
}

/** Digits from 1: `3,7`. */
function digitNames(digits: number): string {
  return Array.from(MEMBERS[digits]!, (digit) => digit + 1).join(',');
}

/**
 * A step on one line, in the notation that players use: the technique, the pattern, and after `=>` what is placed (`r1c2=3`)
 * or removed (`r1c2<>3,7`).
 */
export function stepText(step: Step): string {
  const pattern = patternText(step);
  return `${step.technique}: ${pattern}${pattern && ' => '}${consequences(step)}`;
}

/** The chains of a step, one line each, an implication after the other; none for steps without chains. */
export function chainTexts({ chains = [] }: Step): string[] {
  return chains.map((chain) => {
    const needed = chain.map(nodeText);
    return chain
      .map((node, i) => {
        const from = node.from.map((k) => needed[k]).join(' & ');
        return from && !(node.from.length === 1 && node.from[0] === i - 1)
          ? `(${from}) -> ${needed[i]}`
          : needed[i];
      })
      .join(' -> ')
      .replaceAll(' -> (', '; (');
  });
}

function nodeText({ cell, digit, on }: ChainNode): string {
  return `${cellText(cell)}${on ? '=' : '<>'}${digit + 1}`;
}

function patternText({ technique, units, cells, digits, chains, cell }: Step): string {
  if (chains) {
    const starts = chains.map((chain) => nodeText(chain.find(({ from }) => from.length === 0)!));
    return `if ${[...new Set(starts)].join(' or ')}`;
  }
  if (technique === 'Last Cell' || technique === 'Hidden Single') return unitText(units[0]!);
  if (cell !== undefined && cells.length === 0) return '';
  const where = units.map(unitText).join(', ');
  return `${digitNames(digits)} in ${cells.map(cellText).join(',')}${where && ` of ${where}`}`;
}

function consequences({ cell, digit, removals }: Step): string {
  if (cell !== undefined) return `${cellText(cell)}=${digit! + 1}`;
  return removals.map(removalText).join(', ');
}

function removalText({ cell, digits }: Removal): string {
  return `${cellText(cell)}<>${digitNames(digits)}`;
}
