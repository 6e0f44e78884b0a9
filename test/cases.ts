import { assert as assertAll, configureGlobal, type IRawProperty, type Parameters } from 'fast-check';
import { Random } from '../checks/shared/random.ts';

export * from 'fast-check';

// test/run-set-up.ts prints the seed, so that any run can be repeated
const SEED = Number(process.env.FUZZ_SEED);
if (process.env.FUZZ_SEED !== undefined) configureGlobal({ seed: SEED });

/** How many times all random cases are tested: TEST_CASES=all once, TEST_CASES=100 a hundred times, otherwise a quarter. */
const TIMES = process.env.TEST_CASES === 'all' ? 1 : Number(process.env.TEST_CASES ?? 1 / 4);

/** Whether to test all cases of a table. Otherwise FUZZ_SEED selects some, different ones in each run. */
export const ALL_CASES = TIMES >= 1;

/** How many of so many random cases to test. */
export const casesOf = (all: number): number => Math.ceil(all * TIMES);

/** Tests a property in {@link casesOf} `numRuns`. */
export const assert: typeof assertAll = ((property: IRawProperty<void>, parameters: Parameters<void> = {}) =>
  assertAll(property, { ...parameters, numRuns: casesOf(parameters.numRuns ?? 100) })) as typeof assertAll;

/** All cases of a table with {@link ALL_CASES}, otherwise `count` of them. */
export function someOf<T>(cases: readonly T[], count: number): readonly T[] {
  if (ALL_CASES) return cases;
  const random = new Random(SEED);
  const left = [...cases];
  while (left.length > count) left.splice(random.between(0, left.length - 1), 1);
  return left;
}
