// Why a step of a graded puzzle holds, in a sentence for players, from the candidates before it.

import type { Geometry } from '../model/geometry.ts';
import { capital, inUnit, listed, lossesText, unitsText } from '../model/words.ts';
import { ALL, Board, boardShape, LOWEST, MEMBERS } from './board.ts';
import { fish, hiddenSet, nakedSet } from './sets.ts';
import { locked } from './singles.ts';
import {
  type ChainNode,
  cellText,
  chainTexts,
  digitsIn,
  nodeText,
  patternText,
  type Removal,
  type RemovalFilter,
  type Step,
  unitText,
} from './step.ts';

/** Why a step holds. */
export interface StepReason {
  /** A sentence or several: `In box 5, only r6c4 can be 5.` */
  readonly why: string;
  /** The chains that the sentence speaks of, as {@link chainTexts} writes them, each link with the step that it needs, if any. */
  readonly chains: readonly string[];
  /** The cells of the pattern, each with those of its candidates that matter. */
  readonly cells: readonly Removal[];
}

/** The reasons of all steps of a graded puzzle. @param givens 81 digits row by row, 0 for empty */
export function stepReasons({ variant }: Geometry, givens: Uint8Array, steps: readonly Step[]): StepReason[] {
  const board = new Board(boardShape(variant === 'x'));
  board.start(givens);
  return steps.map((step) => {
    const reason = {
      why: sentenceOf(board, step),
      chains: chainTexts(step, (node, chain) => linkText(board, node, chain)),
      cells: step.cells.map((cell) => ({ cell, digits: board.candidates[cell]! & digitsThatMatter(step) })),
    };
    for (const { cell, digits } of step.removals) board.remove(cell, digits);
    if (step.cell !== undefined) board.place(step.cell, step.digit!);
    return reason;
  });
}

/** In a wing, all candidates of its cells matter, not only the digit that is removed. */
const digitsThatMatter = ({ technique, digits }: Step): number => (technique.startsWith('XY') ? ALL : digits);

function sentenceOf(board: Board, step: Step): string {
  const { technique, cell, digit, digits, cells, chains } = step;
  if (chains) return /Cycle/.test(technique) ? cycleSentence(board, step) : forcingSentence(step);
  const units = step.units.map(unitText);
  const where = listed(cells.map(cellText));
  const values = listed(digitsIn(digits));
  switch (technique) {
    case 'Last Cell':
      return `${capital(units[0]!)} has one empty cell: ${cellText(cell!)} must be ${digit! + 1}.`;
    case 'Hidden Single':
      return `${capital(inUnit(units[0]!))}, only ${cellText(cell!)} can be ${digit! + 1}.`;
    case 'Naked Single':
      return nakedSingleSentence(board, cell!, digit!);
    case 'Pointing':
    case 'Claiming':
    case 'Direct Pointing':
    case 'Direct Claiming': {
      const [from, into] = units;
      const locked = `All places for ${values} ${inUnit(from!)} are also ${inUnit(into!)}, so no other cell of ${into} can be ${values}`;
      return cell === undefined ? `${locked}: ${losses(step)}.` : `${locked}. ${onlyPlace(board, step)}`;
    }
    case 'Direct Hidden Pair':
    case 'Direct Hidden Triplet':
    case 'Hidden Pair':
    case 'Hidden Triplet':
    case 'Hidden Quad': {
      const set = `${capital(inUnit(units[0]!))}, only ${where} can be ${either(digits)}, so these hold nothing else`;
      return cell === undefined ? `${set}: ${losses(step)}.` : `${set}. ${onlyPlace(board, step)}`;
    }
    case 'Naked Pair':
    case 'Naked Triplet':
    case 'Naked Quad':
      return `${capital(inUnit(units[0]!))}, ${where} can only be ${either(digits)}, so no other cell of ${units[0]} can: ${losses(step)}.`;
    case 'X-Wing':
    case 'Swordfish':
    case 'Jellyfish': {
      const [base, cover] = [units.slice(0, units.length / 2), units.slice(units.length / 2)];
      return `In ${unitsText(base)}, all places for ${values} are in ${unitsText(cover)}, so no other cell of these ${cover[0]!.split(' ')[0]}s can be ${values}: ${losses(step)}.`;
    }
    case 'Unique Rectangle':
    case 'Unique Loop':
      return uniqueLoopSentence(step);
    case 'Bivalue Universal Grave':
      return graveSentence(step);
    case 'Aligned Pair Exclusion':
    case 'Aligned Triplet Exclusion':
      return alignedSentence(board, step);
    default:
      return wingSentence(board, step);
  }
}

