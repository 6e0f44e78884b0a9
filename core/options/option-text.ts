// Options as text: parsed from first lines, flags and object metadata, and written as each of them; also as rows of the
// manual.

import { describeValue, quoted } from './describe-value.ts';
import { didYouMean, suggestedName } from './nearest-name.ts';
import {
  InvalidValue,
  type Kind,
  OPTIONS,
  type OptionEntry,
  type OptionPlace,
  type Options,
  type OptionTable,
  optionNames,
  type PartialOptions,
} from './options.ts';
import { RULES_OF_PUZZLES } from './tried-words.ts';

/** An unknown option, or an invalid value of one. The message lists the valid ones. */
export class OptionError extends Error {
  /** `OptionError` */
  override readonly name = 'OptionError';
}

/** All user metadata with this prefix are options, so that a misspelt one is an error. */
const METADATA_PREFIX = 'sudoku-';

/** How messages name each place, and an option there. */
const PLACES: Record<OptionPlace, { readonly all: string; readonly one: (name: string) => string }> = {
  file: { all: 'first line', one: (name) => `first line: ${name}` },
  metadata: {
    all: `object metadata x-amz-meta-${METADATA_PREFIX}*`,
    one: (name) => `object metadata x-amz-meta-${METADATA_PREFIX}${name}`,
  },
  flag: { all: 'flags', one: (name) => `--${name}` },
  call: { all: 'options', one: (name) => `options.${name}` },
  stack: { all: 'DEFAULT_OPTIONS', one: (name) => `DEFAULT_OPTIONS: ${name}` },
};

/** Values of a kind from which on a message with a hint at one of them does not list the others. */
const MANY_VALUES = 6;

/** Of the name of a file. */
const ENDING = /\.[a-z]\w*$/i;

/** Words for what applies without an option. */
const AUTOMATIC = new Set(['auto', 'automatic', 'default', 'any', 'all', 'max', 'detect', '0']);

/** Words for as many as possible. */
const MOST = new Set(['all', 'max', 'none', 'no', 'off', 'unlimited', 'infinite', 'infinity', 'inf', '∞']);

const POWERS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, b: 1e9 };

