import { afterEach, beforeEach, expect, test } from 'vitest';
import { LambdaFunction } from '../../../local/lambda/function.ts';
import { functionPlan } from '../fixtures/function-plan.ts';

let lambda: LambdaFunction;

const invoke = async (event: object) => {
  const { payload, error } = await lambda.invoke(JSON.stringify(event));
  return payload === undefined ? error : (JSON.parse(payload) as unknown);
};
const identity = () => invoke({ action: 'identity' }) as Promise<{ pid: number; invocations: number }>;

beforeEach(() => {
  lambda = new LambdaFunction(functionPlan(), { variables: {}, onLog: () => {} });
});
afterEach(() => lambda.close());

test('reuses an idle environment, and starts another for a concurrent invocation', async () => {
  const first = await identity();
  const [one, two] = await Promise.all([invoke({ action: 'sleep', ms: 200 }), identity()]);
  expect([first.invocations, one, two.invocations]).toEqual([1, 'slept', 1]);
  expect(two.pid).not.toBe(first.pid);
  expect(lambda.usage.initDurations).toHaveLength(2);
});

test('replaces a crashed environment', async () => {
  const first = await identity();
  expect(await invoke({ action: 'exit' })).toMatch(/^Runtime.ExitError/);
  const second = await identity();
  expect(second.pid).not.toBe(first.pid);
  expect(second.invocations).toBe(1);
});

test('usage sums the durations of invocations, and counts errors and cold starts', async () => {
  const events = [{ action: 'identity' }, { action: 'throw', message: '' }, { action: 'sleep', ms: 50 }];
  const each = [];
  for (const event of events) each.push(await lambda.invoke(JSON.stringify(event)));
  const { invocations, errors, initDurations, duration, maxMemory } = lambda.usage;
  expect([invocations, errors, initDurations.length]).toEqual([3, 1, 1]);
  expect(duration).toBeCloseTo(each.reduce((sum, invocation) => sum + invocation.duration, 0));
  expect(maxMemory).toBe(Math.max(...each.map((invocation) => invocation.maxMemory)));
});

test('close kills running invocations', async () => {
  await identity();
  const working = invoke({ action: 'hang' });
  await lambda.close();
  expect(await working).toBe('The local cloud was closed');
});
