import type { Board } from '../board.ts';
import type { Removal, Step } from '../step.ts';
import type { TechniqueName } from '../techniques.ts';
import { cycleRemovals } from './cycle-removals.ts';
import { GRIPS, type Grip } from './grip.ts';
import { lengthRating } from './length.ts';
import type { Links } from './links.ts';
import { nodesOf } from './nodes.ts';
import { AFFIRMS, CLOSES, CONTRADICTS, type Path, type Reach } from './reach.ts';

/** The easiest found so far. */
interface Best {
  readonly rating: number;
  readonly nodes: number;
  readonly rank: number;
  readonly grip: Grip;
  readonly path: Path;
  /** of a cycle; a chain says itself what goes */
  readonly removals?: Removal[];
}

/**
 * Bidirectional cycles (6.5 and 7.0), forcing X-chains (6.6) and forcing chains (7.0), plus their length. The easiest,
 * then shortest, comes first; then one digit before cells before both, then the first candidate that it starts from,
 * cycles before chains, false before true.
 *
 * All candidates grow together, step by step, as rows of bits; only where these tell that a chain closes, its tree is grown to see how.
 */
export class Loops {
  readonly #links: Links;
  readonly #reach: Reach;
  #best: Best | undefined;
  /**
   * Steps from which on a cycle may remove something. One of a single step goes through two strong links, which together are
   * a pair, an X-wing, or locked digits: where those are gone, it removes nothing. Diagonals are not locked.
   */
  #first = 1;

  /** @param links of the boards that will be given, built before */
  constructor(links: Links, reach: Reach) {
    this.#links = links;
    this.#reach = reach;
  }

  /**
   * @param without a kind of them that is not to be used
   * @param isBare whether all that is easier was looked for and is not there
   */
  find(board: Board, without?: TechniqueName, isBare = false): Step | undefined {
    this.#reach.load(board);
    this.#best = undefined;
    this.#first = isBare && !board.shape.diagonals ? 2 : 1;
    for (const grip of GRIPS) this.#search(grip, board, without);
    return this.#best && this.#step(board, this.#best);
  }

  #search(grip: Grip, board: Board, without: TechniqueName | undefined): void {
    const baseCycle = grip.cycleName === without ? Number.POSITIVE_INFINITY : grip.cycle;
    const baseChain =
      grip.chain === undefined || grip.chainName === without ? Number.POSITIVE_INFINITY : grip.chain;
    if (!this.#beats(Math.min(baseCycle, baseChain), 4, grip)) return;
    const reach = this.#reach;
    reach.start(grip.name);
    for (let steps = 1; ; steps++) {
      const nodes = steps * 2 + 2;
      const cycle = baseCycle + lengthRating(nodes);
      const chain = baseChain + lengthRating(nodes);
      if (!this.#beats(Math.min(cycle, chain), nodes, grip) || !reach.advance()) return;
      const count = reach.flag();
      for (let i = 0; i < count; i++) {
        const source = reach.flagged[i]!;
        const flags = reach.flags[i]!;
        if (flags & CLOSES && steps >= this.#first && this.#beats(cycle, nodes, grip)) {
          const path = reach.cycle(source, steps);
          if (path) this.#keep(grip, cycle, path, cycleRemovals(path, board, this.#links));
        }
        if (!this.#beats(chain, nodes, grip)) continue;
        if (flags & CONTRADICTS) {
          this.#keep(grip, chain, reach.contradiction(source, steps));
        } else if (flags & AFFIRMS) {
          this.#keep(grip, chain, reach.affirmation(source, steps));
        }
      }
    }
  }

  #beats(rating: number, nodes: number, { rank }: Grip): boolean {
    if (rating === Number.POSITIVE_INFINITY) return false;
    const best = this.#best;
    if (!best || rating < best.rating) return true;
    return rating === best.rating && (nodes < best.nodes || (nodes === best.nodes && rank < best.rank));
  }

  #keep(grip: Grip, rating: number, path: Path, removals?: Removal[]): void {
    this.#best = { rating, nodes: path.length, rank: grip.rank, grip, path, removals };
  }

  #step(board: Board, { rating, grip, path, removals }: Best): Step {
    const { cell, digit } = this.#links;
    const nodes = nodesOf(path, this.#links);
    const pattern = { rating, units: [], cells: nodes.map((node) => node.cell), digits: 0, chains: [nodes] };
    if (removals) {
      return { technique: grip.cycleName, ...pattern, removals };
    }
    const technique = grip.chainName!;
    const end = path.at(-1)!;
    const at = cell[end >> 1]!;
    const bit = 1 << digit[end >> 1]!;
    if (!(end & 1)) return { technique, ...pattern, removals: [{ cell: at, digits: bit }] };
    const others = board.candidates[at]! & ~bit;
    return {
      technique,
      ...pattern,
      cell: at,
      digit: digit[end >> 1]!,
      removals: [{ cell: at, digits: others }],
    };
  }
}
