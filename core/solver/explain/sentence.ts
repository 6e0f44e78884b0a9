// What a step says to a person, in a sentence: why, and what follows.

import { VARIANTS, type VariantName } from '../../options/variants.ts';
import type { Geometry } from '../model/geometry.ts';
import { cellCode } from '../model/rule-kinds.ts';
import type { Relation } from '../model/rules.ts';
import { capital, inUnit, listed, lossesText, unitsText } from '../model/words.ts';
import type { CandidateGrid, LostDigits } from './candidate-grid.ts';
import { type ExplainedStep, type RuleReason, unitNamesOf } from './explained-step.ts';
import { premisesOf } from './rule-steps.ts';

/** Sets of digits that a sentence lists. */
const MAX_SETS = 4;
/** Reasons that a sentence gives for losing digits of these sets. */
const MAX_REASONS = 4;

/**
 * The sentence of a step.
 * @param before the candidates before the step
 * @param symbols of the digits, from 1; by default numbers
 */
export function explainedSentence(step: ExplainedStep, before: CandidateGrid, symbols?: string): string {
  const { geometry } = before;
  const words = new Words(geometry, symbols);
  const units = unitNamesOf(step, geometry).map(withArticle);
  const within = units[0] === undefined ? '' : capital(inUnit(units[0]));
  switch (step.step) {
    case 'naked single':
      return nakedSingleText(step, before, words);
    case 'hidden single':
      return `${within}, only ${words.cell(step.cell)} can be ${words.digit(step.digit)}.`;
    case 'guess':
      return `No easier step is left, so this is a guess: the solution has ${words.digit(step.digit)} in ${words.cell(step.cell)}.`;
    case 'locked candidate': {
      const { cells, digit, into, lost } = step;
      if (into !== undefined)
        return `All places for ${words.digit(digit)} ${inUnit(units[0]!)} are also ${inUnit(units[1]!)}, so ${words.losses(lost)}.`;
      const seen = words.cells(lost.map(({ cell }) => cell));
      return `${within}, ${words.digit(digit)} is in ${words.cells(cells, 'or')}, which ${cells.length === 2 ? 'both' : 'all'} see ${seen}, so ${words.losses(lost)}.`;
    }
    case 'naked pair':
    case 'naked triplet':
      return `${within}, ${words.cells(step.cells)} hold ${words.digits(step.digits)} between them, so ${words.losses(step.lost)}.`;
    case 'hidden pair':
      return `${within}, ${words.digits(step.digits)} fit only in ${words.cells(step.cells)}, so ${words.losses(step.lost)}.`;
    case 'rule':
      return `${ruleText(step, before, words)}, so ${words.losses(step.lost)}.`;
    case 'innies and outies': {
      const { total, caged, areWithin } = step.leftover;
      const { plus, sum } = step.reason;
      const [add, them] = units.length > 1 ? ['add', 'them'] : ['adds', 'it'];
      const cages = areWithin ? `within ${them}` : `that cover ${them}`;
      const rest = areWithin ? words.cells(plus) : `${words.cells(plus)} outside ${them}`;
      return `${capital(unitsText(units))} ${add} up to ${total}, and the cages ${cages} to ${caged}. That leaves ${sum} for ${rest}${premisesText(step, before, words)}, so ${words.losses(step.lost)}.`;
    }
  }
}

/** A unit with a number has a name; others have an article, as the asterisk. */
const withArticle = (unit: string): string => (/\d/.test(unit) ? unit : `the ${unit}`);

/** What the cell sees, and what is excluded beside that: by earlier steps, or by candidates of the puzzle. */
function nakedSingleText(
  { cell, digit }: { readonly cell: number; readonly digit: number },
  { geometry: { size }, tables, placed }: CandidateGrid,
  words: Words,
): string {
  const seen = new Set([...tables.peersOf[cell]!].map((peer) => placed[peer]!));
  const others = Array.from({ length: size }, (_, i) => i + 1).filter((one) => one !== digit);
  const [met, removed] = [others.filter((one) => seen.has(one)), others.filter((one) => !seen.has(one))];
  const name = words.cell(cell);
  if (removed.length === 0) return `${name} sees every digit except ${words.digit(digit)}.`;
  const only = `${name} can only be ${words.digit(digit)}`;
  const are = removed.length === 1 ? 'is' : 'are';
  if (met.length === 0) return `${only}: all other digits are ruled out already.`;
  if (met.length < removed.length)
    return `${only}: it sees ${words.digits(met)}, and ${words.digits(removed)} ${are} ruled out already.`;
  return `${only}: it sees every other digit except ${words.digits(removed)}, which ${are} ruled out already.`;
}

