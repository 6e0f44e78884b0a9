import type { Links } from './links.ts';

/** Which links a search for loops and simple chains takes, and what it is worth. */
export interface Grip {
  readonly name: 'x' | 'y' | 'xy';
  /** ranges in Links.weak and Links.strong */
  readonly weakStart: Int32Array;
  readonly weakEnd: Int32Array;
  readonly strongStart: Int32Array;
  readonly strongEnd: Int32Array;
  /** base ratings of a cycle, and of a forcing chain where the grip has them */
  readonly cycle: number;
  readonly chain: number | undefined;
  /** among steps of equal rating and length */
  readonly rank: number;
}

/** One digit only; cells of two candidates only; both. Links keeps its arrays, so this is asked once. */
export function grips(links: Links): readonly Grip[] {
  const { weakFrom, weakUnits, strongFrom, strongUnits } = links;
  const weakEnd = weakFrom.subarray(1);
  const strongEnd = strongFrom.subarray(1);
  const all = { weakStart: weakFrom, weakEnd, strongStart: strongFrom, strongEnd };
  return [
    { ...all, name: 'x', weakStart: weakUnits, strongStart: strongUnits, cycle: 6.5, chain: 6.6, rank: 2 },
    // a chain through cells only cannot close on its start with the other sign
    { ...all, name: 'y', strongEnd: strongUnits, cycle: 6.5, chain: undefined, rank: 3 },
    { ...all, name: 'xy', cycle: 7.0, chain: 7.0, rank: 4 },
  ];
}
