import { Command } from 'commander';
import { expect, test } from 'vitest';
import { refuseEmptyPaths } from '../../../bin/cli/empty-paths.ts';
import { UsageError } from '../../../bin/cli/exit.ts';
import { COMMANDS } from '../../../bin/commands/index.ts';

/** What is said of a command line, whose command is not run. */
function refusal(args: readonly string[]): string | undefined {
  const root = new Command().hook('preAction', (_, command) => refuseEmptyPaths(command));
  COMMANDS.get(args[0]!)!(root);
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
  [['solve', '-o', '-', '-'], undefined],
  [['solve'], undefined],
] as const)('an empty path is refused by its name: %j', (args, reason) => {
  expect(refusal(args)).toBe(reason);
});
