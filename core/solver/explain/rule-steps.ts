// The steps that follow from rules: each rule alone, with the candidates of its cells, removes those that no way to obey it has
// (generalised arc consistency, as constraint solvers call it), and a cage or renban line also the digits that it needs for itself.

import type { Geometry } from '../model/geometry.ts';
import type { Group, Pair, Relation } from '../model/rules.ts';
import { type CandidateGrid, isDifferent, type LostDigits } from './candidate-grid.ts';
import type { ExplainedStep, RuleReason, SumReason } from './explained-step.ts';
import { leftoverSums } from './leftovers.ts';

/** A rule that may remove candidates. */
interface Rule {
  /** The cells that it depends on. */
  readonly cells: readonly number[];
  readonly find: (grid: CandidateGrid) => ExplainedStep | undefined;
}

/** Looks at each rule again once the candidates of its cells have changed. */
export class RuleSteps {
  readonly #grid: CandidateGrid;
  readonly #rules: readonly (Rule & { seen: number })[];

  private constructor(grid: CandidateGrid, rules: readonly Rule[]) {
    this.#grid = grid;
    this.#rules = rules.map((rule) => ({ ...rule, seen: -1 }));
  }

  /** The rules of the puzzle and of its variants. */
  static ofRules(grid: CandidateGrid): RuleSteps {
    return new RuleSteps(grid, rulesIn(grid.geometry));
  }

  /** What cages leave of rows, columns, boxes and regions. */
  static ofLeftovers(grid: CandidateGrid): RuleSteps {
    const rules = leftoverSums(grid.geometry).map(({ sum, leftover }) => ({
      cells: [...sum.plus, ...sum.minus],
      find: () => {
        const lost = sumLosses(grid, sum);
        return lost && ({ step: 'innies and outies', reason: sum, leftover, lost } as const);
      },
    }));
    return new RuleSteps(grid, rules);
  }