/** What people may mean by a number, a range or a pair of numbers that is written otherwise: `1k`, `1,000`, `>=24`, `3*3`. */
function readingsOf(plain: string, [least, most]: readonly [least: number, most: number]): string[] {
  const [, number, power = ''] = /^(\d+(?:\.\d+)?(?:e\d{1,2})?)([kmgb]?)$/.exec(plain) ?? [];
  const [, one, other] = /^(\d+(?:\.\d+)?)\s*(?:[-–x×*/,;:]|\.\.+|to)\s*(\d+(?:\.\d+)?)$/.exec(plain) ?? [];
  const [, before, bound, after] = /^([<>]?)=?\s*(\d+(?:\.\d+)?)\s*(\+?)$/.exec(plain) ?? [];
  return [
    ...(MOST.has(plain) ? [`${least}-${most}`, `${most}`] : []),
    ...(/^\d{1,3}(?:[,_' ]\d{3})+$/.test(plain) ? [plain.replace(/\D/g, '')] : []),
    ...(number === undefined ? [] : [`${Number(number) * (POWERS[power] ?? 1)}`, `${number}x${number}`]),
    ...(one === undefined ? [] : [`${one}-${other}`, `${one}x${other}`]),
    ...(one !== undefined && one === other ? [one] : []),
    ...(bound === undefined ? [] : [before === '<' ? `${least}-${bound}` : `${bound}-${most}`]),
    ...(bound === undefined || before || after ? [] : [bound]),
  ];
}

/**
 * What a message expects in place of a value, and a hint at the end of it: the value that this one was probably meant to be.
 * @param fallback what applies without the option, in words
 */
export function expectedValue(
  value: string,
  expected: string,
  { values = [], isList, range = [0, 0], parse }: Partial<Kind<unknown>>,
  fallback?: string,
): { readonly expected: string; readonly hint: string } {
  const plain = value.trim().toLowerCase();
  if (fallback !== undefined && AUTOMATIC.has(plain))
    return { expected, hint: ` (leave it out: ${withoutMarkdown(fallback)})` };
  const words = value.split(isList ? /[\s,;+&|]+/ : /$/);
  const word = words.find((each) => !values.includes(each));
  if (values.length === 0) {
    const meant = readingsOf(plain, range).find((reading) => parse !== undefined && isParsed(reading, parse));
    return { expected, hint: meant === undefined ? '' : ` (did you mean ${meant}?)` };
  }
  if (word === undefined) {
    const meant = words.join(',');
    if (meant === value) return { expected, hint: '' };
    return { expected: 'names with commas', hint: ` (did you mean ${meant}?)` };
  }
  const rule = isList && suggestedName(word, RULES_OF_PUZZLES);
  const other = rule
    ? ` (each puzzle has its own ${rule})`
    : ENDING.test(word)
      ? ' (a name, not a file)'
      : '';
  const hint = didYouMean(word, values) || other;
  return { expected: hint !== '' && values.length > MANY_VALUES ? 'a known name' : expected, hint };
}

function isParsed(text: string, parse: (text: string) => unknown): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

/**
 * Parses options from text.
 * @param pairs names and values; an undefined value counts as missing
 * @param others names of options that the call has beside those of the table, for the message on an unknown one
 * @throws OptionError with the place, the option, the expected and the actual value
 */
export function parseOptions(
  pairs: Iterable<readonly [string, string | undefined]>,
  place: OptionPlace,
  table: OptionTable = OPTIONS,
  others: readonly string[] = [],
): PartialOptions {
  const options: Record<string, unknown> = {};
  const { all, one } = PLACES[place];
  for (const [name, value] of pairs) {
    if (value === undefined) continue;
    const entry = Object.hasOwn(table, name) ? table[name]! : undefined;
    if (!entry?.places.includes(place)) {
      const known = [...optionNames(place, table), ...others];
      const withValues = known.flatMap((each) =>
        (table[each]?.kind.values ?? []).map((text) => `${each}=${text}`),
      );
      const hint = didYouMean(name, [...known, ...withValues]);
      throw new OptionError(`${all}: expected an option of ${known.join(', ')}, got ${quoted(name)}${hint}`);
    }
    try {
      options[name] = entry.kind.parse(value);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      const { expected, hint } = expectedValue(value, error.message, entry.kind, entry.fallback);
      throw new OptionError(`${one(name)}: expected ${expected}, got ${quoted(value)}${hint}`);
    }
  }
  return options;
}

/**
 * Checks options that a caller of the library passed, perhaps from JavaScript without types.
 * @param table the options that the call has
 * @param others names of its options that are checked elsewhere
 * @throws OptionError
 */
export function checkOptions(
  given: object,
  table: OptionTable = OPTIONS,
  others: readonly string[] = [],
): PartialOptions {
  checkOptionsObject(given);
  return parseOptions(optionPairs({ ...given }, table), 'call', table, others);
}

/** Checks that options which a caller passed are an object. @throws OptionError */
export function checkOptionsObject(given: unknown): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new OptionError(`options: expected an object, got ${describeValue(given)}`);
  }
}

/** Parses the options in an object's user metadata. @throws OptionError */
export function optionsInMetadata(
  metadata: Readonly<Record<string, string>>,
  table: OptionTable = OPTIONS,
): PartialOptions {
  const pairs = Object.entries(metadata)
    .filter(([name]) => name.startsWith(METADATA_PREFIX))
    .map(([name, value]) => [name.slice(METADATA_PREFIX.length), value] as const);
  return parseOptions(pairs, 'metadata', table);
}

/** Options as user metadata of an object. */
export function metadataOf(options: PartialOptions, table: OptionTable = OPTIONS): Record<string, string> {
  const pairs = optionPairs(options, table).filter(([, value]) => value !== undefined);
  return Object.fromEntries(pairs.map(([name, value]) => [`${METADATA_PREFIX}${name}`, value!]));
}

/** Names and texts, for {@link parseOptions}, of options as JSON holds them: {@link Options}, or all of them text. */
export function optionPairs(
  options: Readonly<Record<string, unknown>>,
  table: OptionTable = OPTIONS,
): [string, string | undefined][] {
  return Object.entries(options).map(([name, value]) => [name, optionText(value, table[name])]);
}

/** A value as a flag or a `#!` line states it; an invalid value becomes a text that is invalid too. */
export function optionText(value: unknown, entry: OptionEntry | undefined): string | undefined {
  if (typeof value === 'string' || value === undefined) return value;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' ? 'a function' : String(value as number);
  try {
    const text: unknown = entry?.kind.text?.(value);
    return typeof text === 'string' && text !== '' ? text : (JSON.stringify(value) ?? describeValue(value));
  } catch {
    // JSON cannot express all objects: one that contains itself, a bigint
    return describeValue(value);
  }
}

/** Each option from the first that sets it; undefined does not. */
export function mergeOptions(strongestFirst: readonly PartialOptions[], defaults: Options): Options {
  const given = strongestFirst.toReversed().flatMap((options) => Object.entries(options));
  return { ...defaults, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** An option as a flag. */
export interface FlagText {
  readonly name: string;
  /** `--limit <n>` */
  readonly usage: string;
  readonly help: string;
  /** All values, where there are few. */
  readonly values: readonly string[] | undefined;
  /** Whether several of them can stand with commas between them. */
  readonly isList: boolean;
  /** The smallest and the largest value of a number. */
  readonly range: readonly [least: number, most: number] | undefined;
  /** What applies without the flag; undefined for a flag without a value, which is off. */
  readonly fallback: string | undefined;
}

/** The flags that set options, in the order of the table. */
export function optionFlags(table: OptionTable = OPTIONS): FlagText[] {
  return optionNames('flag', table).map((name) => {
    const entry = table[name]!;
    const { placeholder, values, isList = false, range } = entry.kind;
    const hasValue = placeholder !== undefined;
    return {
      name,
      usage: hasValue ? `--${name} <${placeholder}>` : `--${name}`,
      help: withoutMarkdown(entry.help),
      values,
      isList,
      range,
      fallback: hasValue ? withoutMarkdown(defaultOf(entry)) : undefined,
    };
  });
}

/** Rows of the manual's table: name, description, default. */
export function optionRows(
  place: OptionPlace,
  table: OptionTable = OPTIONS,
): [name: string, is: string, fallback: string][] {
  return optionNames(place, table).map((name) => {
    const entry = table[name]!;
    const { range } = entry.kind;
    const is = range ? `${entry.help}, ${range[0]} to ${range[1]}` : entry.help;
    return [`\`${name}\``, is, defaultOf(entry)];
  });
}

function defaultOf(entry: OptionEntry): string {
  return entry.fallback ?? `\`${optionText(entry.default, entry)}\``;
}

function withoutMarkdown(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}
