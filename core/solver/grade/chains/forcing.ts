// Forcing chains: what follows in every case, or from both truth values of a candidate, or is contradicted. The kernel
// searches; this chooses and rebuilds the chain.

import {
  CONTRADICTION_RANK,
  WITHOUT_CELLS,
  WITHOUT_CONTRADICTIONS,
  WITHOUT_DOUBLES,
  WITHOUT_UNITS,
} from '../../../kernel/constants.ts';
import { ALL, Board, MEMBERS, UnitKind } from '../../steps/board.ts';
import {
  fishRemovals,
  hiddenSetRemovals,
  nakedSetRemovals,
  visitFish,
  visitHiddenSets,
  visitNakedSets,
} from '../../steps/sets.ts';
import { lockedRemovals, visitLocked } from '../../steps/singles.ts';
import type { ChainNode, Removal, Step } from '../../steps/step.ts';
import type { TechniqueName } from '../../steps/techniques.ts';
import type { ChainKernel } from './kernel.ts';
import { type ChainGraph, lengthRating } from './loops.ts';

/** How forcing chains reason. */
interface ForcingKind {
  /** one digit at a time: no links within cells */
  readonly nishio: boolean;
  /** candidates that are false by now count as gone: a cell or unit with one candidate left then follows from all that went */
  readonly dynamic: boolean;
  /** when nothing more follows directly, locked candidates, pairs and X-wings of the remaining candidates are used, too */
  readonly advanced: boolean;
  /** the rating of the shortest */
  readonly rating: number;
}

export const NISHIO: ForcingKind = { rating: 7.5, nishio: true, dynamic: true, advanced: false };
export const MULTIPLE: ForcingKind = { rating: 8.0, nishio: false, dynamic: false, advanced: false };
export const DYNAMIC: ForcingKind = { rating: 8.5, nishio: false, dynamic: true, advanced: false };
export const DYNAMIC_PLUS: ForcingKind = { rating: 9.0, nishio: false, dynamic: true, advanced: true };

/** Kinds of chains that the kernel's search can leave out. */
const EXCLUSIONS: Partial<Record<TechniqueName, number>> = {
  'Dynamic Contradiction Forcing Chain': WITHOUT_CONTRADICTIONS,
  'Dynamic Double Forcing Chain': WITHOUT_DOUBLES,
  'Cell Forcing Chains': WITHOUT_CELLS,
  'Dynamic Cell Forcing Chains': WITHOUT_CELLS,
  'Region Forcing Chains': WITHOUT_UNITS,
  'Dynamic Region Forcing Chains': WITHOUT_UNITS,
};

/** The chains that the kernel chose. */
interface Chosen {
  readonly rank: number;
  /** unit whose places were assumed, or -1 */
  readonly unit: number;
  readonly assumptions: readonly number[];
}

/**
 * Forcing chains from all candidates of a cell, from all places of a digit in a unit, from a candidate both true and false, or
 * to a contradiction. Finds the one whose chains are shortest together; of equally short ones, in this order: both truth
 * values, a cell, a unit, a contradiction; then the first cell and digit that it starts from. The kernel searches.
 */
export class Forcing {
  readonly #kind: ForcingKind;
  readonly #graph: ChainGraph;
  readonly #outcomes: Outcomes;
  /** the board without the candidates that are false under an assumption, in the kernel's memory */
  #work: Board | undefined;

  /** @param graph built before each search */
  constructor(kind: ForcingKind, graph: ChainGraph) {
    this.#kind = kind;
    this.#graph = graph;
    this.#outcomes = new Outcomes(graph.kernel);
  }

  /**
   * @param board the one in the kernel
   * @param without one of these techniques to do without
   * @param checkTime called at least every tenth of a second or so; an exception ends the search
   */
  find(board: Board, without?: TechniqueName, checkTime?: () => void): Step | undefined {
    const { dynamic, advanced } = this.#kind;
    const { kernel } = this.#graph;
    this.#start();
    if (advanced) this.#assist(board, checkTime);
    // finds out in advance which candidates have common consequences
    if (!dynamic) this.#graph.reachAll();
    kernel.search(!dynamic, (without && EXCLUSIONS[without]) ?? 0);
    return this.#step(board);
  }

