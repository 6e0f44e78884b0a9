import type { BatchResult } from '../../solver/engine.ts';
import { countKernel } from './kernel.ts';

/** What a kernel counts to. */
const MOST = 2 ** 32 - 1;

/**
 * Numbers of those of `count` puzzles that took more guesses than `least`, and the first `ties` of those that took just as
 * many, in their order. Invalid ones, whose guesses say nothing, are left out.
 */
export function selectHardest(
  { guesses, statuses }: Pick<BatchResult, 'guesses' | 'statuses'>,
  count: number,
  least: number,
  ties: number,
): number[] {
  // no puzzle takes more, and whoever wants none of them asks for Infinity
  if (least > MOST) return [];
  const { exports, ...room } = countKernel();
  const most = room.guesses.length;
  const selected: number[] = [];
  let left = Math.min(ties, MOST);
  for (let from = 0; from < count; from += most) {
    const to = Math.min(from + most, count);
    room.guesses.set(guesses.subarray(from, to));
    room.statuses.set(statuses.subarray(from, to));
    const found = exports.select(to - from, Math.ceil(least), left);
    left = exports.tiesLeft.value >>> 0;
    for (let i = 0; i < found; i++) selected.push(from + room.selected[i]!);
  }
  return selected;
}
