// Flags that several commands have, and how their values are parsed. Those of options come from the table of options.
import { availableParallelism } from 'node:os';
import { Argument, type Command, Option } from 'commander';
import { expectedValue, OptionError, optionFlags, parseOptions } from '../../core/options/option-text.ts';
import {
  InvalidValue,
  inWords,
  type Kind,
  OPTIONS,
  type OptionName,
  type OptionTable,
  type PartialOptions,
  wholeNumber,
} from '../../core/options/options.ts';
import type { Range } from '../../core/solver/requirements.ts';
import { UsageError } from './exit.ts';
import { DocumentedFlag, type ValueKind, valueKind } from './help.ts';
import { addressFault } from './paths.ts';

/** A flag for a whole number. @param usage its placeholder is the unit, or n @param fallback the default, or words for it */
export function numberFlag(
  usage: string,
  help: string,
  range: readonly [least: number, most: number],
  fallback: number | string,
): DocumentedFlag {
  const [, unit = ''] = /<(\w\w+)>/.exec(usage) ?? [];
  const kind = wholeNumber(...range, unit);
  const words = typeof fallback === 'number' ? undefined : fallback;
  const flag: DocumentedFlag = new DocumentedFlag(usage, help)
    .within(...range)
    .argParser((value) => parsed(flag.long!, value, kind, words));
  return words === undefined ? flag.default(fallback) : flag.default(undefined, words);
}

/** A flag for one of some words, which its help lists. */
export function choiceFlag(
  usage: string,
  help: string,
  words: readonly string[],
  fallback?: string,
): DocumentedFlag {
  const flag = new DocumentedFlag(usage, `${help}: ${inWords(words)}`).choices(words);
  return flag.argParser((value) => oneOf(words, flag.long!, value)).default(fallback);
}

/** An argument that is one of some words. */
export function choiceArgument(usage: string, help: string, words: readonly string[]): Argument {
  const argument = new Argument(usage, `${help}: ${inWords(words)}`).choices(words);
  return argument.argParser((value) => oneOf(words, argument.name(), value));
}

function oneOf(words: readonly string[], where: string, value: string): string {
  return parsed(where, value, {
    values: words,
    parse(text) {
      if (words.includes(text)) return text;
      throw new InvalidValue(inWords(words));
    },
  });
}

/**
 * The value of a flag or an argument.
 * @param fallback what applies without it, in words
 * @param meant what a wrong value stands for, if that is known
 * @throws UsageError with what was expected, and what was probably meant
 */
function parsed<T>(
  where: string,
  value: string,
  kind: Omit<Kind<T>, 'placeholder'>,
  fallback?: string,
  meant?: string,
): T {
  try {
    return kind.parse(value);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const { expected, hint } = expectedValue(value, error.message, kind, fallback);
    const end = meant === undefined ? hint : ` (did you mean ${meant}?)`;
    throw new UsageError(`${where}: expected ${expected}, got ${JSON.stringify(value)}${end}`);
  }
}

/** What the values of a {@link rangeFlag} are. */
interface RangeKind {
  readonly least: number;
  readonly most: number;
  /** How far a range may reach beyond the most. */
  readonly reach?: number;
  /** Of each end. */
  readonly form: RegExp;
  /** Ranges by the words that people use for them. */
  readonly words?: ReadonlyMap<string, string>;
}

/** A flag for a number or a range of numbers: `2.0-4.5`. */
export function rangeFlag(
  usage: string,
  help: string,
  { least, most, reach = most, form, words }: RangeKind,
  fallback: string,
): DocumentedFlag {
  const parse = (text: string): Range => {
    const ends = text.split('-');
    const [from, to] = [Number(ends[0]), Number(ends.at(-1))];
    const isRange = ends.length <= 2 && ends.every((end) => form.test(end));
    if (isRange && least <= from && from <= to && to <= reach) return { from, to };
    throw new InvalidValue(
      `a value or a range from ${least} to ${most}, such as ${least}-${Math.min(most, least + 3)}`,
    );
  };
  const kind = { parse, range: [least, most] } as const;
  const flag: DocumentedFlag = new DocumentedFlag(usage, help)
    .within(least, most)
    .argParser((text) => parsed(flag.long!, text, kind, fallback, words?.get(text)));
  return flag.default(undefined, fallback);
}

/** `--quiet`, which all commands mean alike. */
export function quietFlag(): Option {
  return new Option('-q, --quiet', 'print nothing but results and errors');
}

const LARGEST_SEED = 2 ** 32 - 1;

/** `--seed`. @param help what it changes */
export function seedFlag(help: string, fallback = 0): DocumentedFlag {
  return numberFlag('--seed <n>', help, [0, LARGEST_SEED], fallback);
}

const MAX_THREADS = 256;

/** `--concurrency`, whose default is the number of processors: see {@link concurrencyOf}. */
export function concurrencyFlag(help: string, most = MAX_THREADS): DocumentedFlag {
  return numberFlag('--concurrency <n>', help, [1, most], 'one per core');
}

/** The value of {@link concurrencyFlag}. */
export function concurrencyOf({ concurrency }: { readonly concurrency: number | undefined }): number {
  return concurrency ?? availableParallelism();
}

/** Values of the flags that {@link addSolvingFlags} adds, as commander returns them. */
export type SolvingFlags = Partial<Record<OptionName, string | boolean>>;

/**
 * Adds the flags for the solving options. A file's own `#!` line overrides them.
 * @param names the options that the command takes @default all
 */
export function addSolvingFlags(
  command: Command,
  names?: readonly OptionName[],
  table: OptionTable = OPTIONS,
): Command {
  for (const { name, usage, help, values, isList, range, fallback } of optionFlags(table)) {
    if (names && !(names as readonly string[]).includes(name)) continue;
    const flag = new DocumentedFlag(usage, help).default(undefined, fallback);
    if (range) flag.within(...range);
    if (values) flag.argChoices = [...values];
    flag.isList = isList;
    flag.isOfSolve = names === undefined && table === OPTIONS && command.name() !== 'solve';
    command.addOption(flag);
  }
  return command;
}

/** The options among a command's flags. @throws UsageError that names the flag and its values */
export function solvingOptions(flags: SolvingFlags, table: OptionTable = OPTIONS): PartialOptions {
  try {
    const values = flags as Readonly<Record<string, string | boolean | undefined>>;
    const names = optionFlags(table).map(({ name }) => name);
    return parseOptions(
      names.map((name) => [name, values[name]?.toString()]),
      'flag',
      table,
    );
  } catch (error) {
    throw error instanceof OptionError ? new UsageError(error.message) : error;
  }
}

const PATHS: readonly (ValueKind | undefined)[] = ['file', 'directory'];

/**
 * Refuses empty paths, as an unset shell variable produces them: the system would call them missing files. Refuses addresses as
 * values of flags: outputs would go to new directories of their names.
 * @throws UsageError that names the flag or the argument
 */
export function refuseWrongPaths(command: Command): void {
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (typeof value !== 'string' || !PATHS.includes(valueKind(option))) continue;
    if (value === '') throw emptyPath(option.flags);
    const fault = addressFault(value);
    if (fault !== undefined) throw new UsageError(`${option.long}: ${fault}`);
  }
  for (const [i, argument] of command.registeredArguments.entries()) {
    const value: unknown = command.processedArgs[i];
    if ([value].flat().includes('')) throw emptyPath(argument.name());
  }
}

function emptyPath(where: string): UsageError {
  return new UsageError(`${where}: expected a ${where === 'key' ? 'key' : 'path'}, got ""`);
}
