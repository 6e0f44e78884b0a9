import { expect, test } from 'vitest';
import { TechniqueError, techniqueNamed } from '../../../../core/solver/grade/names.ts';

test.each(['X-Wing', 'x-wing', ' X-WING '])('%j is known', (name) => {
  expect(techniqueNamed(name)).toBe('X-Wing');
});

test.each([
  ['xwing', '"X-Wing"'],
  ['hidden pairs', '"Hidden Pair"'],
  ['sworfish', '"Swordfish"'],
  ['forcing', '"Forcing X-Chain"'],
])('%j is not, but the nearest names are given', (name, nearest) => {
  expect(() => techniqueNamed(name)).toThrow(TechniqueError);
  expect(() => techniqueNamed(name)).toThrow(nearest);
});
