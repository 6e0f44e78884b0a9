import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../bin/commands/index.ts';

const manual = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

// the program finds the named command in this map, and adds only that one
test.each([...COMMANDS])('%s is the name of its command', async (name, add) => {
  const program = new Command();
  await add(program);
  expect(program.commands.map((command) => command.name())).toEqual([name]);
});

test.each([...COMMANDS.keys()])('the first table of docs/cli.md has a row on %s', (name) => {
  expect(manual).toMatch(new RegExp(`^\\| \\[\`${name}\`\\]\\(#[a-z-]+\\) `, 'm'));
});