type RuleStep = Extract<ExplainedStep, { step: 'rule' }>;
type GroupReason = Extract<RuleReason, { kind: 'group' }>;
type RelationOrSum = Extract<RuleReason, { kind: 'relation' | 'sum' }>;
type RelatedCells = Extract<RuleReason, { kind: 'relation' }>['cells'];

function ruleText({ rule, reason, lost }: RuleStep, before: CandidateGrid, words: Words): string {
  const name = capital(rule in VARIANTS ? VARIANTS[rule as VariantName].label : rule);
  switch (reason.kind) {
    case 'group': {
      const { cells, sets } = reason;
      const [does, doing] = groupWords(reason);
      const why = sets.length > MAX_SETS ? undefined : insideText(reason, lost, before, words);
      if (why === undefined) return `${name} cannot ${doing} with ${words.places(lost)}`;
      return `${name} ${does}: ${words.cells(cells)} can only hold ${sets.map((set) => words.digits(set)).join(', or ')}${why}`;
    }
    case 'needed': {
      const digit = words.digit(reason.digit);
      const all = reason.places.length === 2 ? 'both' : 'all of these';
      return `${name} needs ${digit} in ${words.cells(reason.places, 'or')}, and no cell that sees ${all} can be ${digit}`;
    }
    case 'relation':
      return `${name}: ${relatedText(reason.cells, reason.relation, words)}${premisesText({ reason, lost }, before, words)}`;
    case 'sum': {
      const { plus, minus, sum } = reason;
      const total = minus.length > 0 ? words.cells(minus) : sum;
      return `${name}: ${words.cells(plus)} ${plus.length === 1 ? 'equals' : `add up to`} ${total}${premisesText({ reason, lost }, before, words)}`;
    }
  }
}

/** What is known of cells that have a relation or sum, and matters: `, and r1c1 is 2, and r1c2 cannot be 4` */
function premisesText(
  { reason, lost }: { readonly reason: RelationOrSum; readonly lost: readonly LostDigits[] },
  before: CandidateGrid,
  words: Words,
): string {
  const known = Map.groupBy(premisesOf(reason, lost, before), ({ cell, digits }) => {
    const left = before.candidatesOf(cell);
    if (left.length === 1) return `be ${words.digit(left[0]!)}`;
    return left.length > 0 && left.length <= digits.length
      ? `can only be ${words.digits(left, 'or')}`
      : `cannot be ${words.digits(digits, 'or')}`;
  });
  return Array.from(known, ([what, own]) => {
    const cells = own.map(({ cell }) => cell);
    return `, and ${words.cells(cells)} ${what.replace(/^be/, cells.length === 1 ? 'is' : 'are')}`;
  }).join('');
}

/** What a cage or line does, and what it cannot do. */
function groupWords({ sum, isConsecutive }: GroupReason): [string, string] {
  if (isConsecutive) return ['has consecutive digits', 'have consecutive digits'];
  return sum === undefined
    ? ['has different digits', 'have different digits']
    : [`adds up to ${sum}`, `add up to ${sum}`];
}

/** Why cells lose digits of the sets that they can hold: empty if they lose no such digit, undefined if it takes too many reasons. */
function insideText(
  { cells, sets }: GroupReason,
  lost: readonly LostDigits[],
  before: CandidateGrid,
  words: Words,
): string | undefined {
  const setsOf = new Map<string, string[]>();
  for (const set of sets)
    for (const [inside, outside] of splitsOf(set, cells, lost, before)) {
      const reason =
        inside.cells.length <= outside.cells.length
          ? `${words.cells(inside.cells)} must ${inside.cells.length === 1 ? 'be' : 'hold'} ${words.digits(inside.digits)}`
          : `only ${words.cells(outside.cells)} can be ${words.digits(outside.digits, 'or')}`;
      setsOf.set(reason, [...(setsOf.get(reason) ?? []), words.digits(set)]);
    }
  if (setsOf.size === 0) return '';
  if (setsOf.size > MAX_REASONS) return undefined;
  if (sets.length === 1) return `, and ${[...setsOf.keys()].join(', and ')}`;
  const reasonsOf = Map.groupBy(setsOf.keys(), (reason) => {
    const own = setsOf.get(reason)!;
    return own.length === sets.length ? 'in each case' : `with ${own.join(', or with ')}`;
  });
  const texts = Array.from(reasonsOf, ([where, reasons]) => `${where}, ${reasons.join(', and ')}`);
  return `. ${capital(texts.join('; '))}`;
}

/** Cells, and as many digits that they hold between them. */
interface Share {
  readonly cells: readonly number[];
  readonly digits: readonly number[];
}

/**
 * Splits of a group that holds a set of digits: some cells have as many candidates in the set as they are (a Hall set), so the
 * other cells hold the rest. Takes those that exclude most of the lost digits, until all are excluded.
 */
