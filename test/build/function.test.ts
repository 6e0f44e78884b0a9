import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

test('the function has of the SDK what signs, sends and tries again, and no more than 400 KiB in all', () => {
  const handler = readFileSync(new URL('index.mjs', BUNDLE));
  expect(handler.length).toBeLessThanOrEqual(400 * 1024);
  expect(handler.toString()).not.toContain('S3Client');
});

test('nothing of an earlier version is deployed with it', async () => {
  const stale = new URL('event-bridge.mjs', BUNDLE);
  writeFileSync(stale, 'export {};\n');
  await bundleFunction();
  expect(readdirSync(BUNDLE).sort()).toEqual(['THIRD-PARTY-LICENSES.txt', 'index.mjs', 'render-page.mjs']);
});
