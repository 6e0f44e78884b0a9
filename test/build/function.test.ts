import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundleFunction } from '../../build/function.ts';

const BUNDLE = new URL('../../dist/function/', import.meta.url);

test('the function loads the page of reports only if the stack writes pages', async () => {
  const handler = readFileSync(new URL('index.mjs', BUNDLE), 'utf8');
  expect(handler).toContain('import("./render-page.mjs")');
  expect(handler).not.toContain('<!doctype html>');
  const { renderPage } = (await import(new URL('render-page.mjs', BUNDLE).href)) as {
    renderPage: (reports: object[]) => string;
  };
  const failed = { status: 'failed', input: { key: 'a.txt' }, reason: 'why', advice: 'what to do' };
  expect(renderPage([failed])).toMatch(/^<!doctype html>.*"what to do"/s);
});

/** The text of a module of the bundle and of the modules that it imports statically. */
function loadedWith(name: string): string {
  const names = new Set([name]);
  let text = '';
  for (const each of names) {
    const source = readFileSync(new URL(each, BUNDLE), 'utf8');
    text += source;
    for (const [, imported] of source.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) names.add(imported!);
  }
  return text;
}

test('the function for direct calls contains no client of S3 or SQS', () => {
  const direct = loadedWith('direct.mjs');
  expect(direct).toContain('expected { "puzzles"');
  expect(direct).not.toContain('AWS4-HMAC-SHA256');
});

test('the function loads the client of S3 at its start, and those of SQS and EventBridge with their first request', () => {
  const start = loadedWith('index.mjs');
  expect(start).toContain('AmazonS3');
  const others = readdirSync(BUNDLE).filter((name) => name.startsWith('shared-'));
  for (const service of ['AmazonSQS', 'AWSEvents']) {
    expect(start).not.toContain(service);
    expect(others.some((name) => loadedWith(name).includes(service))).toBe(true);
  }
});

test('the function has the descriptions of the requests that it sends, and of no others', () => {
  const start = loadedWith('index.mjs');
  expect(start).toContain('"CompleteMultipartUpload"');
  expect(start).not.toContain('"PutBucketReplication"');
});

test("the function reads no more of Node's modules than it uses: one export of node:http loads a client of web sockets", () => {
  for (const name of readdirSync(BUNDLE).filter((each) => each.endsWith('.mjs'))) {
    const source = readFileSync(new URL(name, BUNDLE), 'utf8');
    expect(source, name).not.toMatch(/\bimport(\(|[^;(]* from)"node:/);
    expect(source, name).not.toContain('.WebSocket');
  }
});

test('the function loads grading and explanations with the first file that requests them', async () => {
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
    'direct.mjs',
    'find-facts.mjs',
    'index.mjs',
    'render-page.mjs',
  ]);
});
