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

test('docs/cli.md lists the commands in the groups and the order of the help', () => {
  const groups = Array.from(manual.matchAll(/^- \*\*([^*]+):\*\* (\[`.*)$/gm), ([, , links]) => links!);
  const listed = groups.flatMap((links) =>
    Array.from(links.matchAll(/\[`(\w+)`\]\(#[a-z-]+\)/g), ([, name]) => name!),
  );
  expect(listed).toEqual([...COMMANDS.keys()]);
});
