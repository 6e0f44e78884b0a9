// Estimates in dollars what files cost, and what functions have cost.
import { PRICES } from '../../lambda/result/run-section.ts';

/**
 * Dollars of a file, and of each of its bytes, for easy 9x9 puzzles of one a line: requests, functions and logs. A test compares
 * them with the cost model of bench/cost/.
 */
const PER_FILE = 1.3e-5;
const PER_BYTE = 2.4e-12;

/** The estimated cost of files in dollars, if their puzzles are easy. */
export const filesDollars = (files: number, bytes: number): number => files * PER_FILE + bytes * PER_BYTE;

/** The cost of functions in dollars. @param memorySize in MiB */
export const functionDollars = (seconds: number, invocations: number, memorySize: number): number =>
  seconds * (memorySize / 1024) * PRICES.lambdaGBSecond + invocations * PRICES.lambdaRequest;

/** Dollars in words. */
export function dollarsText(dollars: number): string {
  return dollars < 0.01 ? 'less than a cent' : `about $${dollars.toFixed(2)}`;
}
