import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../bench/soak/random.ts';
import { soakRound } from '../../bench/soak/soak.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { Faults, ROUGH } from '../../local/faults/faults.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';

const SEED = 3;

/** Visibility timeouts of four seconds. */
const TIME_LAPSE = 450;

// so many that a round cannot miss a kind, whatever the machine's speed makes of their moments
const faults = new Faults(SEED, {
  ...ROUGH,
  answerLost: 0.06,
  bodyCut: 0.3,
  duplicated: 0.4,
  deleteLost: 0.4,
  killed: 0.8,
});
let cloud: LocalCloud;

beforeAll(async () => {
  cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly()), {
    faults,
    timeLapse: TIME_LAPSE,
  });
});
afterAll(() => cloud.close());

// `npm run soak` does the same for as long as you like
test('under faults of all kinds, every upload gets the result that sudoku solve gives, and nothing is left over', async () => {
  const options = {
    cloud,
    faults,
    random: new Random(SEED),
    uploads: 30,
    large: ['huge'] as const,
    patience: 100,
  };
  const { wrong, uploads } = await soakRound(options, 1);
  expect(wrong).toEqual([]);
  expect(uploads).toBeGreaterThan(30);
  // how many requests come at once is the machine's to say; test/local/faults/services.test.ts goes over the rate itself
  const { overRate: _, ...demanded } = faults.counts;
  expect(Object.entries(demanded).filter(([, count]) => count === 0)).toEqual([]);
}, 120_000);
