import type { Board } from '../board.ts';
import type { ChainNode, Step } from '../step.ts';
import type { TechniqueName } from '../techniques.ts';
import { type Chosen, CONTRADICTION_RANK } from './choice.ts';
import type { Implications } from './implications.ts';
import type { ForcingKind } from './kind.ts';
import { lengthRating } from './length.ts';
import type { Links } from './links.ts';
import type { Outcomes } from './outcomes.ts';

/** The chosen chains as a step. */
export function forcingStep(
  board: Board,
  kind: ForcingKind,
  implications: Implications,
  chosen: Chosen,
): Step {
  const { links, outcomes } = implications;
  const { assumptions, target, unit } = chosen;
  const contradiction = chosen.isContradiction ? implications.contradictionOf(assumptions[0]!) : undefined;
  const cell = links.cell[target >> 1]!;
  const digit = links.digit[target >> 1]!;
  const chains = contradiction
    ? [
        chain(links, outcomes, assumptions[0]!, contradiction.on, contradiction.onCauses),
        chain(links, outcomes, assumptions[0]!, contradiction.off, contradiction.offCauses),
      ]
    : assumptions.map((assumption) =>
        chain(links, outcomes, assumption, target, outcomes.causesOf(assumption, target)),
      );
  const step = {
    technique: technique(kind, chosen),
    rating: kind.rating + lengthRating(chosen.nodes),
    units: unit < 0 ? [] : [unit],
    cells: [...new Set(assumptions.map((assumption) => links.cell[assumption >> 1]!))],
    digits: assumptions.reduce((set, assumption) => set | (1 << links.digit[assumption >> 1]!), 0),
    chains,
  };
  if (!(target & 1)) return { ...step, removals: [{ cell, digits: 1 << digit }] };
  return { ...step, cell, digit, removals: [{ cell, digits: board.candidates[cell]! & ~(1 << digit) }] };
}

function technique(kind: ForcingKind, { rank, unit, assumptions }: Chosen): TechniqueName {
  if (kind.nishio) return 'Nishio Forcing Chain';
  if (kind.advanced) return 'Dynamic Forcing Chains (+)';
  if (rank === CONTRADICTION_RANK) return 'Dynamic Contradiction Forcing Chain';
  if (unit >= 0) return kind.dynamic ? 'Dynamic Region Forcing Chains' : 'Region Forcing Chains';
  if ((assumptions[0]! ^ assumptions[1]!) === 1) return 'Dynamic Double Forcing Chain';
  return kind.dynamic ? 'Dynamic Cell Forcing Chains' : 'Cell Forcing Chains';
}

/** Everything that leads from an assumption to a node, causes before what follows from them. */
function chain(
  links: Links,
  outcomes: Outcomes,
  assumption: number,
  end: number,
  endCauses: number,
): ChainNode[] {
  const nodes: ChainNode[] = [];
  const numbers = new Map<number, number>();
  const visit = (node: number, causes: number): number => {
    const known = numbers.get(node);
    if (known !== undefined) return known;
    const from = Array.from(outcomes.listed(causes), (cause) =>
      visit(cause, outcomes.causesOf(assumption, cause)),
    );
    const number = nodes.length;
    numbers.set(node, number);
    nodes.push({ cell: links.cell[node >> 1]!, digit: links.digit[node >> 1]!, on: (node & 1) === 1, from });
    return number;
  };
  visit(end, endCauses);
  return nodes;
}
