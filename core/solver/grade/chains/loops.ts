// Bidirectional cycles and simple forcing chains, and the graph of linked candidates that all chains run along. A node
// is a signed candidate: number * 2, plus 1 if true.

import {
  CHAIN_AFFIRMS,
  CHAIN_CLOSES,
  CHAIN_CONTRADICTS,
  LINKS_X,
  LINKS_XY,
  LINKS_Y,
} from '../../../kernel/constants.ts';
import { ALL, type Board } from '../../steps/board.ts';
import type { ChainNode, Removal, Step } from '../../steps/step.ts';
import type { TechniqueName } from '../../steps/techniques.ts';
import type { ChainKernel } from './kernel.ts';

/** Nodes from an assumption to a result, in that order. */
type Path = number[];

/**
 * The candidates of the board in the kernel, numbered by cell and digit, with their links. A step leads from a true candidate to
 * one that it sees, which is therefore false, and from there to one that is therefore true.
 */
export class ChainGraph {
  readonly kernel: ChainKernel;
  /** number of candidates */
  size = 0;

  constructor(kernel: ChainKernel) {
    this.kernel = kernel;
  }

  /** Numbers and links the candidates of the kernel's board. */
  build(): void {
    this.size = this.kernel.link();
  }

  cellOf(node: number): number {
    return this.kernel.cell[node >> 1]!;
  }

  digitOf(node: number): number {
    return this.kernel.digit[node >> 1]!;
  }

  /** @param from numbers of the nodes that it follows from */
  nodeAt(node: number, from: readonly number[]): ChainNode {
    return { cell: this.cellOf(node), digit: this.digitOf(node), on: (node & 1) === 1, from };
  }

  /** The result that a chain shows: its last node is true or false. */
  conclusion({ candidates }: Board, node: number): Pick<Step, 'cell' | 'digit' | 'removals'> {
    const cell = this.cellOf(node);
    const digit = this.digitOf(node);
    if (!(node & 1)) return { removals: [{ cell, digits: 1 << digit }] };
    return { cell, digit, removals: [{ cell, digits: candidates[cell]! & ~(1 << digit) }] };
  }

  /** Finds everything that chains reach from any candidate; the kernel reads it. */
  reachAll(): void {
    this.kernel.begin(LINKS_XY, this.size, true, ALL);
    while (this.kernel.advance());
    this.kernel.finish();
  }
}

/** Cycles and chains along one kind of links. */
interface LoopKind {
  /** a code LINKS_… */
  readonly links: number;
  readonly cycleName: TechniqueName;
  /** Without it, there are no chains: along y links, a chain cannot reach its start with the other sign. */
  readonly chainName: TechniqueName | undefined;
  /** base ratings of a cycle and a chain */
  readonly cycle: number;
  readonly chain: number;
  /** among steps of equal rating and length */
  readonly rank: number;
}

const KINDS: readonly LoopKind[] = [
  {
    links: LINKS_X,
    cycleName: 'Bidirectional X-Cycle',
    chainName: 'Forcing X-Chain',
    cycle: 6.5,
    chain: 6.6,
    rank: 2,
  },
  {
    links: LINKS_Y,
    cycleName: 'Bidirectional Y-Cycle',
    chainName: undefined,
    cycle: 6.5,
    chain: Number.POSITIVE_INFINITY,
    rank: 3,
  },
  {
    links: LINKS_XY,
    cycleName: 'Bidirectional Cycle',
    chainName: 'Forcing Chain',
    cycle: 7.0,
    chain: 7.0,
    rank: 4,
  },
];

/** The easiest found so far. */
interface Best {
  readonly rating: number;
  readonly nodes: number;
  readonly kind: LoopKind;
  readonly path: Path;
  /** of a cycle; the end of a chain says what it removes */
  readonly removals?: Removal[] | undefined;
}

/**
 * Bidirectional cycles (6.5 and 7.0), forcing X-chains (6.6) and forcing chains (7.0), plus their length. Finds the easiest,
 * then shortest; then x before y before xy links, then the first candidate that it starts from, cycles before chains,
 * false before true.
 *
 * All candidates grow together, step by step, as rows of bits. Only where the bits show that a chain closes, its tree is grown
 * to find the path.
 */
export class Loops {
  readonly #graph: ChainGraph;
  #best: Best | undefined;
  /**
   * Steps from which on a cycle may remove something. A cycle of one step has two strong links, which together are
   * a pair, an X-wing or locked candidates: it removes nothing after a search for those. But diagonals have no locked candidates.
   */
  #firstCycle = 1;

  /** @param graph built before each search */
  constructor(graph: ChainGraph) {
    this.#graph = graph;
  }

