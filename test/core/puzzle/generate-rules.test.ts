import { describe, expect, test } from 'vitest';
import { type GeneratedPuzzle, generate, generateMany, solve } from '../../../core/puzzle/index.ts';
import type { DrawnName } from '../../../core/solver/drawn-names.ts';

const MEMBERS: Readonly<Record<DrawnName, readonly string[]>> = {
  jigsaw: ['regions'],
  killer: ['cages'],
  arrow: ['arrows'],
  thermo: ['thermos'],
  whispers: ['whispers'],
  renban: ['renban'],
  kropki: ['dots'],
  xv: ['xv'],
  greater: ['greater'],
  'even-odd': ['even', 'odd'],
};

describe('generate', () => {
  test.each(Object.entries(MEMBERS))('returns what it has drawn for %s', (name, members) => {
    const made = generate({ variant: name as DrawnName, size: 6, seed: 1 });
    expect(Object.keys(made.rules)).toEqual(members);
    expect(solve(made.puzzle, made.rules)).toEqual({ status: 'solved', solution: made.solution });
    expect(made.clues).toBe(made.puzzle.replaceAll('.', '').length);
    expect(generate({ variant: name as DrawnName, size: 6, seed: 1 })).toEqual(made);
    expect(generate({ variant: name as DrawnName, size: 6, seed: 2 })).not.toEqual(made);
  });

  test('returns variants among the rules, and none for a classic puzzle', () => {
    const { rules } = generate({ variant: 'jigsaw,all-dots,anti-knight', size: 6, seed: 1 });
    expect(rules.variant).toBe('anti-knight,all-dots');
    expect(rules.regions).toHaveLength(36);
    expect(generate({ seed: 1 }).rules).toEqual({});
  });

  test.each([
    [{ variant: 'sandwich' }, 'options.variant: expected classic, or names with commas of x,'],
    [{ variant: 'jigsaw', boxes: '3x3' }, 'expected no boxes for a jigsaw'],
    [{ variant: 'killer', er: 3 }, 'expected no rating and no technique with rules that are drawn'],
    [{ size: 7, variant: 'killer' }, '7 is a prime number'],
  ])('refuses %j', (options, message) => {
    expect(() => generate(options as object)).toThrow(message);
  });
});

test('generateMany makes different puzzles, of which the first is that of generate', async () => {
  const options = { variant: 'killer,kropki', size: 6, seed: 4 } as const;
  const made: GeneratedPuzzle[] = [];
  for await (const puzzle of generateMany({ ...options, count: 4 })) made.push(puzzle);
  expect(made[0]).toEqual(generate(options));
  expect(new Set(made.map(({ solution }) => solution)).size).toBe(4);
});