/** What stands in the units of the cell, and what earlier steps have removed. */
function nakedSingleSentence({ shape, digits, candidates }: Board, cell: number, digit: number): string {
  let seen = 0;
  for (const peer of shape.peers[cell]!) if (digits[peer]! > 0) seen |= 1 << (digits[peer]! - 1);
  const [box, ...lines] = Array.from(shape.unitsOf[cell]!, unitText);
  const units = listed([...lines.slice(0, 2), box!, ...lines.slice(2)]);
  const removed = ALL & ~(candidates[cell]! | seen);
  const taken = removed === 0 ? `every digit except ${digit + 1}` : listed(digitsIn(seen));
  const earlier = removed === 0 ? '' : `, and earlier steps have ruled out ${listed(digitsIn(removed))}`;
  return `${capital(units)} contain ${taken}${earlier}: ${cellText(cell)} must be ${digit + 1}.`;
}

/** The unit in which a direct step leaves its digit one place: that of the set, or beside the unit whose places are locked. */
function onlyPlace({ shape }: Board, { units, cell, digit }: Step): string {
  const kind = shape.kinds[units[0]!]!;
  const unit = shape.unitsOf[cell!]!.find((one) => shape.kinds[one] === kind)!;
  return `That leaves one place for ${digit! + 1} ${inUnit(unitText(unit))}: ${cellText(cell!)}.`;
}

function wingSentence({ candidates }: Board, step: Step): string {
  const [pivot, ...pincers] = step.cells as [number, number, number];
  const z = LOWEST[step.digits]! + 1;
  const cases = pincers.map(
    (pincer) =>
      `if it is ${listed(digitsIn(candidates[pincer]! & ~step.digits))}, ${cellText(pincer)} is ${z}`,
  );
  const seen = step.technique === 'XY-Wing' ? listed(pincers.map(cellText)) : 'all three';
  return `${cellText(pivot)} is ${either(candidates[pivot]!)}: ${cases.join('; ')}. A cell that sees ${seen} cannot be ${z}: ${losses(step)}.`;
}

function uniqueLoopSentence(step: Step): string {
  const { cells, digits, extras = [], beside, units } = step;
  const pair = either(digits);
  const some = extras.map(({ cell }) => cellText(cell));
  const more = extras.reduce((set, extra) => set | extra.digits, 0);
  const swapped = `If ${listed(cells.map(cellText))} could only be ${pair}, the two digits could be swapped, and the puzzle would have two solutions`;
  const only = `${swapped}. Only ${listed(some)} can be anything else`;
  if (extras.length === 1) return `${only}, so it must be: ${losses(step)}.`;
  if (units.length === 0)
    return `${only}, and that is ${either(more)}, so one of them is. ${seenByAll(step, some)}`;
  const unit = unitText(units[0]!);
  if (!beside)
    return `${only}, so one of them must be. ${capital(inUnit(unit))}, only these can be ${either(digits & ~step.removals[0]!.digits)}, so one is, and the other is neither ${listed(digitsIn(digits), 'nor')}: ${losses(step)}.`;
  const others = listed(beside.cells.map(cellText));
  if (beside.isHidden)
    return `${only}, so one of them must be ${either(more)}. ${capital(inUnit(unit))}, ${listed(digitsIn(beside.digits))} then fit only in ${listed(['the other one', ...beside.cells.map(cellText)])}, so ${others} can be nothing else: ${losses(step)}.`;
  return `${only}, so one of them must be ${either(more)}. ${setWith(step, unit, others)}`;
}

