/** How forcing chains reason. */
export interface ForcingKind {
  /** one digit at a time: no links within cells */
  readonly nishio: boolean;
  /** what is false by now counts as gone: a cell or unit that is down to one then follows from all that went */
  readonly dynamic: boolean;
  /** where nothing more follows, locked candidates, pairs and X-wings of what is left are used, too */
  readonly advanced: boolean;
  /** the rating of the shortest */
  readonly rating: number;
}

export const NISHIO: ForcingKind = { rating: 7.5, nishio: true, dynamic: true, advanced: false };
export const MULTIPLE: ForcingKind = { rating: 8.0, nishio: false, dynamic: false, advanced: false };
export const DYNAMIC: ForcingKind = { rating: 8.5, nishio: false, dynamic: true, advanced: false };
export const DYNAMIC_PLUS: ForcingKind = { rating: 9.0, nishio: false, dynamic: true, advanced: true };
