import type { Outcomes } from './outcomes.ts';

/** The shortest forcing chains so far. */
export interface Chosen {
  /** nodes of all chains together, each counted once a chain */
  readonly nodes: number;
  readonly rank: number;
  readonly assumptions: readonly number[];
  /** what all assumptions lead to; or both signs of what one leads to */
  readonly target: number;
  /** whether it is the contradiction that the one assumption leads to */
  readonly isContradiction: boolean;
  /** unit whose places were assumed, or -1 */
  readonly unit: number;
}

export const CONTRADICTION_RANK = 7;

/** Keeps the shortest of what is offered; of equally long ones that of lowest rank, of these the first. */
export class Choice {
  best: Chosen | undefined;
  readonly #outcomes: Outcomes;

  constructor(outcomes: Outcomes) {
    this.#outcomes = outcomes;
  }

  start(): void {
    this.best = undefined;
  }

  /** @param nodes that lead to the contradiction */
  offerContradiction(assumption: number, nodes: number): void {
    if (!this.#beats(nodes, CONTRADICTION_RANK)) return;
    this.best = {
      nodes,
      rank: CONTRADICTION_RANK,
      assumptions: [assumption],
      target: assumption ^ 1,
      isContradiction: true,
      unit: -1,
    };
  }

  /** All nodes of a sign that every assumption leads to, in the order of the first. */
  offerCommon(assumptions: readonly number[], sign: 0 | 1, rank: number, unit: number): void {
    const outcomes = this.#outcomes;
    const first = assumptions[0]!;
    const found = outcomes.found[first * 2 + sign]!;
    const last = assumptions.length;
    next: for (let i = 0; i < found; i++) {
      const target = outcomes.nth(first, sign, i);
      // first by lower bounds, which cost nothing; then one count after the other
      let nodes = outcomes.atLeast(first, target);
      for (let k = 1; k < last; k++) {
        const assumption = assumptions[k]!;
        if (!outcomes.has(assumption, target)) continue next;
        nodes += outcomes.atLeast(assumption, target);
      }
      for (let k = 0; k < last; k++) {
        if (!this.#beats(nodes, rank)) continue next;
        const assumption = assumptions[k]!;
        nodes -= outcomes.atLeast(assumption, target);
        nodes += outcomes.count(assumption, target);
      }
      if (!this.#beats(nodes, rank)) continue;
      this.best = { nodes, rank, assumptions: [...assumptions], target, isContradiction: false, unit };
    }
  }

  #beats(nodes: number, rank: number): boolean {
    const best = this.best;
    return !best || nodes < best.nodes || (nodes === best.nodes && rank < best.rank);
  }
}
