import { boxes } from './boxes.ts';
import { type Kind, oneOf, wholeNumber, yesOrNo } from './kinds.ts';
import { symbols } from './symbols.ts';

/** Where an option may stand: a file's `#!` line, its object's metadata, a flag, a call of the function, the defaults of a stack. */
export type Place = 'file' | 'metadata' | 'flag' | 'call' | 'stack';

/** All that is known of an option. Its name is its key in the table. */
export interface OptionEntry<T = unknown> {
  readonly kind: Kind<T>;
  /** What it says: a sentence without its end, in Markdown; links lead into docs/formats.md. */
  readonly help: string;
  /** What holds where nobody gives it; without it that is for the file or the solver to say. */
  readonly default?: T;
  /** What holds then, in words, in Markdown. */
  readonly fallback?: string;
  readonly places: readonly Place[];
}

export type OptionTable = Readonly<Record<string, OptionEntry>>;

const EVERYWHERE = ['file', 'metadata', 'flag', 'call', 'stack'] as const;
/** What a file's symbols and boxes mean is for the file to say, not for a stack. */
const WITH_THE_FILE = ['file', 'metadata', 'flag', 'call'] as const;

/** Results that are tables whatever the format of the file: one row a solution, or a puzzle. */
export const TABLES = ['csv', 'jsonl'] as const;

/** Counters of solutions and guesses have 32 bits. */
export const MAX_COUNT = 2 ** 32 - 1;

/**
 * How a file is to be solved: every option there is, in the order of the manual. The `#!` line, object metadata, flags and
 * their help, the construct's props, its context and their checks, and the tables in the documents follow from it.
 */
export const OPTIONS = {
  variant: {
    kind: oneOf('classic', 'x'),
    help: '`classic`, or `x`: both diagonals hold each digit once too',
    default: 'classic',
    places: EVERYWHERE,
  },
  solutions: {
    kind: oneOf('first', 'unique', 'count', 'all'),
    help: '`first`; `unique`: also prove that there is no other, else `not-unique`; `count`; `all`',
    default: 'first',
    places: EVERYWHERE,
  },
  limit: {
    kind: wholeNumber(1, MAX_COUNT),
    help: 'how many solutions `count` and `all` go to',
    default: 1000,
    places: EVERYWHERE,
  },
  output: {
    kind: oneOf('same', ...TABLES),
    help: '`same` layout as the file, or a [table](#results-as-tables): `csv`, `jsonl`',
    default: 'same',
    places: EVERYWHERE,
  },
  explain: {
    kind: yesOrNo,
    help: 'in rows of `jsonl`: [the steps](#results-as-tables) that solve the puzzle, and how hard it is',
    default: false,
    places: EVERYWHERE,
  },
  grade: {
    kind: yesOrNo,
    help: 'in tables: [how hard](#results-as-tables) each 9x9 puzzle is for a person, by `er`, `ep`, `ed`',
    default: false,
    places: EVERYWHERE,
  },
  alphabet: {
    kind: symbols,
    help: 'the symbols of large grids: `1-9A-G`, `0-9A-F`, `A-P`, …',
    fallback: 'by [rule](#letters-for-large-grids)',
    places: WITH_THE_FILE,
  },
  format: {
    kind: oneOf('lines', 'number-lines', 'grids', 'csv', 'json'),
    help: 'what the file is, where it would be taken for something else: `lines`, `number-lines`, `grids`, `csv`, `json`',
    fallback: 'by its content',
    places: WITH_THE_FILE,
  },
  boxes: {
    kind: boxes,
    help: 'rows and columns of a box, as `2x3`, for grids of the size that they make',
    fallback: 'square, or wider than high',
    places: WITH_THE_FILE,
  },
  budget: {
    kind: wholeNumber(0, MAX_COUNT),
    help: 'guesses (large grids: conflicts) that a puzzle may cost before it is `unsolved`',
    fallback: 'generous, by size',
    places: EVERYWHERE,
  },
} as const satisfies OptionTable;

/** Names of a table's options that may stand in a place. */
export function optionNames(place: Place, table: OptionTable = OPTIONS): string[] {
  return Object.keys(table).filter((name) => table[name]!.places.includes(place));
}
