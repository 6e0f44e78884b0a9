// The consequences of assumptions as the kernel stores them, and those that need the patterns of easier techniques
// (dynamic chains +).

import { ALL, type Board, Kind, MEMBERS } from '../board.ts';
import {
  fishRemovals,
  hiddenSetRemovals,
  nakedSetRemovals,
  visitFish,
  visitHiddenSets,
  visitNakedSets,
} from '../sets.ts';
import { lockedRemovals, visitLocked } from '../singles.ts';
import type { Removal } from '../step.ts';
import type { ChainKernel } from './kernel.ts';

/**
 * The consequences of each assumption, with their causes, for all assumptions about one board. A node is a signed candidate:
 * number * 2, plus 1 if true; an assumption is one, too. The tables are in the kernel's memory, and the kernel fills them.
 */
export class Outcomes {
  readonly #kernel: ChainKernel;
  #span = 0;
  /** By assumption and node, for nodes that follow: the place of the list of their causes, and a count */
  #nodes = new Uint16Array(0);
  /** lists of causes: how many, then the nodes */
  readonly #lists: Int16Array;

  constructor(kernel: ChainKernel) {
    this.#kernel = kernel;
    this.#lists = new Int16Array(kernel.memory);
  }

  /** Clears the tables for another board with `size` candidates. */
  start(size: number): void {
    const { memory, nodesTable, forget } = this.#kernel;
    forget(size);
    this.#span = size * 2;
    this.#nodes = new Uint16Array(memory, nodesTable.value, this.#span * this.#span * 2);
  }

  /** Whether a node follows from the kernel's current assumption. */
  has(node: number): boolean {
    return this.#kernel.isFound(node) !== 0;
  }

  /** Adds a list of causes to those of the kernel's current assumption. @returns its place */
  list(nodes: readonly number[]): number {
    const { poolHere, poolEnd, setPoolEnd } = this.#kernel;
    const at: number = poolEnd.value;
    this.#lists[poolHere.value / 2 + at] = nodes.length;
    this.#lists.set(nodes, poolHere.value / 2 + at + 1);
    setPoolEnd(at + 1 + nodes.length);
    return at;
  }

  /** Adds a false node, which follows from the causes listed at a place, to the kernel's current assumption. */
  add(node: number, causes: number): void {
    this.#kernel.addRemoved(node, causes);
  }

  /** The place of the list of a node's causes. */
  causesOf(assumption: number, node: number): number {
    return this.#nodes[(assumption * this.#span + node) * 2]!;
  }

  /** The causes that are listed at a place. */
  listed(assumption: number, place: number): Int16Array {
    const at = this.#kernel.poolFrom[assumption]! / 2 + place;
    return this.#lists.subarray(at + 1, at + 1 + this.#lists[at]!);
  }
}

/**
 * Adds consequences of the kernel's current assumption when nothing more follows directly: the removals by locked candidates among the
 * remaining candidates; if there are none, by hidden pairs, then naked pairs, then X-wings. Each follows from the
 * candidates whose absence makes the pattern.
 *
 * @param work the board without the candidates that are false under the assumption
 * @param number of each candidate, at cell * 9 + digit
 * @returns whether anything was added
 */
export function addAdvanced(board: Board, work: Board, number: Int16Array, outcomes: Outcomes): boolean {
  const { units } = board.shape;
  let any = false;

  /** Candidates of the board that `work` does not have: nodes, false. */
  const causes: number[] = [];
  const addAbsent = (unit: number, digit: number, positions: number) => {
    const gone = board.places[unit * 9 + digit]! & ~work.places[unit * 9 + digit]! & positions;
    for (const i of MEMBERS[gone]!) causes.push(number[units[unit]![i]! * 9 + digit]! * 2);
  };
  const addRemovals = (removalsOf: () => Removal[]) => {
    // a pattern without causes exists without the assumption, too
    const removals = causes.length > 0 ? removalsOf() : [];
    if (removals.length > 0) {
      any = true;
      const list = outcomes.list(causes);
      for (const { cell, digits } of hashOrder(removals)) {
        for (const digit of MEMBERS[digits]!) {
          const off = number[cell * 9 + digit]! * 2;
          if (!outcomes.has(off)) outcomes.add(off, list);
        }
      }
    }
    causes.length = 0;
    return false;
  };

  visitLocked(work, ALL, (crossing, digit) => {
    if (!(work.places[crossing.into * 9 + digit]! & ~crossing.sharedInto)) return false;
    addAbsent(crossing.from, digit, ~crossing.shared);
    return addRemovals(() => lockedRemovals(work, crossing, digit));
  });
  if (any) return true;
  visitHiddenSets(work, 2, 4, -1, (unit, positions, digits) => {
    for (const i of MEMBERS[~positions & 0x1ff]!)
      for (const digit of MEMBERS[digits]!) addAbsent(unit, digit, 1 << i);
    return addRemovals(() => hiddenSetRemovals(work, unit, positions, digits));
  });
  if (any) return true;
  visitNakedSets(work, 2, -1, (unit, positions, digits) => {
    for (const i of MEMBERS[positions]!) {
      const cell = units[unit]![i]!;
      for (const digit of MEMBERS[board.candidates[cell]! & ~digits]!)
        causes.push(number[cell * 9 + digit]! * 2);
    }
    return addRemovals(() => nakedSetRemovals(work, unit, positions, digits));
  });
  if (any) return true;
  visitFish(work, 2, ALL, (kind, base, cover, digit) => {
    const baseKind = kind === Kind.row ? Kind.row : Kind.column;
    for (const line of MEMBERS[base]!) addAbsent(baseKind * 9 + line, digit, ~cover);
    return addRemovals(() => fishRemovals(work, kind, base, cover, digit));
  });
  return any;
}

/** Sorts the cells of one removal as Sudoku Explainer visits them: in the order of its hash table. */
function hashOrder(removals: Removal[]): Removal[] {
  const buckets = removals.length > 12 ? 31 : 15;
  return removals.sort((a, b) => (a.cell & buckets) - (b.cell & buckets));
}
