import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { hasBrowser, launchBrowser, openPage, type WatchedPage } from '../browser.ts';
import { type ServedSite, serveSite } from './serve.ts';

/** The served site and a browser, for all tests of a file. */
export interface TestedSite {
  /** Address of the front page, with a slash at its end. */
  readonly url: string;
  /** The files of the site. */
  readonly directory: string;
  readonly browser: Browser;
  /** Opens a page, and waits as `until` says: for its load event, or until it makes no more requests. */
  readonly open: (
    path: string,
    how?: Parameters<typeof openPage>[1],
    until?: 'load' | 'networkidle',
  ) => Promise<WatchedPage>;
  /** Opens the page to try with a fragment of its address, and waits until its script has run. */
  readonly openTryPage: (fragment?: string, how?: Parameters<typeof openPage>[1]) => Promise<WatchedPage>;
}

/** Serves the site and starts a browser before the first test of the file, and ends both after the last. */
export function testedSite(): TestedSite {
  let site: ServedSite;
  let browser: Browser;
  beforeAll(async () => {
    if (!hasBrowser) return;
    [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open: TestedSite['open'] = async (path, how = {}, until = 'load') => {
    const watched = await openPage(browser, { origin: site.url, ...how });
    await watched.page.goto(site.url + path, { waitUntil: until });
    return watched;
  };
  return {
    get url() {
      return site.url;
    },
    get directory() {
      return site.directory;
    },
    get browser() {
      return browser;
    },
    open,
    async openTryPage(fragment = '', how = {}) {
      const watched = await open(`try.html${fragment}`, how);
      await watched.page.locator('html[data-ready]').waitFor();
      return watched;
    },
  };
}