function graveSentence(step: Step): string {
  const { extras = [], digits, beside, units } = step;
  const some = extras.map(({ cell }) => cellText(cell));
  const candidates = extras.map((extra) => `${listed(digitsIn(extra.digits))} in ${cellText(extra.cell)}`);
  const grave = `Without ${listed(candidates)}, every empty cell would have two candidates, and every missing digit two places in each unit, so the puzzle would not have exactly one solution.`;
  if (extras.length === 1)
    return `${grave} So ${some[0]} must be ${either(extras[0]!.digits)}: ${losses(step)}.`;
  const oneIs = `${grave} So one of these is true.`;
  if (units.length === 0) return `${oneIs} ${seenByAll(step, some)}`;
  const unit = unitText(units[0]!);
  if (beside) return `${oneIs} ${setWith(step, unit, listed(beside.cells.map(cellText)))}`;
  return `${oneIs} ${capital(inUnit(unit))}, only ${listed(some)} can be ${either(digits)}, so one is, and the other has its extra candidate: ${losses(step)}.`;
}

function seenByAll(step: Step, cells: readonly string[]): string {
  return `A cell that sees ${listed(cells)} cannot be ${either(step.removals[0]!.digits)}: ${losses(step)}.`;
}

/** A naked set of one cell among those with extra candidates, and others. */
function setWith(step: Step, unit: string, others: string): string {
  const { digits } = step.beside!;
  return `With ${others}, which can only be ${either(digits)}, it uses up ${listed(digitsIn(digits))} ${inUnit(unit)}: ${losses(step)}.`;
}

/** For each digit that is removed, what rules out every digit of the other cell, or every combination of the other two. */
function alignedSentence(board: Board, step: Step): string {
  const aligned = step.cells.slice(0, step.technique === 'Aligned Pair Exclusion' ? 2 : 3);
  const excluders = step.cells.slice(aligned.length);
  const sentences = step.removals.flatMap(({ cell, digits }) =>
    Array.from(MEMBERS[digits]!, (digit) => {
      const others = aligned.filter((one) => one !== cell);
      const combinationsOf = new Map<string, string[]>();
      for (const combination of combinations(others.map((one) => [...MEMBERS[board.candidates[one]!]!]))) {
        const reason = whyNot(board, [cell, ...others], [digit, ...combination], excluders);
        const text = listed(combination.map((one) => one + 1));
        combinationsOf.set(reason, [...(combinationsOf.get(reason) ?? []), text]);
      }
      const ruledOut = Array.from(combinationsOf, ([reason, texts]) => `${texts.join(', ')} (${reason})`);
      return `If ${cellText(cell)} were ${digit + 1}, ${listed(others.map(cellText))} could not be ${anyOf(ruledOut)}.`;
    }),
  );
  return `${sentences.join(' ')} That leaves nothing: ${losses(step)}.`;
}

function combinations(sets: readonly (readonly number[])[]): number[][] {
  return sets.reduce<number[][]>(
    (all, set) => all.flatMap((before) => set.map((one) => [...before, one])),
    [[]],
  );
}

/** Why cells cannot have these digits together: two equal ones in a unit, or a cell whose candidates they all are. */
function whyNot(
  { candidates, shape }: Board,
  cells: readonly number[],
  digits: readonly number[],
  excluders: readonly number[],
): string {
  for (const [i, one] of cells.entries())
    for (const [k, other] of cells.entries())
      if (i < k && digits[i] === digits[k] && shape.sees[one * 81 + other])
        return `${cellText(one)} and ${cellText(other)} see each other`;
  const all = digits.reduce((set, digit) => set | (1 << digit), 0);
  const excluder = excluders.find((cell) => (candidates[cell]! & ~all) === 0)!;
  return `${cellText(excluder)} has only ${listed(digitsIn(candidates[excluder]!))}`;
}