function splitsOf(
  set: readonly number[],
  cells: readonly number[],
  lost: readonly LostDigits[],
  before: CandidateGrid,
): [inside: Share, outside: Share][] {
  const bits = (isIn: (digit: number) => boolean) =>
    set.reduce((all, digit, i) => (isIn(digit) ? all | (1 << i) : all), 0);
  const own = cells.map((cell) => bits((digit) => before.may(cell, digit)));
  const open = cells.map((cell) =>
    bits((digit) => lost.some((one) => one.cell === cell && one.digits.includes(digit))),
  );
  if (open.every((digits) => digits === 0)) return [];
  // of each choice of cells, as bits: how many it has, and the digits that they may be; the set has as many digits as there are cells
  const count = new Uint8Array(2 ** cells.length);
  const held = new Uint16Array(2 ** cells.length);
  for (let chosen = 1; chosen < count.length; chosen++) {
    const others = chosen & (chosen - 1);
    count[chosen] = count[others]! + 1;
    held[chosen] = held[others]! | own[Math.log2(chosen - others)]!;
  }
  const words = (chosen: number) => Math.min(count[chosen]!, cells.length - count[chosen]!);
  const splits = [...count.keys()]
    .filter((chosen) => count[held[chosen]!] === count[chosen])
    .sort((a, b) => words(a) - words(b) || count[a]! - count[b]!);
  const isIn = (chosen: number, i: number) => ((chosen >> i) & 1) === 1;
  const excludes = (chosen: number) =>
    open.reduce((sum, digits, i) => sum + (isIn(chosen, i) ? 0 : count[digits & held[chosen]!]!), 0);
  const taken: [Share, Share][] = [];
  while (open.some((digits) => digits > 0)) {
    const best = splits.reduce((one, other) => (excludes(other) > excludes(one) ? other : one));
    for (const i of cells.keys()) if (!isIn(best, i)) open[i]! &= ~held[best]!;
    const part = (isInside: boolean): Share => ({
      cells: cells.filter((_, i) => isIn(best, i) === isInside),
      digits: set.filter((_, i) => isIn(held[best]!, i) === isInside),
    });
    taken.push([part(true), part(false)]);
  }
  return taken;
}

/** Cells that are related to the same one, or that follow each other, are named together. */
function relatedText(pairs: RelatedCells, { name, ofOne }: Relation, words: Words): string {
  const isOrdered = / order$/.test(name);
  const pairText = (one: number, other: number) =>
    isOrdered ? `${words.cell(one)} ${ofOne} ${words.cell(other)}` : `${words.cells([one, other])} ${name}`;
  if (pairs.length === 1) return pairText(...pairs[0]!);
  const centre = commonCell(pairs, isOrdered);
  if (centre !== undefined) {
    const others = pairs.map(([one, other]) => (one === centre ? other : one));
    const isNegative = /\b(?:not|neither) /.test(name);
    const each = isNegative ? words.cells(others, 'or') : `each of ${words.cells(others)}`;
    return `${words.cell(centre)} ${ofOne} ${each}`;
  }
  const lines: number[][] = [];
  for (const [one, other] of pairs) {
    const line = lines.at(-1);
    if (line?.at(-1) === one) line.push(other);
    else lines.push([one, other]);
  }
  const texts = lines.map((cells) =>
    cells.length === 2
      ? pairText(cells[0]!, cells[1]!)
      : `along ${words.cells(cells)}, each digit ${ofOne} the next`,
  );
  return texts.join('; ');
}

/** The cell that all pairs have in common. @param isFirst where the order matters */
function commonCell(pairs: RelatedCells, isFirst: boolean): number | undefined {
  const [one, other] = pairs[0]!;
  const isIn = (cell: number) => pairs.every((pair) => (isFirst ? pair[0] === cell : pair.includes(cell)));
  return [one, other].find(isIn);
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

  digits(digits: readonly number[], last?: 'or'): string {
    return listed(
      digits.map((digit) => this.digit(digit)),
      last,
    );
  }

  cell(cell: number): string {
    return cellCode(cell, this.#size);
  }

  cells(cells: readonly number[], last?: 'or'): string {
    return listed(
      cells.map((cell) => this.cell(cell)),
      last,
    );
  }

  losses(lost: readonly LostDigits[]): string {
    return lossesText(lost.map(({ cell, digits }) => [this.cell(cell), this.digits(digits)] as const));
  }

  /** The same as what would stand there: `3 in r1c1 or r1c2, or 1 or 4 in r2c2` */
  places(lost: readonly LostDigits[]): string {
    const byDigits = Map.groupBy(lost, ({ digits }) => this.digits(digits, 'or'));
    return Array.from(
      byDigits,
      ([digits, own]) =>
        `${digits} in ${this.cells(
          own.map(({ cell }) => cell),
          'or',
        )}`,
    ).join(', or ');
  }
}
