import type { TechniqueName } from '../techniques.ts';

/** Which links a search for loops and simple chains takes, and what it is worth. */
export interface Grip {
  readonly name: 'x' | 'y' | 'xy';
  readonly cycleName: TechniqueName;
  readonly chainName: TechniqueName | undefined;
  /** base ratings of a cycle, and of a forcing chain where the grip has them */
  readonly cycle: number;
  readonly chain: number | undefined;
  /** among steps of equal rating and length */
  readonly rank: number;
}

/** One digit only; cells of two candidates only, through which a chain cannot close on its start with the other sign; both. */
export const GRIPS: readonly Grip[] = [
  {
    name: 'x',
    cycleName: 'Bidirectional X-Cycle',
    chainName: 'Forcing X-Chain',
    cycle: 6.5,
    chain: 6.6,
    rank: 2,
  },
  {
    name: 'y',
    cycleName: 'Bidirectional Y-Cycle',
    chainName: undefined,
    cycle: 6.5,
    chain: undefined,
    rank: 3,
  },
  {
    name: 'xy',
    cycleName: 'Bidirectional Cycle',
    chainName: 'Forcing Chain',
    cycle: 7.0,
    chain: 7.0,
    rank: 4,
  },
];