  /** The first rule that removes something. */
  next(): ExplainedStep | undefined {
    for (const rule of this.#rules) {
      // candidates only get fewer, so the same number means the same candidates
      const now = rule.cells.reduce((sum, cell) => sum + this.#grid.countOf(cell), 0);
      if (rule.seen === now) continue;
      const step = rule.find(this.#grid);
      if (step) return step;
      rule.seen = now;
    }
    return undefined;
  }
}

function rulesIn({ groups, sums, pairs }: Geometry): Rule[] {
  return [
    ...groups.map((group) => ({ cells: group.cells, find: (grid: CandidateGrid) => groupStep(grid, group) })),
    ...pairRules(pairs),
    ...sums.map(({ plus, minus, sum, name = '' }) => {
      const reason: SumReason = { kind: 'sum', plus, minus, sum };
      const find = (grid: CandidateGrid) => ruleStep(name, reason, sumLosses(grid, reason));
      return { cells: [...plus, ...minus], find };
    }),
  ];
}

function ruleStep(
  rule: string,
  reason: RuleReason,
  lost: readonly LostDigits[] | undefined,
): ExplainedStep | undefined {
  return lost && { step: 'rule', rule, reason, lost };
}

/** Cages and renban lines of larger grids are not searched: sets of their digits would be too many. */
const MAX_GROUP_SIZE = 16;
/** Sets of digits for the first cells of a group. More are not searched: the steps do without this rule until there are fewer. */
const MAX_SETS = 4000;

function groupStep(grid: CandidateGrid, group: Group): ExplainedStep | undefined {
  const { cells, sum, consecutive = false, name = '' } = group;
  if (grid.geometry.size > MAX_GROUP_SIZE) return undefined;
  const found = fillings(grid, group);
  if (!found) return undefined;
  const lost = lostBeside(grid, cells, (cell, digit) => has(found.supported[cells.indexOf(cell)]!, digit));
  const sets = found.sets.map(digitsOf);
  if (lost) return ruleStep(name, { kind: 'group', cells, sum, isConsecutive: consecutive, sets }, lost);
  // what all ways to fill it need, in cells that others see
  const needed = found.sets.reduce((all, set) => all & set, -1);
  for (const digit of digitsOf(needed & (2 ** (grid.geometry.size + 1) - 1))) {
    const places = cells.filter((cell) => grid.may(cell, digit));
    if (places.some((cell) => grid.placed[cell] === digit)) continue;
    const outside = grid.lostIn(
      grid.seenByAll(places).filter((cell) => !cells.includes(cell)),
      [digit],
    );
    if (outside.length > 0) return ruleStep(name, { kind: 'needed', digit, places }, outside);
  }
  return undefined;
}

/**
 * The sets of digits, as bits from 1, that a group can have, and those that each of its cells can have. Walks the cells in order
 * with the sets that the cells before can hold, then back from the sets that obey the rule.
 */
function fillings(
  grid: CandidateGrid,
  { cells, sum, consecutive }: Group,
): { sets: number[]; supported: number[] } | undefined {
  const candidates = cells.map((cell) => grid.candidatesOf(cell));
  const layers: Set<number>[] = [new Set([0])];
  for (const own of candidates) {
    const next = new Set<number>();
    for (const set of layers.at(-1)!)
      for (const digit of own) if (!has(set, digit)) next.add(set | (1 << digit));
    if (next.size > MAX_SETS) return undefined;
    layers.push(next);
  }
  const isRight = (set: number) => {
    const digits = digitsOf(set);
    if (consecutive) return digits.at(-1)! - digits[0]! === digits.length - 1;
    return sum === undefined || digits.reduce((a, b) => a + b, 0) === sum;
  };
  const sets = [...layers.at(-1)!].filter(isRight);
  const supported = cells.map(() => 0);
  let alive = new Set(sets);
  for (let i = cells.length - 1; i >= 0; i--) {
    const before = new Set<number>();
    for (const set of layers[i]!) {
      for (const digit of candidates[i]!) {
        if (has(set, digit) || !alive.has(set | (1 << digit))) continue;
        supported[i]! |= 1 << digit;
        before.add(set);
      }
    }
    alive = before;
  }
  return { sets: sets.sort((a, b) => a - b), supported };
}

const has = (set: number, digit: number): boolean => ((set >> digit) & 1) === 1;

/** Ascending. */
function digitsOf(set: number): number[] {
  return Array.from({ length: 32 - Math.clz32(set) }, (_, digit) => digit).filter((digit) => has(set, digit));
}

/** The candidates of open cells without support; undefined if there are none. */
function lostBeside(
  grid: CandidateGrid,
  cells: readonly number[],
  isSupported: (cell: number, digit: number) => boolean,
): LostDigits[] | undefined {
  const lost = cells
    .filter((cell) => grid.placed[cell] === 0)
    .map((cell) => ({
      cell,
      digits: grid.candidatesOf(cell).filter((digit) => !isSupported(cell, digit)),
    }))
    .filter(({ digits }) => digits.length > 0);
  return lost.length > 0 ? lost : undefined;
}

/** Two cells with a relation, in the order that the relation means. */
type Related = Pair['cells'];

/**
 * The pairs of cells of each rule and relation, such as those along a thermometer. The pairs of a variant, which has hundreds,
 * are taken by the cell that they have in common. Cells that only differ are peers already.
 */
function pairRules(pairs: readonly Pair[]): Rule[] {
  const byRule = new Map<string, Pair[]>();
  for (const pair of pairs) {
    if (isDifferent(pair.relation)) continue;
    const key = `${pair.rule}: ${pair.relation.name}`;
    byRule.set(key, [...(byRule.get(key) ?? []), pair]);
  }
  return [...byRule.values()].flatMap((own) => {
    const { rule, relation } = own[0]!;
    const related = own.map((pair) => pair.cells);
    const isVariant = !rule.startsWith('the ');
    const parts = isVariant
      ? [...new Set(related.flat())].map((cell) => related.filter((pair) => pair.includes(cell)))
      : [related];
    return parts.map((part) => ({
      cells: [...new Set(part.flat())],
      find: (grid: CandidateGrid) => relationStep(grid, rule, relation, part),
    }));
  });
}

function relationStep(
  grid: CandidateGrid,
  rule: string,
  relation: Relation,
  related: readonly Related[],
): ExplainedStep | undefined {
  const { left, used } = relatedCandidates(related, relation, (cell) => grid.candidatesOf(cell));
  const lost = lostBeside(grid, [...left.keys()], (cell, digit) => left.get(cell)!.includes(digit));
  return ruleStep(
    rule,
    { kind: 'relation', cells: related.filter((pair) => used.has(pair)), relation },
    lost,
  );
}

/** The digits that each cell may have. */
type CandidatesOf = (cell: number) => readonly number[];

/** The candidates of related cells that each go with one in every other cell, and the pairs that removed some. */
function relatedCandidates(
  related: readonly Related[],
  { allows }: Relation,
  candidatesOf: CandidatesOf,
): { left: Map<number, readonly number[]>; used: Set<Related> } {
  const left = new Map(related.flat().map((cell) => [cell, candidatesOf(cell)]));
  /** Keeps the digits of a cell that go with one of another. */
  const keep = (cell: number, other: number, goTogether: (a: number, b: number) => boolean) => {
    const before = left.get(cell)!;
    const kept = before.filter((digit) => left.get(other)!.some((partner) => goTogether(digit, partner)));
    left.set(cell, kept);
    return kept.length < before.length;
  };
  const used = new Set<Related>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const pair of related) {
      const [one, other] = pair;
      const loses = [keep(one, other, allows), keep(other, one, (a, b) => allows(b, a))].includes(true);
      if (loses) used.add(pair);
      changed ||= loses;
    }
  }
  return { left, used };
}

