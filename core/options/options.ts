import { OPTIONS, type TABLES } from './table.ts';

type OptionTable = typeof OPTIONS;

/** Of every option. */
export type OptionName = keyof OptionTable;

/** Of the options that have a value even where nobody gives one. */
type Defaulted = { [N in OptionName]: 'default' extends keyof OptionTable[N] ? N : never }[OptionName];

type Value<N extends OptionName> = ReturnType<OptionTable[N]['kind']['parse']>;

/**
 * How a file is to be solved: a value for each option, as the README's table of options describes them. Those without a
 * default may be undefined: by rule.
 *
 * @interface
 */
export type Options = { readonly [N in Defaulted]: Value<N> } & {
  readonly [N in Exclude<OptionName, Defaulted>]?: Value<N>;
};

/** Options as somebody gives them: those that are missing come from elsewhere, or have their defaults. */
export type PartialOptions = Partial<Options>;

/** The options that a stack may give defaults for. */
export type StackOptions = Pick<
  PartialOptions,
  { [N in OptionName]: 'stack' extends OptionTable[N]['places'][number] ? N : never }[OptionName]
>;

/** The rules beside rows, columns and boxes: `x` adds both diagonals. */
export type Variant = Options['variant'];

/** One of the tables that a result may be. */
export type Table = (typeof TABLES)[number];

/** `first` solution, one proven `unique`, their `count`, or `all` of them. */
export type SolutionsWanted = Options['solutions'];

export const DEFAULT_OPTIONS = Object.fromEntries(
  Object.entries(OPTIONS).flatMap(([name, entry]) => ('default' in entry ? [[name, entry.default]] : [])),
) as unknown as Options;
