import type { Board } from '../board.ts';
import type { Removal, Step } from '../step.ts';
import { CycleRemovals } from './cycle-removals.ts';
import { type Grip, grips } from './grip.ts';
import { lengthRating } from './length.ts';
import type { Links } from './links.ts';
import { nodesOf } from './nodes.ts';
import { AFFIRMS, CLOSES, CONTRADICTS, type Reach } from './reach.ts';
import { type Path, Tree } from './tree.ts';

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
  readonly #grips: readonly Grip[];
  readonly #reach: Reach;
  readonly #trees: readonly Tree[];
  readonly #cycles: CycleRemovals;
  #best: Best | undefined;
  /** the source that a candidate, false, makes true */
  readonly #closing = new Int16Array(729);

  /** @param links of the boards that will be given, built before */
  constructor(links: Links, reach: Reach) {
    this.#links = links;
    this.#reach = reach;
    this.#grips = grips(links);
    this.#trees = this.#grips.map((grip) => new Tree(links, grip));
    this.#cycles = new CycleRemovals(links);
  }

  find(board: Board): Step | undefined {
    this.#cycles.start(board);
    this.#best = undefined;
    for (const [i, grip] of this.#grips.entries()) this.#search(grip, this.#trees[i]!, board);
    return this.#best && this.#step(board, this.#best);
  }

  #search(grip: Grip, tree: Tree, board: Board): void {
    if (!this.#beats(Math.min(grip.cycle, grip.chain ?? grip.cycle), 4, grip)) return;
    this.#closing.fill(-1);
    const reach = this.#reach;
    reach.start(grip.name);
    for (let steps = 1; ; steps++) {
      const nodes = steps * 2 + 2;
      const cycle = grip.cycle + lengthRating(nodes);
      const chain = grip.chain === undefined ? Number.POSITIVE_INFINITY : grip.chain + lengthRating(nodes);
      if (!this.#beats(Math.min(cycle, chain), nodes, grip) || !reach.advance()) return;
      const count = reach.flag();
      for (let i = 0; i < count; i++) {
        const source = reach.flagged[i]!;
        const flags = reach.flags[i]!;
        if (flags & CLOSES && this.#beats(cycle, nodes, grip)) {
          this.#cycle(grip, tree, source, steps, cycle, board);
        }
        if (!this.#beats(chain, nodes, grip)) continue;
        if (flags & CONTRADICTS) {
          this.#contradiction(grip, tree, source, steps, chain);
        } else if (flags & AFFIRMS) {
          tree.growOff(source, steps);
          this.#keep(grip, chain, tree.pathTo(source));
        }
      }
    }
  }

  /** The first cycle of this length that removes something. */
  #cycle(grip: Grip, tree: Tree, source: number, steps: number, rating: number, board: Board): void {
    const { weak, strong } = this.#links;
    const closing = this.#closing;
    for (let j = grip.strongStart[source]!; j < grip.strongEnd[source]!; j++) closing[strong[j]!] = source;
    tree.growOn(source, steps);
    for (const on of tree.layer) {
      let path: Path | undefined;
      for (let k = grip.weakStart[on]!; k < grip.weakEnd[on]!; k++) {
        const off = weak[k]!;
        if (closing[off] !== source) continue;
        path ??= tree.pathTo(on);
        if (path.includes(off * 2)) continue;
        const cycle = [...path, off * 2];
        const removals = this.#cycles.of(cycle, board);
        if (removals.length === 0) continue;
        this.#keep(grip, rating, cycle, removals);
        return;
      }
    }
  }

  /** A true candidate that makes itself false. */
  #contradiction(grip: Grip, tree: Tree, source: number, steps: number, rating: number): void {
    const { weak } = this.#links;
    tree.growOn(source, steps);
    for (const on of tree.layer) {
      for (let k = grip.weakStart[on]!; k < grip.weakEnd[on]!; k++) {
        if (weak[k] !== source) continue;
        this.#keep(grip, rating, [...tree.pathTo(on), source * 2]);
        return;
      }
    }
  }

  #beats(rating: number, nodes: number, { rank }: Grip): boolean {
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
      const technique =
        grip.name === 'xy'
          ? 'Bidirectional Cycle'
          : grip.name === 'x'
            ? 'Bidirectional X-Cycle'
            : 'Bidirectional Y-Cycle';
      return { technique, ...pattern, removals };
    }
    const technique = grip.name === 'x' ? 'Forcing X-Chain' : 'Forcing Chain';
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