  /**
   * @param without one of these techniques to do without
   * @param nothingEasier whether a search for all easier techniques has found nothing
   * @param digits to which the search along x links is limited: a set
   * @param settle called if there is neither a cycle nor a chain along x links
   */
  find(
    board: Board,
    without?: TechniqueName,
    nothingEasier = false,
    digits = ALL,
    settle?: () => void,
  ): Step | undefined {
    this.#best = undefined;
    this.#firstCycle = nothingEasier && !board.shape.diagonals ? 2 : 1;
    for (const kind of KINDS) {
      this.#search(kind, board, without, digits);
      if (kind.links === LINKS_X && !this.#best) settle?.();
    }
    return this.#best && this.#step(board, this.#best);
  }

  #search(kind: LoopKind, board: Board, without: TechniqueName | undefined, digits: number): void {
    const { kernel, size } = this.#graph;
    const baseCycle = kind.cycleName === without ? Number.POSITIVE_INFINITY : kind.cycle;
    const baseChain = kind.chainName === without ? Number.POSITIVE_INFINITY : kind.chain;
    if (!this.#beats(Math.min(baseCycle, baseChain), 4, kind)) return;
    kernel.begin(kind.links, size, false, digits);
    for (let steps = 1; ; steps++) {
      const nodes = steps * 2 + 2;
      const cycle = baseCycle + lengthRating(nodes);
      const chain = baseChain + lengthRating(nodes);
      if (!this.#beats(Math.min(cycle, chain), nodes, kind) || !kernel.advance()) return;
      const count = kernel.flag();
      for (let i = 0; i < count; i++) {
        const source = kernel.flagged[i]!;
        const flags = kernel.flags[i]!;
        if (flags & CHAIN_CLOSES && steps >= this.#firstCycle && this.#beats(cycle, nodes, kind)) {
          // 0 if the cycle removes nothing
          const length = kernel.cycle(source, steps);
          const path = length > 0 ? this.#path(length) : undefined;
          if (path) this.#keep(kind, cycle, path, this.#cycleRemovals(path, board));
        }
        if (!this.#beats(chain, nodes, kind)) continue;
        if (flags & CHAIN_CONTRADICTS) {
          this.#keep(kind, chain, this.#path(kernel.contradiction(source, steps)));
        } else if (flags & CHAIN_AFFIRMS) {
          this.#keep(kind, chain, this.#path(kernel.affirmation(source, steps)));
        }
      }
    }
  }

  #path(length: number): Path {
    return Array.from(this.#graph.kernel.path.subarray(0, length));
  }

  #beats(rating: number, nodes: number, { rank }: LoopKind): boolean {
    if (rating === Number.POSITIVE_INFINITY) return false;
    const best = this.#best;
    if (!best || rating < best.rating) return true;
    return rating === best.rating && (nodes < best.nodes || (nodes === best.nodes && rank < best.kind.rank));
  }

  #keep(kind: LoopKind, rating: number, path: Path, removals?: Removal[]): void {
    this.#best = { rating, nodes: path.length, kind, path, removals };
  }

  /**
   * In a cycle, either all nodes of one half are true, or all of the other half. So a candidate that sees a node of its own digit in
   * each half is removed. The cells of the cycle itself lose nothing.
   */
  #cycleRemovals(cycle: Path, { candidates, shape }: Board): Removal[] {
    const graph = this.#graph;
    const own = new Set(cycle.map((node) => graph.cellOf(node)));
    const removals: Removal[] = [];
    for (let at = 0; at < 81; at++) {
      if (candidates[at] === 0 || own.has(at)) continue;
      const seen = [0, 0];
      for (const node of cycle)
        if (shape.sees[graph.cellOf(node) * 81 + at]) seen[node & 1]! |= 1 << graph.digitOf(node);
      const digits = candidates[at]! & seen[0]! & seen[1]!;
      if (digits) removals.push({ cell: at, digits });
    }
    return removals;
  }

  #step(board: Board, { rating, kind, path, removals }: Best): Step {
    // each node follows from the one before
    const nodes = path.map((node, i) => this.#graph.nodeAt(node, i === 0 ? [] : [i - 1]));
    const pattern = { rating, units: [], cells: nodes.map(({ cell }) => cell), digits: 0, chains: [nodes] };
    if (removals) return { technique: kind.cycleName, ...pattern, removals };
    return { technique: kind.chainName!, ...pattern, ...this.#graph.conclusion(board, path.at(-1)!) };
  }
}

const lengthRatings: number[] = [];

/**
 * What the length of a chain adds to its rating: a tenth for each of 4, 6, 8, 12, 16, 24, 32, ... nodes that it exceeds, its
 * two ends aside.
 * @param nodes of a chain, or of several together, each counted once
 */
export function lengthRating(nodes: number): number {
  while (lengthRatings.length <= nodes) lengthRatings.push(sumOfTenths(lengthRatings.length));
  return lengthRatings[nodes]!;
}

/** A sum, not a product, so that ratings compare as Sudoku Explainer's do. */
function sumOfTenths(nodes: number): number {
  let added = 0;
  for (let limit = 4, odd = false; nodes - 2 > limit; odd = !odd) {
    added += 0.1;
    limit = odd ? (limit * 4) / 3 : (limit * 3) / 2;
  }
  return added;
}
