// The manual page in roff, from the same commands and flags as the help.
import type { Command, Option } from 'commander';
import project from '../../package.json' with { type: 'json' };
import { Exit } from '../cli/exit.ts';
import { addressOf, examplesOf, optionHelp, sharedFlags } from '../cli/help.ts';

const EXIT_STATUS: Record<Exit, string> = {
  [Exit.allSolved]: 'All puzzles are solved; check: nothing is wrong.',
  [Exit.someUnsolved]:
    'Finished, but a puzzle is unsolved, invalid or unsupported; check: something is wrong.',
  [Exit.usage]: 'Wrong usage, or an input that cannot be read or contains no puzzles.',
  [Exit.failure]: 'A write, a transfer or a service failed.',
  [Exit.hungUp]: 'The terminal was closed.',
  [Exit.interrupted]: 'Interrupted by Ctrl-C.',
  [Exit.terminated]: 'Ended by SIGTERM.',
};

export function manPage(program: Command): string {
  const name = program.name();
  const { commands } = program;
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${project.name} ${project.version}"`,
    '.SH NAME',
    text(`${name} - ${program.description()}`),
    '.SH SYNOPSIS',
    `.B ${name}\n.I COMMAND\n[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]`,
    '.SH DESCRIPTION',
    text('Data goes to standard output or to --out, everything else to standard error.'),
    text(
      'A - stands for standard input or standard output. A directory stands for all files in and below it.',
    ),
    text('A first line "#! sudoku name=value" in a file overrides the flags.'),
    ...commands.flatMap((command) => [
      `.SH SUDOKU ${command.name().toUpperCase()}`,
      `.nf\n.B ${text(`${name} ${command.name()} ${command.usage()}`)}\n.fi`,
      '.PP',
      text(command.description()),
      ...command.registeredArguments.map((argument) => entry(argument.name(), argument.description)),
      ...program
        .createHelp()
        .visibleOptions(command)
        .map((option) => entry(option.flags, optionHelp(option))),
      ...sharedEntry(sharedFlags(command)),
      '.PP',
      'Examples:',
      ...examplesOf(command).map(
        ([does, line]) => `.PP\n${text(does)}:\n.PP\n.RS 4\n.nf\n${text(line)}\n.fi\n.RE`,
      ),
    ]),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT_STATUS).map(([code, meaning]) => entry(code, meaning)),
    '.SH ENVIRONMENT',
    entry('NO_COLOR', 'If set, grids on a terminal have no colours and no bold digits.'),
    entry('AWS_PROFILE, AWS_REGION, …', 'Credentials and region, as the AWS command line reads them.'),
    '.SH SEE ALSO',
    text(addressOf(program)),
  ];
  return `${lines.join('\n')}\n`;
}

function sharedEntry(flags: readonly Option[]): string[] {
  return flags.length > 0 ? [entry(flags.map(({ long }) => long).join(', '), 'As in solve.')] : [];
}

function entry(term: string, description: string): string {
  return `.TP\n.B ${text(term)}\n${text(description)}`;
}

/** Text that roff prints as it is. */
function text(plain: string): string {
  return plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('"', '\\(dq')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replace(/^\./gm, '\\&.')
    .replace(
      /[^\0-\x7f]/gu,
      (symbol) => `\\[u${symbol.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
