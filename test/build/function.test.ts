import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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

test('the function loads what sends events only where a stack asks for them', async () => {
  const handler = readFileSync(new URL('index.mjs', BUNDLE), 'utf8');
  expect(handler).toContain('import("./event-bridge.mjs")');
  expect(handler).not.toContain('AWSEvents');
  const { EventBridgeClient } = (await import(new URL('event-bridge.mjs', BUNDLE).href)) as {
    EventBridgeClient: new (config: object) => { destroy(): void };
  };
  new EventBridgeClient({ region: 'us-east-1' }).destroy();
});
