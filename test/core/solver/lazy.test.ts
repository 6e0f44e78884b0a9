import { expect, test, vi } from 'vitest';
import { lazy } from '../../../core/solver/lazy.ts';

test('a lazy value is made when it is first asked for, and once', () => {
  const make = vi.fn(() => ({ tables: [] }));
  const value = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledOnce();
});