/** Either all true nodes of the cycle are true, or all candidates of the false ones. */
function cycleSentence({ shape }: Board, step: Step): string {
  const [cycle] = step.chains as [ChainNode[]];
  const half = (on: boolean) => cycle.filter((node) => node.on === on);
  const truths = (nodes: readonly ChainNode[]) =>
    listed(nodes.map((node) => nodeText({ ...node, on: true })));
  const halves = [half(true), half(false)];
  const lost = step.removals.flatMap(({ cell, digits }) =>
    Array.from(MEMBERS[digits]!, (digit) => {
      const seen = halves.map(
        (nodes) => nodes.find((n) => n.digit === digit && shape.sees[n.cell * 81 + cell])!,
      );
      return `${cellText(cell)} sees ${digit + 1} in ${anyOf(seen.map((node) => cellText(node.cell)))}`;
    }),
  );
  return `Around the loop, either ${truths(halves[0]!)} are true, or ${truths(halves[1]!)} are. Either way, ${listed(lost)}: ${losses(step)}.`;
}

function forcingSentence(step: Step): string {
  const { chains = [], units, technique, cell, digit, removals } = step;
  const starts = chains.map((chain) => chain[0]!);
  const first = starts[0]!;
  const result = cell === undefined ? removals[0]! : { cell, digits: 1 << digit! };
  const value = LOWEST[result.digits]! + 1;
  const conclusion = `${cellText(result.cell)} ${cell === undefined ? 'cannot' : 'must'} be ${value}`;
  const assumed = `If ${cellText(first.cell)} were ${first.on ? '' : 'not '}${first.digit + 1}`;
  if (/^Forcing/.test(technique)) {
    const opposite = first.on ? `could not be ${value}` : `would have to be ${value}`;
    return `${assumed}, the chain shows that it ${opposite}. So ${conclusion}.`;
  }
  if (units.length > 0) {
    const places = anyOf(starts.map((start) => cellText(start.cell)));
    return `Whether the ${first.digit + 1} ${inUnit(unitText(units[0]!))} is in ${places}, ${conclusion}.`;
  }
  const last = starts.at(-1)!;
  if (last.digit !== first.digit) {
    return `Whether ${cellText(first.cell)} is ${anyOf(starts.map((start) => start.digit + 1))}, ${conclusion}.`;
  }
  if (last.on !== first.on)
    return `Whether or not ${cellText(first.cell)} is ${first.digit + 1}, ${conclusion}.`;
  const end = chains[0]!.at(-1)!;
  return `${assumed}, ${cellText(end.cell)} would be both ${end.digit + 1} and not ${end.digit + 1}. So ${conclusion}.`;
}

/** The step that makes a node false without a true candidate: locked candidates, a pair or an X-wing among what is left. */
function linkText(board: Board, node: ChainNode, chain: readonly ChainNode[]): string {
  const causes = node.from.map((i) => chain[i]!);
  if (node.on || causes.length === 0 || causes.some(({ on }) => on)) return '';
  const left = new Board(board.shape);
  left.copy(board);
  for (const { cell, digit } of causes) left.remove(cell, 1 << digit);
  const digit = 1 << node.digit;
  const removesIt: RemovalFilter = (removals) =>
    removals.some((removal) => removal.cell === node.cell && removal.digits & digit);
  // in the order in which the chain was searched
  const step =
    locked(left, digit, undefined, removesIt) ??
    hiddenSet(left, 2, -1, removesIt) ??
    nakedSet(left, 2, -1, removesIt) ??
    fish(left, 2, digit, removesIt)!;
  return ` [${step.technique}: ${patternText(step)}]`;
}

const losses = ({ removals }: Step): string =>
  lossesText(removals.map(({ cell, digits }) => [cellText(cell), listed(digitsIn(digits))] as const));

/** `1 or 2`, of a set of bits */
const either = (digits: number): string => anyOf(digitsIn(digits));
const anyOf = (items: readonly (string | number)[]): string => listed(items, 'or');
