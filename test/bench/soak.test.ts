import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../bench/soak/random.ts';
import { soakRound } from '../../bench/soak/soak.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { Faults, ROUGH } from '../../local/faults/faults.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { synthesized } from '../../local/template/synthesize.ts';

const SEED = 3;

/** Visibility timeouts of four seconds. */
const TIME_LAPSE = 450;

// more of those that seldom find their moment in a short round
const faults = new Faults(SEED, { ...ROUGH, killed: 0.4, deleteLost: 0.2 });
let cloud: LocalCloud;

beforeAll(async () => {
  cloud = await LocalCloud.start(readAssembly(await synthesized()), { faults, timeLapse: TIME_LAPSE });
});
afterAll(() => cloud.close());

// `npm run soak` does the same for as long as you like
test('under faults of all kinds, every upload gets the result that sudoku solve gives, and nothing is left over', async () => {
  const options = { cloud, random: new Random(SEED), uploads: 30, large: ['huge'] as const, patience: 100 };
  const { wrong, uploads } = await soakRound(options, 1);
  expect(wrong).toEqual([]);
  expect(uploads).toBeGreaterThan(30);
  // when a fault can strike depends on the machine's speed, so one or the other kind may not come up in so short a round
  const struck = Object.values(faults.counts).filter((count) => count > 0);
  expect(struck.length).toBeGreaterThanOrEqual(Object.keys(faults.counts).length - 2);
}, 120_000);
