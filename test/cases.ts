import { assert as assertAll, configureGlobal, type IRawProperty, type Parameters } from 'fast-check';
import { Random } from '../checks/random.ts';

export * from 'fast-check';

// test/run-set-up.ts prints the seed, so that any run can be repeated
const SEED = Number(process.env.FUZZ_SEED);
if (process.env.FUZZ_SEED !== undefined) configureGlobal({ seed: SEED });

/** Whether to test all cases, by TEST_CASES=all. Otherwise FUZZ_SEED selects some, different ones in each run. */
export const ALL_CASES = process.env.TEST_CASES === 'all';

/** All of so many random cases with {@link ALL_CASES}, otherwise a quarter of them. */
export const casesOf = (all: number): number => (ALL_CASES ? all : Math.ceil(all / 4));

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
