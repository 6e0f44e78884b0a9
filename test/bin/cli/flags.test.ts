import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../bin/cli/exit.ts';
import { addSolvingFlags, refuseWrongPaths, solvingOptions } from '../../../bin/cli/flags.ts';
import { COMMANDS } from '../../../bin/commands/index.ts';
import { OPTIONS, yesOrNo } from '../../../core/options/options.ts';

describe('the flags of the option table', () => {
  const colours = {
    ...OPTIONS,
    colour: { kind: yesOrNo, help: 'in colour', default: false, places: ['flag'] },
  } as const;

  test('include a new option of the table, with its help and its value', () => {
    const command = addSolvingFlags(new Command(), undefined, colours);
    expect(command.helpInformation()).toMatch(/--colour +in colour\n/);
    command.parse(['--colour', '--limit', '5'], { from: 'user' });
    expect(solvingOptions(command.opts(), colours)).toEqual({ colour: true, limit: 5 });
  });

  test('can be limited to some options', () => {
    const help = addSolvingFlags(new Command(), ['boxes']).helpInformation();
    expect(help).toContain('--boxes <RxC>');
    expect(help).not.toContain('--limit');
  });

  test('report a wrong value with the name of the flag', () => {
    expect(() => solvingOptions({ variant: 'y' })).toThrow(
      '--variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "y"',
    );
  });
});

/** Parses a command line without running its command. @returns the message of the usage error, if any */
async function refusal(args: readonly string[]): Promise<string | undefined> {
  const root = new Command().hook('preAction', (_, command) => refuseWrongPaths(command));
  await COMMANDS.get(args[0]!)!(root);
  root.commands[0]!.action(() => {});
  try {
    root.parse(args, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

test.each([
  [['solve', '-o', '', 'a'], '-o, --out <path>: expected a path, got ""'],
  [['solve', '--report', ''], '--report <page>: expected a path, got ""'],
  [['solve', 'a', ''], 'files: expected a path, got ""'],
  [['generate', '--out='], '-o, --out <path>: expected a path, got ""'],
  [['grade', '-o', ''], '-o, --out <path>: expected a path, got ""'],
  [['local', '--out', ''], '--out <directory>: expected a path, got ""'],
  [['report', '-o', '', 'a'], '-o, --out <page>: expected a path, got ""'],
  [['check', '', '--against', 'a'], 'result: expected a path, got ""'],
  [['check', 'a', '--against', ''], '--against <puzzles>: expected a path, got ""'],
  [['submit', '--out', '', 'a'], '--out <directory>: expected a path, got ""'],
  [['status', ''], 'key: expected a key, got ""'],
  [
    ['solve', '-o', 's3://bucket/', 'a'],
    '--out: expected a path on this machine, got an address: copy files with aws s3 cp, or see sudoku submit --help',
  ],
  [['solve', '-o', '-', '-'], undefined],
  [['solve'], undefined],
] as const)(
  '%j is refused for an empty path, and for an address as the value of a flag',
  async (args, reason) => {
    expect(await refusal(args)).toBe(reason);
  },
);
