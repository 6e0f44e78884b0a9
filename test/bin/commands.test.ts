import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../bin/commands/index.ts';

// the program finds the named command in this map, and adds only that one
test.each([...COMMANDS])('%s is the name of its command', (name, add) => {
  const program = new Command();
  add(program);
  expect(program.commands.map((command) => command.name())).toEqual([name]);
});
