import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundleFunction } from '../../build/function.ts';

const BUNDLE = new URL('../../dist/function/', import.meta.url);

test('the function loads the page of reports only where a stack asks for pages', async () => {
  const handler = readFileSync(new URL('index.mjs', BUNDLE), 'utf8');
  expect(handler).toContain('import("./render-page.mjs")');
  expect(handler).not.toContain('<!doctype html>');
  const { renderPage } = (await import(new URL('render-page.mjs', BUNDLE).href)) as {
    renderPage: (reports: object[]) => string;
  };
  const failed = { status: 'failed', input: { key: 'a.txt' }, reason: 'why', advice: 'what to do' };
  expect(renderPage([failed])).toMatch(/^<!doctype html>.*"what to do"/s);
});

test('the function for direct calls brings nothing that calls S3 or SQS', () => {
  const direct = readFileSync(new URL('direct.mjs', BUNDLE), 'utf8');
  const shared = readdirSync(BUNDLE).filter((name) => direct.includes(`"./${name}"`));
  const all = [direct, ...shared.map((name) => readFileSync(new URL(name, BUNDLE), 'utf8'))].join('');
  expect(all).toContain('expected { "puzzles"');
  expect(all).not.toContain('AWS4-HMAC-SHA256');
});

test('a start reads no more than 400 KB, and of the SDK what signs, sends and tries again', () => {
  const index = readFileSync(new URL('index.mjs', BUNDLE), 'utf8');
  const shared = readdirSync(BUNDLE).filter((name) => index.includes(`from"./${name}"`));
  const modules = [index, ...shared.map((name) => readFileSync(new URL(name, BUNDLE), 'utf8'))];
  const all = modules.join('');
  expect(Buffer.byteLength(all)).toBeLessThanOrEqual(400_000);
  expect(all).toContain('AWS4-HMAC-SHA256');
  expect(all).not.toContain('S3Client');
});

test('the function loads what grades and explains for the first file that asks for it', async () => {
  const puzzles = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
  const event = { puzzles, options: { output: 'jsonl', grade: true, explain: true } };
  // the test runner would load its own copy of what modules share
  const script = `const { handler } = await import('${BUNDLE.href}direct.mjs');
    const { results } = await handler(${JSON.stringify(event)}, { getRemainingTimeInMillis: () => 10_000 });
    process.stderr.write(results);`;
  const env = { POWERTOOLS_METRICS_NAMESPACE: 'n', POWERTOOLS_SERVICE_NAME: 's' };
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  const { grade, explain } = JSON.parse((await run).stderr) as Record<string, object>;
  expect(grade).toMatchObject({ status: 'graded', er: 2.6 });
  expect(explain).toMatchObject({ difficulty: expect.any(String) });
});

test('nothing of an earlier version is deployed with it', async () => {
  const stale = new URL('event-bridge.mjs', BUNDLE);
  writeFileSync(stale, 'export {};\n');
  await bundleFunction();
  const names = readdirSync(BUNDLE).filter((name) => !name.startsWith('shared-'));
  expect(names.sort()).toEqual([
    'THIRD-PARTY-LICENSES.txt',
    'description.mjs',
    'direct.mjs',
    'index.mjs',
    'render-page.mjs',
  ]);
});
