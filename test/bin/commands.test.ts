import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../bin/commands/index.ts';

// the program adds no other command than the one that it is called with
test.each([...COMMANDS])('%s is what its command is called', (name, add) => {
  const program = new Command();
  add(program);
  expect(program.commands.map((command) => command.name())).toEqual([name]);
});