/** Partial sums that are looked at before a rule is left alone until its cells have fewer candidates. */
const MAX_PARTIAL_SUMS = 50_000;

/** Candidates of cells that are in no choice of candidates with the sum. */
function sumLosses(grid: CandidateGrid, reason: SumReason): LostDigits[] | undefined {
  const supported = summedCandidates(grid, reason, (cell) => grid.candidatesOf(cell));
  if (!supported) return undefined;
  const cells = [...reason.plus, ...reason.minus].sort((a, b) => a - b);
  return lostBeside(grid, cells, (cell, digit) => supported.get(cell)!.has(digit));
}

/** The digits of each cell that are in a choice of candidates with the sum. Cells that see each other differ. */
function summedCandidates(
  grid: CandidateGrid,
  { plus, minus, sum }: SumReason,
  candidatesOf: CandidatesOf,
): Map<number, ReadonlySet<number>> | undefined {
  const terms = [
    ...plus.map((cell) => ({ cell, sign: 1, digits: candidatesOf(cell) })),
    ...minus.map((cell) => ({ cell, sign: -1, digits: candidatesOf(cell) })),
  ].sort((a, b) => a.digits.length - b.digits.length);
  if (terms.some(({ digits }) => digits.length === 0)) return undefined;
  // what the terms from each on can add
  const bounds = [[0, 0] as [least: number, most: number]];
  for (const { sign, digits } of terms.toReversed()) {
    const ends = [sign * digits[0]!, sign * digits.at(-1)!];
    const [least, most] = bounds[0]!;
    bounds.unshift([least + Math.min(...ends), most + Math.max(...ends)]);
  }
  const supported = terms.map(() => new Set<number>());
  const chosen: number[] = [];
  let looked = 0;
  /** Whether terms from one on can have what is left of the sum. */
  const search = (i: number, left: number): boolean => {
    if (++looked > MAX_PARTIAL_SUMS) return true;
    const [least, most] = bounds[i]!;
    if (left < least || left > most) return false;
    if (i === terms.length) return true;
    const { cell, sign, digits } = terms[i]!;
    let isPossible = false;
    for (const digit of digits) {
      const isSeen = chosen.some(
        (other, k) => other === digit && grid.tables.peersOf[cell]!.has(terms[k]!.cell),
      );
      if (isSeen) continue;
      chosen.push(digit);
      if (search(i + 1, left - sign * digit)) {
        supported[i]!.add(digit);
        isPossible = true;
      }
      chosen.pop();
    }
    return isPossible;
  };
  search(0, sum);
  if (looked > MAX_PARTIAL_SUMS) return undefined;
  return new Map(terms.map(({ cell }, i) => [cell, supported[i]!]));
}

/**
 * The digits that cells are known not to have from which the losses of a relation or sum follow: without one of them, they do not.
 */
export function premisesOf(
  reason: Extract<RuleReason, { kind: 'relation' | 'sum' }>,
  lost: readonly LostDigits[],
  grid: CandidateGrid,
): LostDigits[] {
  const cells = reason.kind === 'sum' ? [...reason.plus, ...reason.minus] : [...new Set(reason.cells.flat())];
  const all = Array.from({ length: grid.geometry.size }, (_, i) => i + 1);
  const excluded = new Map(cells.map((cell) => [cell, all.filter((digit) => !grid.may(cell, digit))]));
  const candidatesOf: CandidatesOf = (cell) => all.filter((digit) => !excluded.get(cell)!.includes(digit));
  const follow = () => {
    const left =
      reason.kind === 'sum'
        ? summedCandidates(grid, reason, candidatesOf)
        : relatedCandidates(reason.cells, reason.relation, candidatesOf).left;
    if (!left) return false;
    const kept = ({ cell, digits }: LostDigits) => digits.some((digit) => new Set(left.get(cell)).has(digit));
    return !lost.some(kept);
  };
  const leaveOut = (cell: number, rest: number[]) => {
    const before = excluded.get(cell)!;
    excluded.set(cell, rest);
    if (!follow()) excluded.set(cell, before);
  };
  // what the cells with most candidates do not have, first: to name few cells
  const ordered = cells.toSorted((a, b) => grid.countOf(b) - grid.countOf(a));
  for (const cell of ordered) leaveOut(cell, []);
  for (const cell of ordered)
    for (const digit of excluded.get(cell)!)
      leaveOut(
        cell,
        excluded.get(cell)!.filter((other) => other !== digit),
      );
  return cells
    .map((cell) => ({ cell, digits: excluded.get(cell)! }))
    .filter(({ digits }) => digits.length > 0);
}
