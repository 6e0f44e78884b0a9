import { expect, test } from 'vitest';
import { TechniqueError, techniqueNamed } from '../../../../core/solver/steps/techniques.ts';

test.each(['X-Wing', 'x-wing', ' X-WING '])('finds a technique by the name %j', (name) => {
  expect(techniqueNamed(name)).toBe('X-Wing');
});

test.each([
  ['xwing', '"X-Wing"'],
  ['hidden pairs', '"Hidden Pair"'],
  ['sworfish', '"Swordfish"'],
  ['forcing', '"Forcing X-Chain"'],
])('refuses %j and suggests the nearest names', (name, nearest) => {
  expect(() => techniqueNamed(name)).toThrow(TechniqueError);
  expect(() => techniqueNamed(name)).toThrow(nearest);
});
