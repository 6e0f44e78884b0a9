import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addSolvingFlags, solvingOptions } from '../../bin/cli/solving-flags.ts';
import { OPTIONS, yesOrNo } from '../../core/options/options.ts';

const colours = {
  ...OPTIONS,
  colour: { kind: yesOrNo, help: 'in colour', default: false, places: ['flag'] },
} as const;

test('a new option of the table is a flag with its help, and gives its value', () => {
  const command = addSolvingFlags(new Command(), undefined, colours);
  expect(command.helpInformation()).toMatch(/--colour +in colour\n/);
  command.parse(['--colour', '--limit', '5'], { from: 'user' });
  expect(solvingOptions(command.opts(), colours)).toEqual({ colour: true, limit: 5 });
});

test('a command may take some of the flags only', () => {
  const help = addSolvingFlags(new Command(), ['boxes']).helpInformation();
  expect(help).toContain('--boxes <RxC>');
  expect(help).not.toContain('--limit');
});

test('a wrong value is told with its flag', () => {
  expect(() => solvingOptions({ variant: 'y' })).toThrow('--variant: expected classic or x, got "y"');
});
