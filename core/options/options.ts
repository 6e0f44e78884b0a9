// The table of options: for each its values, default, help and the places where it can be set. Flags, documents and
// checks derive from it.

import { FACTS, type FactEntry, type FactName } from './facts.ts';
import { MAX_COUNT, MAX_SIZE, MIN_SIZE } from './limits.ts';
import { VARIANT_NAMES, type VariantName } from './variants.ts';

export { MAX_COUNT, MAX_SIZE, MIN_SIZE };

/** Symbols of empty cells that no alphabet has; `0` is a value in some. */
export const EMPTY_SYMBOLS = '.*_-';

/** Symbols of empty cells where the alphabet does not have them. */
export const SOFT_EMPTY_SYMBOLS = 'xX?';

/** All symbols of empty cells. */
export const ALL_EMPTY_SYMBOLS = `0${EMPTY_SYMBOLS}${SOFT_EMPTY_SYMBOLS}`;

/** A kind of values: how text is parsed, and how help describes it. */
export interface Kind<T> {
  /** Name of a flag's value in its help; undefined for a flag without one. */
  readonly placeholder: string | undefined;
  /** All values, where there are few. */
  readonly values?: readonly string[];
  /** Whether several of them can stand with commas between them. */
  readonly isList?: true;
  /** The smallest and the largest value of a number. */
  readonly range?: readonly [least: number, most: number];
  /** @throws InvalidValue */
  parse(text: string): T;
  /** The text that {@link parse} reads as this value; by default the value's JSON. */
  text?(value: T): string;
}

/** A text that a kind does not accept. The message says what was expected, to follow the word `expected`. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

/** `a, b or c`; `a` alone */
export function inWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}

/** One of a few names. */
export function oneOf<const T extends string>(...allowed: T[]): Kind<T> {
  return {
    placeholder: 'name',
    values: allowed,
    parse(text) {
      const found = allowed.find((name) => name === text);
      if (found === undefined) throw new InvalidValue(inWords(allowed));
      return found;
    },
  };
}

const CLASSIC = 'classic';

/** The names in a text such as `x,windoku`, in their order and each once; none for `classic`. Undefined if one is unknown. */
export function variantNames(text: unknown): VariantName[] | undefined {
  if (typeof text !== 'string') return undefined;
  const words = text.split(',');
  if (words.length === 1 && words[0] === CLASSIC) return [];
  const names = VARIANT_NAMES.filter((name) => words.includes(name));
  return words.every((word) => (names as string[]).includes(word)) ? names : undefined;
}

const variants: Kind<typeof CLASSIC | VariantName | `${VariantName},${string}`> = {
  placeholder: 'names',
  values: [CLASSIC, ...VARIANT_NAMES],
  isList: true,
  parse(text) {
    const names = variantNames(text);
    if (names === undefined) {
      throw new InvalidValue(`${CLASSIC}, or names with commas of ${inWords(VARIANT_NAMES)}`);
    }
    return (names.join(',') || CLASSIC) as VariantName;
  },
  text: (value) => value,
};

export const yesOrNo: Kind<boolean> = {
  placeholder: undefined,
  parse(text) {
    if (text === 'true' || text === 'false') return text === 'true';
    throw new InvalidValue('true or false');
  },
};

/** @param unit for the message: `MiB` */
export function wholeNumber(least: number, most: number, unit = ''): Kind<number> {
  return {
    placeholder: 'n',
    range: [least, most],
    parse(text) {
      const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (number >= least && number <= most) return number;
      throw new InvalidValue(`a whole number from ${least} to ${most}${unit === '' ? '' : ` ${unit}`}`);
    },
  };
}

/** Rows and columns of a box, in cells. */
export interface Boxes {
  /** Height of a box in cells. */
  readonly rows: number;
  /** Width of a box in cells. */
  readonly columns: number;
}

const boxShape: Kind<Boxes> = {
  placeholder: 'RxC',
  parse(text) {
    const [, rows, columns] = (/^(\d{1,2})x(\d{1,2})$/.exec(text) ?? []).map(Number);
    const size = rows! * columns!;
    if (!(size >= MIN_SIZE && size <= MAX_SIZE)) {
      throw new InvalidValue(`rows x columns of a box of ${MIN_SIZE} to ${MAX_SIZE} cells, such as 2x3`);
    }
    return { rows: rows!, columns: columns! };
  },
  text: ({ rows, columns }) => `${rows}x${columns}`,
};