  /** Finds contradictions within one digit. @param digits a set of the digits to search */
  findNishio(board: Board, digits: number): Step | undefined {
    this.#start();
    this.#graph.kernel.searchNishio(digits);
    return this.#step(board);
  }

  #start(): void {
    const { nishio, dynamic, advanced } = this.#kind;
    this.#outcomes.start(this.#graph.size);
    this.#graph.kernel.prepare(nishio, dynamic, advanced);
  }

  /** Answers the kernel's calls for the consequences of locked candidates, pairs and X-wings. */
  #assist(board: Board, checkTime: (() => void) | undefined): void {
    const { kernel } = this.#graph;
    this.#work ??= new Board(board.shape, kernel.workCandidates, kernel.workPlaces);
    const work = this.#work;
    work.copy(board);
    kernel.addAdvanced = () => {
      checkTime?.();
      work.refresh();
      return addAdvanced(board, work, kernel.number, this.#outcomes);
    };
  }

  /** The chains that the kernel chose, if any. */
  #step(board: Board): Step | undefined {
    const { kernel } = this.#graph;
    const nodes: number = kernel.chosenNodes.value;
    if (nodes === 0) return undefined;
    const chosen: Chosen = {
      rank: kernel.chosenRank.value as number,
      unit: kernel.chosenUnit.value as number,
      assumptions: Array.from(kernel.chosen.subarray(0, kernel.chosenCount.value)),
    };
    const { assumptions, rank, unit } = chosen;
    const target: number = kernel.chosenTarget.value;
    const chains: ChainNode[][] = [];
    if (rank === CONTRADICTION_RANK) {
      const assumption = assumptions[0]!;
      const [on, onCauses, off, offCauses] = kernel.clashes.subarray(assumption * 4, assumption * 4 + 4);
      chains.push(this.#chain(assumption, on!, onCauses!));
      chains.push(this.#chain(assumption, off!, offCauses!));
    } else {
      for (const assumption of assumptions)
        chains.push(this.#chain(assumption, target, this.#outcomes.causesOf(assumption, target)));
    }
    return {
      technique: techniqueOf(this.#kind, chosen),
      rating: this.#kind.rating + lengthRating(nodes),
      units: unit < 0 ? [] : [unit],
      cells: [...new Set(assumptions.map((assumption) => this.#graph.cellOf(assumption)))],
      digits: assumptions.reduce((set, assumption) => set | (1 << this.#graph.digitOf(assumption)), 0),
      chains,
      ...this.#graph.conclusion(board, target),
    };
  }

  /** Everything that leads from an assumption to a node, causes before what follows from them. */
  #chain(assumption: number, end: number, endCauses: number): ChainNode[] {
    const outcomes = this.#outcomes;
    const nodes: ChainNode[] = [];
    const numbers = new Map<number, number>();
    const visit = (node: number, causes: number): number => {
      const known = numbers.get(node);
      if (known !== undefined) return known;
      const from = Array.from(outcomes.listed(assumption, causes), (cause) =>
        visit(cause, outcomes.causesOf(assumption, cause)),
      );
      const number = nodes.length;
      numbers.set(node, number);
      nodes.push(this.#graph.nodeAt(node, from));
      return number;
    };
    visit(end, endCauses);
    return nodes;
  }
}

function techniqueOf(kind: ForcingKind, { rank, unit, assumptions }: Chosen): TechniqueName {
  if (kind.nishio) return 'Nishio Forcing Chain';
  if (kind.advanced) return 'Dynamic Forcing Chains (+)';
  if (rank === CONTRADICTION_RANK) return 'Dynamic Contradiction Forcing Chain';
  if (unit >= 0) return kind.dynamic ? 'Dynamic Region Forcing Chains' : 'Region Forcing Chains';
  if ((assumptions[0]! ^ assumptions[1]!) === 1) return 'Dynamic Double Forcing Chain';
  return kind.dynamic ? 'Dynamic Cell Forcing Chains' : 'Cell Forcing Chains';
}

/**
 * The consequences of each assumption, with their causes, for all assumptions about one board. A node is a signed candidate:
 * number * 2, plus 1 if true; an assumption is one, too. The tables are in the kernel's memory, and the kernel fills them.
 */
class Outcomes {
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
function addAdvanced(board: Board, work: Board, number: Int16Array, outcomes: Outcomes): boolean {
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
    const baseKind = kind === UnitKind.row ? UnitKind.row : UnitKind.column;
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
