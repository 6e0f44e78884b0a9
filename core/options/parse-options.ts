import { AlphabetError, expandAlphabet } from '../formats/shared/alphabet.ts';
import { LARGEST_SIZE, SMALLEST_SIZE } from '../solver/geometry.ts';
import type { Options, PartialOptions } from './options.ts';

/** An option, or a value of one, that does not exist. The message names those that do. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

const MAX_COUNT = 2 ** 32 - 1;

const PARSERS: { readonly [K in keyof Options]-?: (value: string) => Options[K] } = {
  variant: oneOf('classic', 'x'),
  solutions: oneOf('first', 'unique', 'count', 'all'),
  limit: whole(1, MAX_COUNT),
  output: oneOf('same', 'csv', 'jsonl'),
  explain: yesOrNo,
  alphabet: alphabet,
  boxes: boxes,
  budget: whole(0, MAX_COUNT),
};

/** Names of the options, in the order of the manual. */
export const OPTION_NAMES = Object.keys(PARSERS) as (keyof Options)[];

/**
 * Options from text: flags, object metadata, a `#!` line, an environment variable.
 * @param pairs names and values; a value that is undefined counts as not given
 * @param source where they come from, for the message
 * @throws OptionError that names the option, what was expected and what came
 */
export function parseOptions(
  pairs: Iterable<readonly [string, string | undefined]>,
  source: string,
): PartialOptions {
  const options: Record<string, unknown> = {};
  for (const [name, value] of pairs) {
    if (value === undefined) continue;
    const parse = Object.hasOwn(PARSERS, name) ? PARSERS[name as keyof Options] : undefined;
    if (!parse) {
      throw new OptionError(
        `${source}: expected an option of ${OPTION_NAMES.join(', ')}, got ${shown(name)}`,
      );
    }
    try {
      options[name] = parse(value);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      throw new OptionError(`${source}: ${name}: expected ${error.message}, got ${shown(value)}`);
    }
  }
  return options;
}

/** Options as JSON holds them ({@link Options}, or all of them text), as names and values for {@link parseOptions}. */
export function optionPairs(options: Readonly<Record<string, unknown>>): [string, string | undefined][] {
  return Object.entries(options).map(([name, value]) => [name, optionText(value)]);
}

/** An option's value as a flag or a `#!` line would give it. */
function optionText(value: unknown): string | undefined {
  if (typeof value === 'string' || value === undefined) return value;
  const box = value as Partial<NonNullable<Options['boxes']>> | null;
  return box?.rows !== undefined && box.columns !== undefined
    ? `${box.rows}x${box.columns}`
    : JSON.stringify(value);
}

/** Each option from the first that gives it (undefined is not given); `all` comes last. */
export function mergeOptions(strongestFirst: readonly PartialOptions[], all: Options): Options {
  const given = strongestFirst.toReversed().flatMap((options) => Object.entries(options));
  return { ...all, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** What a value should have been. */
class Unfit extends Error {}

function oneOf<const T extends string>(...allowed: T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((name) => name === value);
    if (found === undefined) throw new Unfit(allowed.join(' or '));
    return found;
  };
}

function yesOrNo(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Unfit('true or false');
}

function whole(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) throw new Unfit(`a whole number from ${least} to ${most}`);
    return number;
  };
}

function boxes(value: string): { rows: number; columns: number } {
  const [, rows, columns] = (/^(\d{1,2})x(\d{1,2})$/.exec(value) ?? []).map(Number);
  const size = rows! * columns!;
  if (!(size >= SMALLEST_SIZE && size <= LARGEST_SIZE)) {
    throw new Unfit(`rows x columns of a box of ${SMALLEST_SIZE} to ${LARGEST_SIZE} cells, such as 2x3`);
  }
  return { rows: rows!, columns: columns! };
}

function alphabet(value: string): string {
  try {
    expandAlphabet(value);
  } catch (error) {
    if (error instanceof AlphabetError) throw new Unfit(error.expected);
    throw error;
  }
  return value;
}

function shown(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}
