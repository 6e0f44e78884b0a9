import { Unfit } from './kinds.ts';
import type { Options, PartialOptions } from './options.ts';
import { OPTIONS, type OptionEntry, type OptionTable, optionNames, type Place } from './table.ts';

/** An option, or a value of one, that does not exist. The message names those that do. */
export class OptionError extends Error {
  /** `OptionError` */
  override readonly name = 'OptionError';
}

/** User metadata with this prefix are options; a misspelt one is a mistake to tell of, not to pass over. */
const METADATA_PREFIX = 'sudoku-';

/** What messages call each place, and an option there. */
const PLACES: Record<Place, { readonly all: string; readonly one: (name: string) => string }> = {
  file: { all: 'first line', one: (name) => `first line: ${name}` },
  metadata: {
    all: `object metadata x-amz-meta-${METADATA_PREFIX}*`,
    one: (name) => `object metadata x-amz-meta-${METADATA_PREFIX}${name}`,
  },
  flag: { all: 'flags', one: (name) => `--${name}` },
  call: { all: 'options', one: (name) => `options.${name}` },
  stack: { all: 'DEFAULT_OPTIONS', one: (name) => `DEFAULT_OPTIONS: ${name}` },
};

/**
 * Options from text.
 * @param pairs names and values; a value that is undefined counts as not given
 * @throws OptionError that names the place, the option, what was expected and what came
 */
export function parseOptions(
  pairs: Iterable<readonly [string, string | undefined]>,
  place: Place,
  table: OptionTable = OPTIONS,
): PartialOptions {
  const options: Record<string, unknown> = {};
  const known = optionNames(place, table);
  const { all, one } = PLACES[place];
  for (const [name, value] of pairs) {
    if (value === undefined) continue;
    if (!known.includes(name)) {
      throw new OptionError(`${all}: expected an option of ${known.join(', ')}, got ${shown(name)}`);
    }
    try {
      options[name] = table[name]!.kind.parse(value);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      throw new OptionError(`${one(name)}: expected ${error.message}, got ${shown(value)}`);
    }
  }
  return options;
}

/** Options in an object's user metadata. @throws OptionError */
export function optionsInMetadata(
  metadata: Readonly<Record<string, string>>,
  table: OptionTable = OPTIONS,
): PartialOptions {
  const pairs = Object.entries(metadata)
    .filter(([name]) => name.startsWith(METADATA_PREFIX))
    .map(([name, value]) => [name.slice(METADATA_PREFIX.length), value] as const);
  return parseOptions(pairs, 'metadata', table);
}

/** User metadata that hold options. */
export function metadataOf(options: PartialOptions, table: OptionTable = OPTIONS): Record<string, string> {
  const pairs = optionPairs(options, table).filter(([, value]) => value !== undefined);
  return Object.fromEntries(pairs.map(([name, value]) => [`${METADATA_PREFIX}${name}`, value!]));
}

/** Options as JSON holds them ({@link Options}, or all of them text), as names and values for {@link parseOptions}. */
export function optionPairs(
  options: Readonly<Record<string, unknown>>,
  table: OptionTable = OPTIONS,
): [string, string | undefined][] {
  return Object.entries(options).map(([name, value]) => [name, optionText(value, table[name])]);
}

/** A value as a flag or a `#!` line would give it; what is none comes out as a text that is none. */
export function optionText(value: unknown, entry: OptionEntry | undefined): string | undefined {
  if (typeof value === 'string' || value === undefined) return value;
  if (typeof value === 'object' && value !== null) return entry?.kind.text?.(value) || JSON.stringify(value);
  // also what JSON has no words for: NaN, a function
  return String(value as number);
}

/** Each option from the first that gives it (undefined is not given); `all` comes last. */
export function mergeOptions(strongestFirst: readonly PartialOptions[], all: Options): Options {
  const given = strongestFirst.toReversed().flatMap((options) => Object.entries(options));
  return { ...all, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

function shown(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}