const regionSymbols: Kind<string> = {
  placeholder: 'symbols',
  parse(text) {
    const size = Math.sqrt(text.length);
    if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE || !/^[!-~]*$/.test(text)) {
      throw new InvalidValue('a printable ASCII symbol for each cell of a grid, such as 81 for 9x9');
    }
    return text;
  },
  text: (value) => value,
};

const memberNames: Kind<string> = {
  placeholder: 'names',
  parse(text) {
    if (text.split(',').some((name) => name.trim() === ''))
      throw new InvalidValue('names of members or columns with commas, such as odd,even');
    return text;
  },
  text: (value) => value,
};

/** Characters of the longest name or path of a place. */
const MAX_PLACE = 1000;

const placeName: Kind<string> = {
  placeholder: 'place',
  parse(text) {
    if (text.trim() === '' || text.length > MAX_PLACE)
      throw new InvalidValue('the name of a column or member, or a place such as data.*.grid, [][1] or #3');
    return text;
  },
  text: (value) => value,
};

const alphabetRanges: Kind<string> = {
  placeholder: 'symbols',
  parse(text) {
    expandAlphabet(text);
    return text;
  },
  text: (value) => value,
};

/**
 * Symbols of an alphabet written in ranges: `1-9A-G` is sixteen.
 * @throws InvalidValue unless it is 4 to 36 different printable ASCII characters that can stand for values
 */
export function expandAlphabet(ranges: string): string {
  let expanded = '';
  for (let i = 0; i < ranges.length; i++) {
    const from = ranges.charCodeAt(i);
    const isRange = ranges[i + 1] === '-' && i + 2 < ranges.length;
    const to = isRange ? ranges.charCodeAt(i + 2) : from;
    if (to < from) throw badAlphabet(`range ${ranges.slice(i, i + 3)} runs backwards`);
    for (let code = from; code <= to; code++) expanded += String.fromCharCode(code);
    if (isRange) i += 2;
  }
  for (const [i, symbol] of expanded.split('').entries()) {
    if (symbol <= ' ' || symbol > '~') throw badAlphabet('a symbol is not printable ASCII');
    if (`${EMPTY_SYMBOLS},"#|`.includes(symbol)) {
      throw badAlphabet(`'${symbol}' cannot be a value: it is an empty cell or a separator`);
    }
    if (expanded.indexOf(symbol) !== i) throw badAlphabet(`'${symbol}' occurs twice`);
  }
  if (expanded.length < MIN_SIZE || expanded.length > MAX_SIZE) {
    throw badAlphabet(`it has ${expanded.length} ${expanded.length === 1 ? 'symbol' : 'symbols'}`);
  }
  return expanded;
}

const badAlphabet = (why: string) =>
  new InvalidValue(
    `an alphabet of ${MIN_SIZE} to ${MAX_SIZE} symbols such as 1-9A-G, 0-9A-F or A-P (${why})`,
  );

/** Where an option can be set: in a file's `#!` line, its object's metadata, a flag, a call of the library, or the defaults of a stack. */
export type OptionPlace = 'file' | 'metadata' | 'flag' | 'call' | 'stack';

/** An option. Its name is its key in the table. */
export interface OptionEntry<T = unknown> {
  readonly kind: Kind<T>;
  /** A sentence without its full stop, in Markdown; links lead into docs/formats.md. */
  readonly help: string;
  /** The default value; without one, the file or the solver decides. */
  readonly default?: T;
  /** In Markdown: what applies to an option without a default value. */
  readonly fallback?: string;
  readonly places: readonly OptionPlace[];
}

export type OptionTable = Readonly<Record<string, OptionEntry>>;

const EVERYWHERE = ['file', 'metadata', 'flag', 'call', 'stack'] as const;
/** The meaning of symbols and boxes is a property of one file, so a stack has no defaults for them. */
const FOR_ONE_FILE = ['file', 'metadata', 'flag', 'call'] as const;

/** Formats of files. Each is read by a folder of core/formats/. */
const FORMAT_NAMES = [
  'lines',
  'jigsaw-lines',
  'number-lines',
  'links',
  'grids',
  'pencilmarks',
  'candidates',
  'csv',
  'json',
  'npy',
  'parquet',
  'pasted',
] as const;

/** The name of a format. */
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Results that are tables of text, whatever the format of the file: one row a solution, or a puzzle. */
export const TABLES = ['csv', 'jsonl'] as const;

/** What the options of facts have in common; each has its own help. */
const FACT_OPTION = { kind: yesOrNo, default: false, places: EVERYWHERE } as const;

const FACT_OPTIONS = Object.fromEntries(
  Object.entries<FactEntry>(FACTS).flatMap(([name, { option }]) =>
    option ? [[name, { ...FACT_OPTION, help: option.help }]] : [],
  ),
) as { readonly [N in FactName]: typeof FACT_OPTION & { readonly help: string } };

