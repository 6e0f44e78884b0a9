// Explains a command line that commander refuses: what is wrong, and the words that were probably meant.
import { existsSync } from 'node:fs';
import type { Command, CommanderError, Option } from 'commander';
import { didYouMean, suggestedName } from '../../core/options/nearest-name.ts';
import { TRIED_CALLS } from '../../core/options/tried-words.ts';
import { examplesOf } from './help.ts';

/** A command line that cannot be run. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly command: Command;
  readonly reason: CommanderError;

  /** @param command whose flags and arguments are wrong */
  constructor(command: Command, reason: CommanderError) {
    super(reason.message);
    this.command = command;
    this.reason = reason;
  }
}

/**
 * What to do in place of a flag or a command that people try and that does not exist, by its names.
 * `commands`: those that have a flag with a similar name, which is not meant
 */
const ADVICE: readonly (readonly [names: string, advice: string, commands?: readonly string[]])[] = [
  ['o out outfile outputfile', 'the last file is the one to write, or - for standard output', ['convert']],
  ['columns column', 'all columns stay', ['select', 'dedupe', 'split', 'augment']],
  ['force overwrite yes y', 'existing files are replaced anyway'],
  ['input in i file files f stdin', 'files are arguments; - is standard input'],
  ['recursive r', 'a directory stands for all files in and below it'],
  ['verbose v debug progress log', 'it prints everything unless -q is given'],
  ['color colour', 'the variable NO_COLOR=1 turns colours off'],
  ['pretty grid grids draw board ascii show', 'sudoku convert FILE - --output boxes draws grids'],
  ['solution printsolution withsolution', 'sudoku solve finds the solutions'],
  ['sort order orderby top', 'records stay in their order: sort the table that sudoku grade writes'],
  ['invert invertmatch exclude', "--where 'not CONDITION' does it"],
  ['field fields select', 'all columns stay'],
  ['port host', 'a free port is chosen, and printed'],
  ['progress', '-q turns it off'],
  ['check verify validate', 'sudoku check does it'],
  ['delimiter sep separator header columns', 'see docs/formats.md#tables'],
  ['deploy install bootstrap destroy', 'cdk deploy does it: see docs/deploy.md'],
  ['init setup', 'there is nothing to set up'],
  ['auth login configure config', 'the AWS commands use the profiles of aws configure'],
  ['update upgrade selfupdate', 'npm install -g sudoku-batch@latest does it'],
  ['web gui ui tui app browser', 'the documentation has a page to try: npm run docs -- site'],
  ['bench benchmark', 'see docs/benchmark.md'],
];

/** Advice on a word; empty if there is none. @param command whose own advice is wanted */
function adviceOn(word: string, command?: string): string {
  const plain = word
    .toLowerCase()
    .replace(/^-*no-/, '')
    .replaceAll('-', '');
  const [, advice] =
    ADVICE.find(
      ([names, , commands]) =>
        names.split(' ').includes(plain) && (command === undefined ? !commands : commands?.includes(command)),
    ) ?? [];
  return advice === undefined ? '' : ` (${advice})`;
}

/**
 * The lines that explain a mistake, the last of which leads to the help.
 * @param isPuzzle whether a word is a text with a puzzle
 */
export function explainMistake(
  { command, reason }: RefusedCall,
  isPuzzle: (word: string) => boolean,
): string[] {
  const see = `See: ${callOf(command)} --help`;
  const { code } = reason;
  const text = reason.message.replace(/^error: /, '');
  if (command.parent === null) {
    const isRefused = code === 'commander.unknownCommand' || code === 'commander.unknownOption';
    return [...(isRefused ? withoutCommand(command, isPuzzle) : [text]), see];
  }
  // before what is missing, which may be there under another name
  const unknown = command.args.find((word) => /^-./.test(word));
  if (unknown !== undefined) return [`unknown option '${unknown}'${flagHint(unknown, command)}`, see];
  const meant = meantCall(command, code);
  if (meant !== undefined) return [text, `Did you mean: ${meant}`, see];
  const [example] = MISSING.has(code) ? examplesOf(command) : [];
  return [text, ...(example ? [`Such as: ${example[1]}`] : []), see];
}

/** Codes of commander for a flag or an argument that is required and not given. */
const MISSING = new Set(['commander.missingMandatoryOptionValue', 'commander.missingArgument']);

const callOf = (command: Command) =>
  [command.parent?.name(), command.name()].filter((name) => name !== undefined).join(' ');

