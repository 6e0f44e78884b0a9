import { UsageError } from './exit.ts';

/** @throws UsageError if the value is given and is no whole number of the range */
export function wholeNumber(
  flag: string,
  value: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `${flag}: expected a whole number from ${least} to ${most}, got ${JSON.stringify(value)}`,
  );
}
