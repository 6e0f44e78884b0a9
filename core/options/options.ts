import type { Variant } from '../solver/geometry.ts';
import type { SolutionsWanted } from '../solver/solve.ts';

/** How a file is to be solved. */
export interface Options {
  readonly variant: Variant;
  readonly solutions: SolutionsWanted;
  /** solutions that `count` and `all` go to */
  readonly limit: number;
  readonly output: 'same' | 'csv' | 'jsonl';
  /** whether rows of `jsonl` tell how their puzzle can be solved */
  readonly explain: boolean;
  /** digits of large grids as letters, by name; undefined: by rule */
  readonly alphabet?: string;
  /** for sizes that are no squares; undefined: by rule */
  readonly boxes?: { readonly rows: number; readonly columns: number };
  /** guesses a puzzle may cost; undefined: by size */
  readonly budget?: number;
}

export type PartialOptions = Partial<Options>;

export const DEFAULT_OPTIONS: Options = {
  variant: 'classic',
  solutions: 'first',
  limit: 1000,
  output: 'same',
  explain: false,
};
