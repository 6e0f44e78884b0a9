import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../bin/commands/index.ts';

// the program adds only the command that it is called with
test.each([...COMMANDS])('%s is the name of its command', (name, add) => {
  const program = new Command();
  add(program);
  expect(program.commands.map((command) => command.name())).toEqual([name]);
});
