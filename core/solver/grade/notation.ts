import { MEMBERS } from './bits.ts';
import type { ChainNode, Removal, Step } from './step.ts';

/** A cell by row and column from 1: `r1c2`. */
export function cellName(cell: number): string {
  return `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
}

/** A unit as in Shape: `box 1`, `row 9`, `column 3`, `main diagonal`. */
export function unitName(unit: number): string {
  if (unit === 27) return 'main diagonal';
  if (unit === 28) return 'anti-diagonal';
  return `${['box', 'row', 'column'][Math.floor(unit / 9)]} ${(unit % 9) + 1}`;
}

/** Digits from 1: `3,7`. */
export function digitNames(digits: number): string {
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
  return `${cellName(cell)}${on ? '=' : '<>'}${digit + 1}`;
}

function patternText({ technique, units, cells, digits, chains, cell }: Step): string {
  if (chains) {
    const starts = chains.map((chain) => nodeText(chain.find(({ from }) => from.length === 0)!));
    return `if ${[...new Set(starts)].join(' or ')}`;
  }
  if (technique === 'Last Cell' || technique === 'Hidden Single') return unitName(units[0]!);
  if (cell !== undefined && cells.length === 0) return '';
  const where = units.map(unitName).join(', ');
  return `${digitNames(digits)} in ${cells.map(cellName).join(',')}${where && ` of ${where}`}`;
}

function consequences({ cell, digit, removals }: Step): string {
  if (cell !== undefined) return `${cellName(cell)}=${digit! + 1}`;
  return removals.map(removalText).join(', ');
}

function removalText({ cell, digits }: Removal): string {
  return `${cellName(cell)}<>${digitNames(digits)}`;
}