/** A command line without a command, or with an unknown one. */
function withoutCommand(program: Command, isPuzzle: (word: string) => boolean): string[] {
  const { args, commands } = program;
  const word = args[0]!;
  const what = existsSync(word) ? word : isPuzzle(word) ? 'a puzzle' : undefined;
  const meant = (command: string) => `${program.name()} ${command} ${args.map(shownWord).join(' ')}`;
  if (what !== undefined) return [`expected a command, got ${what}`, `To solve it: ${meant('solve')}`];
  if (!word.startsWith('-')) {
    const hint = commandHint(word, program) || adviceOn(word);
    if (hint === '' && /[./\\]/.test(word))
      return [`expected a command, got ${shownWord(word)}`, `To solve a file: ${meant('solve')}`];
    return [`unknown command '${word}'${hint}`];
  }
  const own = namedFlag(word, program);
  const owner = commands.find(({ options }) =>
    options.some(({ short, long }) => [short, long].includes(nameOf(word))),
  );
  if (own === '' && owner)
    return [`expected a command before ${word}`, `Did you mean: ${meant(owner.name())}`];
  // `--solve`
  const command = word.startsWith('--') ? commandHint(word.slice(2), program) : '';
  return [`unknown option '${word}'${own || command || adviceOn(nameOf(word))}`];
}

/** ` (did you mean solve?)`: the command that a word stands for; empty if there is none. */
export function commandHint(word: string, { commands }: Command): string {
  const names = commands.map((command) => command.name());
  const calls = TRIED_CALLS.filter((call) => names.includes(call.split(' ', 1)[0]!));
  return didYouMean(word, ['help', '--version', ...names, ...calls]);
}

/** A word of a command line, shortened where it is long, such as a puzzle. */
function shownWord(word: string): string {
  const text = word.length > 40 ? `${word.slice(0, 12)}…` : word;
  return /[\s'"*?$]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : text;
}

/** `-j4` is `-j`, and `--jobs=4` is `--jobs`. */
const nameOf = (flag: string) => (flag.startsWith('--') ? flag.split('=', 1)[0]! : flag.slice(0, 2));

/** The flag or argument that an unknown flag stands for, or advice on it; empty if there is none. */
function flagHint(flag: string, command: Command): string {
  const word = nameOf(flag);
  const hasOnlyNo = command.options.some(({ long }) => long === word.replace(/^--/, '--no-'));
  if (hasOnlyNo) return ` (it does so without ${word.replace(/^--/, '--no-')})`;
  const names = command.registeredArguments.map((argument) => argument.name());
  const argument = suggestedName(word.replace(/^-+/, ''), names);
  const position = argument === undefined ? '' : ` (without a flag: ${callOf(command)} ${command.usage()})`;
  return adviceOn(word, command.name()) || namedFlag(flag, command) || adviceOn(word) || position;
}

/** The flag that an unknown one stands for; empty if there is none. */
function namedFlag(flag: string, command: Command): string {
  const names = [...command.options, ...helpFlag(command)].flatMap(({ long, argChoices = [] }) => {
    const name = long!.slice(2);
    return [name, ...argChoices.map((value) => `${name}=${value}`)];
  });
  const word = nameOf(flag).replace(/^-+/, '');
  return didYouMean(word, names, (name) => `--${name.replace('=', ' ')}`);
}

const helpFlag = (command: Command) =>
  command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long === '--help');

/** The command line with the flag before an argument that commander did not expect; undefined if there is none. */
function meantCall(command: Command, code: string): string | undefined {
  const { args, options, registeredArguments } = command;
  const extra = args[registeredArguments.length];
  if (extra === undefined) return undefined;
  const flag =
    code === 'commander.missingMandatoryOptionValue'
      ? options.find(
          ({ mandatory, long }) => mandatory && command.getOptionValue(long!.slice(2)) === undefined,
        )
      : options.find(({ long }) => long === (/^\d+$/.test(extra) ? '--count' : '--out'));
  if (!flag || !isValueOf(flag, extra)) return undefined;
  const others = args.slice(0, registeredArguments.length).map(shownWord);
  return [callOf(command), ...others, flag.short ?? flag.long, shownWord(extra)].join(' ');
}

/** Whether a flag can have a value, such as `--parts` train=0.9,test=0.1, but not the name of a file. */
function isValueOf({ parseArg }: Option, value: string): boolean {
  try {
    parseArg?.(value, undefined);
    return true;
  } catch {
    return false;
  }
}
