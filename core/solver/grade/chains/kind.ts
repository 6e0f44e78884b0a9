import type { Reasoning } from './implications.ts';

export interface ForcingKind extends Reasoning {
  /** the rating of the shortest */
  readonly rating: number;
}

export const NISHIO: ForcingKind = { rating: 7.5, nishio: true, dynamic: true, advanced: false };
export const MULTIPLE: ForcingKind = { rating: 8.0, nishio: false, dynamic: false, advanced: false };
export const DYNAMIC: ForcingKind = { rating: 8.5, nishio: false, dynamic: true, advanced: false };
export const DYNAMIC_PLUS: ForcingKind = { rating: 9.0, nishio: false, dynamic: true, advanced: true };
