// What --help, the man page and shell completion say about a command.
import { type Argument, type Command, Help, Option } from 'commander';
import project from '../../package.json' with { type: 'json' };

/** A command line, and what it does. */
export type Example = readonly [does: string, line: string];

const EXAMPLES = new WeakMap<Command, readonly Example[]>();

/** Adds examples, which the help lists last. */
export function addExamples(command: Command, ...examples: readonly Example[]): Command {
  EXAMPLES.set(command, examples);
  return command.addHelpText('after', () => {
    const lines = examples.map(([does, line]) => `  # ${does}\n  ${line}`);
    return `${sharedFlagsText(command)}\nExamples:\n${lines.join('\n')}\n\nDocumentation:\n  ${addressOf(command)}`;
  });
}

/** The flags of `solve` that another command has with the same meaning; their help is that of `solve`. */
export function sharedFlags(command: Command): Option[] {
  return command.options.filter((option) => option instanceof DocumentedFlag && option.isOfSolve);
}

/** What the help of a command says about the flags that it shares with `solve`; empty if there are none. */
function sharedFlagsText(command: Command): string {
  const names = sharedFlags(command).map(({ long }) => long!);
  if (names.length === 0) return '';
  const helper = command.createHelp();
  const width = process.stdout.columns ?? 80;
  const lines = helper.boxWrap(names.join(', '), width - 2).replaceAll(/^/gm, '  ');
  return `\nOptions as in solve (see: sudoku solve --help):\n${lines}\n`;
}

export function examplesOf(command: Command): readonly Example[] {
  return EXAMPLES.get(command) ?? [];
}

/** The address of the section of the manual on a command. */
export function addressOf(command: Command): string {
  const page = `${project.homepage.split('#', 1)[0]}/blob/main/docs/cli.md`;
  return command.parent ? `${page}#${command.name()}` : page;
}

/** A flag whose help shows the range of its values. */
export class DocumentedFlag extends Option {
  /** The smallest and the largest value. */
  range?: readonly [least: number, most: number];
  /** Whether the command has it because `solve` does; then the help refers to that of `solve`. */
  isOfSolve = false;
  /** Whether its values can stand with commas between them. */
  isList = false;

  /** Shows the range of the values, both included. */
  within(least: number, most: number): this {
    this.range = [least, most];
    return this;
  }
}

/** The help of a flag, with range and default: `cells per side (4 to 36; default: 9)`. */
export function optionHelp(option: Option): string {
  const { description, mandatory, defaultValue, defaultValueDescription, negate } = option;
  const range = option instanceof DocumentedFlag ? option.range : undefined;
  const fallback = defaultValueDescription ?? (negate ? undefined : (defaultValue as string | undefined));
  const facts = [
    range && `${range[0]} to ${range[1]}`,
    mandatory && 'required',
    fallback !== undefined && fallback !== '' && `default: ${fallback}`,
  ].filter(Boolean);
  return facts.length > 0 ? `${description} (${facts.join('; ')})` : description;
}

/** What a command does, in a few words: its description up to the first colon or full stop. */
export function commandSummary(command: Command): string {
  return command.description().split(/[:.](?: |$)/, 1)[0]!;
}

/** How commander formats the help of every command. */
export const HELP_FORMAT: Partial<Help> = {
  visibleOptions(command) {
    const shared = sharedFlags(command);
    return Help.prototype.visibleOptions.call(this, command).filter((option) => !shared.includes(option));
  },
  subcommandTerm: (command) => command.name(),
  optionDescription: optionHelp,
  subcommandDescription: commandSummary,
  minWidthToWrap: 16, // in narrower columns, the terminal breaks lines within words
};

/** What the values of a flag or an argument are: a file, a directory, one of some words, or anything else. */
export type ValueKind = 'file' | 'directory' | 'other' | readonly string[];

const PATHS = /<(?:path|page|puzzles)>$|^(?:files|result|reports|sources)$/;

/** The kind of values, by the placeholder; undefined for a flag without a value. */
export function valueKind(of: Option | Argument): ValueKind | undefined {
  if (of instanceof Option && !of.required && !of.optional) return undefined;
  if (of.argChoices) return of.argChoices;
  const placeholder = of instanceof Option ? of.flags : of.name();
  if (placeholder.endsWith('<directory>')) return 'directory';
  return PATHS.test(placeholder) ? 'file' : 'other';
}
