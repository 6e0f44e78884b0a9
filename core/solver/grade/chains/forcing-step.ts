import type { Board } from '../board.ts';
import type { ChainNode, Step } from '../step.ts';
import type { TechniqueName } from '../techniques.ts';
import type { ChainKernel } from './kernel.ts';
import type { ForcingKind } from './kind.ts';
import { lengthRating } from './length.ts';
import type { Links } from './links.ts';
import type { Outcomes } from './outcomes.ts';

const CONTRADICTION_RANK = 7;

interface Chosen {
  readonly rank: number;
  /** unit whose places were assumed, or -1 */
  readonly unit: number;
  readonly assumptions: readonly number[];
}

/** The chains that the kernel chose as a step. */
export function forcingStep(
  board: Board,
  kind: ForcingKind,
  links: Links,
  outcomes: Outcomes,
  kernel: ChainKernel,
): Step {
  const chosen: Chosen = {
    rank: kernel.chosenRank.value as number,
    unit: kernel.chosenUnit.value as number,
    assumptions: Array.from(kernel.chosen.subarray(0, kernel.chosenCount.value)),
  };
  const { assumptions, rank, unit } = chosen;
  const target: number = kernel.chosenTarget.value;
  const cell = links.cell[target >> 1]!;
  const digit = links.digit[target >> 1]!;
  const chains: ChainNode[][] = [];
  if (rank === CONTRADICTION_RANK) {
    const assumption = assumptions[0]!;
    const [on, onCauses, off, offCauses] = kernel.clashes.subarray(assumption * 4, assumption * 4 + 4);
    chains.push(chain(links, outcomes, assumption, on!, onCauses!));
    chains.push(chain(links, outcomes, assumption, off!, offCauses!));
  } else {
    for (const assumption of assumptions)
      chains.push(chain(links, outcomes, assumption, target, outcomes.causesOf(assumption, target)));
  }
  const step = {
    technique: technique(kind, chosen),
    rating: kind.rating + lengthRating(kernel.chosenNodes.value),
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
