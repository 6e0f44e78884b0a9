import type { PartialOptions } from '../../core/files/index.ts';

/** Flags that change nothing beside the others: each with what it would need. What files ask for is not looked at. */
export function withoutEffect(given: PartialOptions): string[] {
  const { limit, explain, grade, output = 'same', solutions = 'first' } = given;
  const isCounting = solutions === 'count' || solutions === 'all';
  const isTable = output !== 'same' || isCounting;
  return [
    limit !== undefined && !isCounting && '--limit has no effect without --solutions count or all',
    explain && output !== 'jsonl' && '--explain has no effect without --output jsonl',
    explain && output === 'jsonl' && solutions === 'all' && '--explain has no effect with --solutions all',
    grade && !isTable && '--grade has no effect without --output csv or jsonl',
    grade && solutions === 'all' && '--grade has no effect with --solutions all',
  ].filter((text) => typeof text === 'string');
}
