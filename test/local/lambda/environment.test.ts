import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { ExecutionEnvironment } from '../../../local/lambda/environment.ts';
import type { FunctionPlan } from '../../../local/template/read-template.ts';
import { functionPlan } from '../fixtures/function-plan.ts';

const started: ExecutionEnvironment[] = [];
const logs: string[] = [];

async function start(changes: Partial<FunctionPlan> = {}, variables: Record<string, string> = {}) {
  const options = { variables, onLog: (line: string) => logs.push(line) };
  const environment = await ExecutionEnvironment.start(functionPlan(changes), options);
  started.push(environment);
  return environment;
}

const invoke = (environment: ExecutionEnvironment, event: object) =>
  environment.invoke(JSON.stringify(event));
const parsed = ({ payload }: { payload: string | undefined }) =>
  JSON.parse(payload ?? '"no payload"') as unknown;
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(async () => {
  await Promise.all(started.splice(0).map((environment) => environment.kill('the test is over')));
  logs.length = 0;
});

test('passes the event to the handler and returns its result', async () => {
  const environment = await start();
  const value = { text: 'ünïcode 🧩', list: [1, null, true] };
  const invocation = await invoke(environment, { action: 'echo', value });
  expect(parsed(invocation)).toEqual(value);
  expect(invocation.error).toBeUndefined();
  expect(parsed(await invoke(environment, { action: 'nothing' }))).toBeNull();
});

test('reuses the process for the next invocation', async () => {
  const environment = await start();
  const first = parsed(await invoke(environment, { action: 'identity' })) as { pid: number };
  expect(parsed(await invoke(environment, { action: 'identity' }))).toEqual({ ...first, invocations: 2 });
  expect(first.pid).not.toBe(process.pid);
  expect(environment.initDuration).toBeGreaterThan(0);
});

test('passes none of its own environment variables to the function', async () => {
  process.env.AWS_PROFILE = 'private';
  const environment = await start({}, { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' });
  const variables = parsed(await invoke(environment, { action: 'environment' })) as Record<string, string>;
  delete process.env.AWS_PROFILE;
  expect(variables).toMatchObject({
    OUTPUT_BUCKET: 'output',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    AWS_LAMBDA_FUNCTION_NAME: 'Fixture-Function',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  });
  for (const name of ['AWS_PROFILE', 'PATH', 'HOME']) expect(variables).not.toHaveProperty(name);
});

test('the context contains the function and its remaining time', async () => {
  const environment = await start();
  const invocation = await invoke(environment, { action: 'context' });
  const context = parsed(invocation) as { remaining: number };
  expect(context).toMatchObject({
    awsRequestId: invocation.requestId,
    functionName: 'Fixture-Function',
    memoryLimitInMB: '512',
    invokedFunctionArn: functionPlan().arn,
  });
  expect(context.remaining).toBeGreaterThan(0);
  expect(context.remaining).toBeLessThanOrEqual(30_000);
});

test('an error of the handler ends the invocation, but not the environment', async () => {
  const environment = await start();
  const { payload, error } = await invoke(environment, { action: 'throw', message: 'too small' });
  expect(payload).toBeUndefined();
  expect(JSON.parse(error ?? '')).toMatchObject({ errorType: 'RangeError', errorMessage: 'too small' });
  expect(environment.alive).toBe(true);
  expect(parsed(await invoke(environment, { action: 'echo', value: 1 }))).toBe(1);
});

test('kills the process at the timeout, before the invocation ends', async () => {
  const environment = await start({ timeout: 1 });
  const { pid } = parsed(await invoke(environment, { action: 'identity' })) as { pid: number };
  const { payload, error } = await invoke(environment, { action: 'hang' });
  expect([payload, error]).toEqual([undefined, 'Sandbox.Timedout: Task timed out after 1.00 seconds']);
  expect([environment.alive, isRunning(pid)]).toEqual([false, false]);
});

test('ends the invocation when the process dies', async () => {
  const environment = await start();
  const { payload, error } = await invoke(environment, { action: 'exit' });
  expect([payload, error]).toEqual([undefined, 'Runtime.ExitError: exit status 3']);
  expect(environment.alive).toBe(false);
});

test('measures memory, and kills the process above the limit', async () => {
  const environment = await start({ memory: 256 });
  const { maxMemory } = await invoke(environment, { action: 'fill', mib: 50 });
  expect(maxMemory).toBeGreaterThan(50);
  expect(maxMemory).toBeLessThan(256);
  const { payload, error } = await invoke(environment, { action: 'fill', mib: 300 });
  expect(payload).toBeUndefined();
  expect(error).toMatch(/^Runtime.OutOfMemory: \d+ MiB used, MemorySize is 256 MiB$/);
  expect(environment.alive).toBe(false);
});

test('does not count memory of the process that started the environment', async () => {
  const ballast = Buffer.alloc(400 * 2 ** 20, 1);
  const environment = await start({ memory: 256 });
  const { maxMemory, error } = await invoke(environment, { action: 'echo', value: 1 });
  expect(error).toBeUndefined();
  expect(maxMemory).toBeLessThan(200);
  expect(ballast).toHaveLength(400 * 2 ** 20);
});

test('logs the output of the function line by line', async () => {
  const environment = await start();
  await invoke(environment, { action: 'log', text: 'one\ntwo' });
  await expect.poll(() => logs).toEqual(['one', 'two']);
});

test.each([
  [
    'a bundle that throws',
    { code: fileURLToPath(new URL('../fixtures/assembly/broken', import.meta.url)) },
    'cannot be loaded',
  ],
  [
    'a handler that is not exported',
    { handler: 'index.nothing' },
    'index.nothing is undefined or not exported',
  ],
  ['a missing file', { handler: 'missing.handler' }, "Cannot find module 'missing'"],
])('%s fails to start', async (_, changes, message) => {
  await expect(start(changes)).rejects.toThrow(message);
});
