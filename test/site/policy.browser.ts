// The policy of the page to try binds the page and its workers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { NEWSPAPER, pressSolve } from './try-page.ts';

const { openTryPage } = testedSite();

/** A server of another origin, which allows all pages to read its answers, and counts them. */
let requests = 0;
const other = createServer((_, response) => {
  requests++;
  response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end('1');
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
});
afterAll(() => void other.close());

/** What the policy forbids, by what a page or worker tries. Each resolves if it is possible. */
const FORBIDDEN = {
  'fetch from another origin': `fetch(there)`,
  'a WebSocket to another origin': `new Promise((open, refuse) => {
    const socket = new WebSocket(there.replace('http', 'ws'));
    socket.onopen = open;
    socket.onerror = socket.onclose = refuse;
  })`,
  'a module of another origin': `import(there)`,
  // within a timer: the protocol by which tests run code in a page lets that code use eval
  eval: `new Promise((run, refuse) => setTimeout(() => { try { run(eval('1')); } catch (e) { refuse(e); } }))`,
  'a new Function': `new Promise((run, refuse) => setTimeout(() => { try { run(new Function('1')()); } catch (e) { refuse(e); } }))`,
  'a worker from a URL of the site': `new Promise((run, refuse) => {
    const worker = new Worker(new URL("/probe.js", self.origin));
    worker.onmessage = run;
    worker.onerror = refuse;
  })`,
};

const LOADED = "performance.getEntriesByType('resource').map(({ name }) => name).join()";

interface Place {
  evaluate(expression: string): Promise<unknown>;
}

/** The outcome of each try in a page or in a worker. */
async function triesIn(place: Place): Promise<Record<string, unknown>> {
  const tries = Object.entries(FORBIDDEN).map(
    ([name, code]) =>
      `[${JSON.stringify(name)}, (async () => (${code}))().then(() => 'is possible', () => 'is refused')]`,
  );
  return (await place.evaluate(
    `(async (there) => {
      const outcomes = {};
      for (const [name, outcome] of [${tries.join(',')}]) outcomes[name] = await outcome;
      return outcomes;
    })(${JSON.stringify(address)})`,
  )) as Record<string, unknown>;
}

const REFUSED = Object.fromEntries(Object.keys(FORBIDDEN).map((name) => [name, 'is refused']));

describe.skipIf(!hasBrowser)('the policy of the page "Try it"', () => {
  test('binds the page and all its workers: nothing leaves the machine, and no other code runs', async () => {
    const { page } = await openTryPage('#files');
    // the page ends the workers of a file with it
    await page
      .context()
      .route('**/probe.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'postMessage(1)' }),
      );
    await page.evaluate('Worker.prototype.terminate = () => {}');
    await page.locator('#puzzles').fill(`${NEWSPAPER}\n`);
    await pressSolve(page);
    await page.locator('.rows .open').waitFor();
    const places: Place[] = [page, ...page.workers()];
    const outcomes = await Promise.all(places.map(triesIn));
    expect(outcomes).toEqual(places.map(() => REFUSED));
    // the page, the workers for files, and the one for puzzles
    const scripts = await Promise.all(places.map((place) => place.evaluate(LOADED)));
    expect(new Set(scripts).size).toBe(3);
    expect(requests).toBe(0);
  });
});
