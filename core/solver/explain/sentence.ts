// What a step says to a person, in a sentence: why, and what follows.

import type { Geometry } from '../model/geometry.ts';
import { cellCode } from '../model/rule-kinds.ts';
import type { CandidateGrid, LostDigits } from './candidate-grid.ts';
import { type ExplainedStep, type RuleReason, unitNamesOf } from './explained-step.ts';

/** Sets of digits that a sentence lists. */
const MAX_SETS = 4;

/**
 * The sentence of a step.
 * @param before the candidates before the step
 * @param symbols of the digits, from 1; by default numbers
 */
export function explainedSentence(step: ExplainedStep, before: CandidateGrid, symbols?: string): string {
  const { geometry } = before;
  const words = new Words(geometry, symbols);
  const units = unitNamesOf(step, geometry);
  switch (step.step) {
    case 'naked single':
      return nakedSingleText(step, before, words);
    case 'hidden single':
      return `In ${units[0]}, only ${words.cell(step.cell)} can be ${words.digit(step.digit)}.`;
    case 'guess':
      return `No easier step is left. Of the candidates of ${words.cell(step.cell)}, the solution has ${words.digit(step.digit)}.`;
    case 'locked candidate':
      if (step.into === undefined)
        return `In ${units[0]}, ${words.digit(step.digit)} is in ${words.cells(step.cells, 'or')}, and these see the same cells, so ${words.losses(step.lost)}.`;
      return `All places for ${words.digit(step.digit)} in ${units[0]} are also in ${units[1]}, so ${words.losses(step.lost)}.`;
    case 'naked pair':
    case 'naked triplet':
      return `In ${units[0]}, ${words.cells(step.cells)} hold ${words.digits(step.digits)} between them, so ${words.losses(step.lost)}.`;
    case 'hidden pair':
      return `In ${units[0]}, ${words.digits(step.digits)} fit only in ${words.cells(step.cells)}, so ${words.losses(step.lost)}.`;
    case 'rule':
      return `${ruleText(step.rule, step.reason, words)}, so ${words.losses(step.lost)}.`;
    case 'innies and outies': {
      const { total, caged, areWithin } = step.leftover;
      const { plus, sum } = step.reason;
      const [add, them] = units.length > 1 ? ['add', 'them'] : ['adds', 'it'];
      const cages = areWithin ? `within ${them}` : `that cover ${them}`;
      const rest = areWithin ? words.cells(plus) : `${words.cells(plus)} outside`;
      return `${capital(listed(units))} ${add} up to ${total}, and the cages ${cages} to ${caged}. That leaves ${sum} for ${rest}, so ${words.losses(step.lost)}.`;
    }
  }
}

/** Names the digits that stand in cells that the cell sees, and those that were removed before. */
function nakedSingleText(
  { cell, digit }: { readonly cell: number; readonly digit: number },
  { geometry: { size }, tables, placed }: CandidateGrid,
  words: Words,
): string {
  const seen = new Set([...tables.peersOf[cell]!].map((peer) => placed[peer]!));
  const removed = Array.from({ length: size }, (_, i) => i + 1).filter(
    (one) => one !== digit && !seen.has(one),
  );
  const [name, symbol] = [words.cell(cell), words.digit(digit)];
  if (removed.length === size - 1)
    return `${name} can only be ${symbol}: all other digits were removed before.`;
  if (removed.length === 0) return `${name} sees all digits but ${symbol}.`;
  return `${name} can only be ${symbol}: it sees the other digits, but for ${words.digits(removed)}, which ${removed.length === 1 ? 'was' : 'were'} removed before.`;
}

function ruleText(rule: string, reason: RuleReason, words: Words): string {
  switch (reason.kind) {
    case 'group': {
      const { cells, sum, sets, isConsecutive } = reason;
      const says = isConsecutive
        ? ' has consecutive digits'
        : sum === undefined
          ? ' has different digits'
          : ` adds up to ${sum}`;
      const one = `${capital(rule)}${says}`;
      if (!sets || sets.length > MAX_SETS) return `${one}, which no way to fill it with these digits does`;
      return `${one}: ${words.cells(cells)} ${cells.length === 1 ? 'is' : 'are'} ${sets.map((set) => words.digits(set)).join(', or ')}`;
    }
    case 'needed':
      return `${capital(rule)} needs ${words.digit(reason.digit)} in ${words.cells(reason.places, 'or')}`;
    case 'relation': {
      const pairs = reason.cells.map(([one, other]) => words.cells([one, other]));
      return `${capital(rule)}: the digits of ${pairs.join(', of ')} are ${reason.relation}`;
    }
    case 'sum':
      return `${capital(rule)}: ${words.cells(reason.plus)} add up to ${reason.minus.length > 0 ? words.cells(reason.minus) : reason.sum}`;
  }
}

class Words {
  readonly #size: number;
  readonly #symbols: string | undefined;

  constructor({ size }: Geometry, symbols: string | undefined) {
    this.#size = size;
    this.#symbols = symbols;
  }

  digit(digit: number): string {
    return this.#symbols?.[digit - 1] ?? String(digit);
  }

  digits(digits: readonly number[]): string {
    return listed(digits.map((digit) => this.digit(digit)));
  }

  cell(cell: number): string {
    return cellCode(cell, this.#size);
  }

  cells(cells: readonly number[], word = 'and'): string {
    return listed(
      cells.map((cell) => this.cell(cell)),
      word,
    );
  }

  /** `r1c1 and r1c2 lose 3, and r2c2 loses 1 and 4` */
  losses(lost: readonly LostDigits[]): string {
    const byDigits = new Map<string, number[]>();
    for (const { cell, digits } of lost) {
      const key = this.digits(digits);
      byDigits.set(key, [...(byDigits.get(key) ?? []), cell]);
    }
    const texts = Array.from(
      byDigits,
      ([digits, cells]) => `${this.cells(cells)} ${cells.length > 1 ? 'lose' : 'loses'} ${digits}`,
    );
    return texts.join(', and ');
  }
}

/** `1`, `1 and 2`, `1, 2 and 3` */
function listed(items: readonly string[], word = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