/**
 * All options, in the order of the manual. The `#!` line, object metadata, flags and their help, the construct's props,
 * its context and their checks, and the tables in the documents are derived from this table.
 */
export const OPTIONS = {
  variant: {
    kind: variants,
    help: '`classic`, or `x`: both diagonals hold each digit once too; [other names](#variants) such as `windoku`, several as `x,windoku`',
    default: CLASSIC,
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
    help: '`count` and `all` stop after this many solutions',
    default: 1000,
    places: EVERYWHERE,
  },
  output: {
    kind: oneOf('same', ...TABLES, 'parquet', 'npy'),
    help: '`same` layout as the file; a [table](#results-as-tables): `csv`, `jsonl`, `parquet`; or `npy`: solutions as an array',
    default: 'same',
    places: EVERYWHERE,
  },
  ...FACT_OPTIONS,
  alphabet: {
    kind: alphabetRanges,
    help: 'the symbols of large grids: `1-9A-G`, `0-9A-F`, `A-P`, …',
    fallback: 'by [rule](#letters-for-large-grids)',
    places: FOR_ONE_FILE,
  },
  format: {
    kind: oneOf(...FORMAT_NAMES),
    help: `overrides the recognised format: ${FORMAT_NAMES.map((name) => `\`${name}\``).join(', ')}`,
    fallback: 'by its content',
    places: FOR_ONE_FILE,
  },
  boxes: {
    kind: boxShape,
    help: 'rows and columns of a box; `2x3` applies to 6x6 grids',
    fallback: 'square, or wider than high',
    places: FOR_ONE_FILE,
  },
  regions: {
    kind: regionSymbols,
    help: 'regions in place of boxes: a symbol for each cell, row by row; equal ones are a [region](#jigsaws)',
    fallback: 'boxes',
    places: FOR_ONE_FILE,
  },
  puzzle: {
    kind: placeName,
    help: 'where the puzzles stand: the name of a column or member such as `quiz`, or a [place](#places) such as `data.*.grid`, `[][1]` or `#3`',
    fallback: '[by names, then by shape](#places)',
    places: EVERYWHERE,
  },
  ignore: {
    kind: memberNames,
    help: 'members and columns that are no [rules](#rules-of-a-puzzle), although they have the names of some: `odd,even`',
    fallback: 'none',
    places: FOR_ONE_FILE,
  },
  budget: {
    kind: wholeNumber(0, MAX_COUNT),
    help: 'guesses (large grids: conflicts) that a puzzle may cost before it is `unsolved`',
    fallback: '10,000,000 for classic and X to 9x9, else 1,000,000, or 100,000 above 25x25; more to count',
    places: EVERYWHERE,
  },
} as const satisfies OptionTable;

/** Names of a table's options that can be set in a place. */
export function optionNames(place: OptionPlace, table: OptionTable = OPTIONS): string[] {
  return Object.keys(table).filter((name) => table[name]!.places.includes(place));
}

type Entries = typeof OPTIONS;

/** The name of an option. */
export type OptionName = keyof Entries;

type Defaulted = { [N in OptionName]: 'default' extends keyof Entries[N] ? N : never }[OptionName];

type Value<N extends OptionName> = ReturnType<Entries[N]['kind']['parse']>;

/**
 * How a file is to be solved: a value for each option, as the table of options in docs/formats.md describes them. Options
 * without a default may be undefined.
 *
 * @interface
 */
export type Options = { readonly [N in Defaulted]: Value<N> } & {
  readonly [N in Exclude<OptionName, Defaulted>]?: Value<N>;
};

/** Some of the options; a missing one is set elsewhere, or has its default. */
export type PartialOptions = Partial<Options>;

/** The options that a stack may have defaults for. */
export type StackOptions = Pick<
  PartialOptions,
  { [N in OptionName]: 'stack' extends Entries[N]['places'][number] ? N : never }[OptionName]
>;

/** The rules beside rows, columns and boxes: names with commas, or `classic`. */
export type Variant = Options['variant'];

/** A table of text as a result. */
export type Table = (typeof TABLES)[number];

/** What a result can be, whatever the format of the file. */
export type OutputFormat = Options['output'];

/** `first` solution, one proven `unique`, their `count`, or `all` of them. */
export type SolutionsWanted = Options['solutions'];

export const DEFAULT_OPTIONS = Object.fromEntries(
  Object.entries(OPTIONS).flatMap(([name, entry]) => ('default' in entry ? [[name, entry.default]] : [])),
) as unknown as Options;
