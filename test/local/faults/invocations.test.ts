import { afterEach, expect, test } from 'vitest';
import { Faults, isThrottled, randomKills } from '../../../local/faults/faults.ts';
import { LambdaFunction } from '../../../local/lambda/function.ts';
import { functionPlan } from '../fixtures/function-plan.ts';

const ALWAYS = {
  refused: 0,
  overRate: 0,
  conflict: 0,
  throttled: 0,
  answerLost: 0,
  bodyCut: 0,
  duplicated: 0,
  delayed: 0,
  deleteLost: 0,
  killed: 1,
};

let lambda: LambdaFunction | undefined;

afterEach(() => lambda?.close());

test('kills environments during invocations, except for messages that were received more than twice', async () => {
  lambda = new LambdaFunction(functionPlan(), {
    variables: {},
    onInvoke: randomKills(new Faults(1, ALWAYS)),
  });
  const invoke = (deliveries: number) => {
    const body = JSON.stringify({ action: 'sleep', ms: 2000 });
    const record = { messageId: 'id', body, attributes: { ApproximateReceiveCount: String(deliveries) } };
    return lambda!.invoke(JSON.stringify({ Records: [record] }));
  };
  const [first, third] = await Promise.all([invoke(2), invoke(3)]);
  expect([first.payload, first.error]).toEqual([undefined, 'a fault killed it']);
  expect(third.payload).toBe('"slept"');
});

test('throttles invocations before they begin, except for messages that were received more than twice', () => {
  const faults = new Faults(1, { ...ALWAYS, throttled: 1 });
  const event = (deliveries: number) =>
    JSON.stringify({ Records: [{ attributes: { ApproximateReceiveCount: String(deliveries) } }] });
  expect([1, 2, 3].map((deliveries) => isThrottled(faults, event(deliveries)))).toEqual([true, true, false]);
  expect(faults.counts.throttled).toBe(2);
});
