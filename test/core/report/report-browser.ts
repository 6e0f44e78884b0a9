import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { AnyReport } from '../../../core/files/index.ts';
import { renderPage } from '../../../core/report/render-page.ts';
import { launchBrowser, openPage, type WatchedPage } from '../../browser.ts';

type How = Parameters<typeof openPage>[1];

/** Opens pages of reports in a browser that runs during the tests of a `describe`. */
export function reportBrowser(): {
  /** Opens a rendered page. */
  readonly openHtml: (html: string, how?: How) => Promise<WatchedPage>;
  /** Opens the page of reports. */
  readonly open: (reports: readonly AnyReport[], how?: How) => Promise<WatchedPage>;
} {
  let directory: string;
  let browser: Browser;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'report-page-'));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(directory, { recursive: true });
  });

  const openHtml = async (html: string, how: How = {}) => {
    const path = join(directory, 'page.html');
    writeFileSync(path, html);
    const watched = await openPage(browser, how);
    await watched.page.goto(pathToFileURL(path).href);
    return watched;
  };
  return { openHtml, open: (reports, how) => openHtml(renderPage(reports), how) };
}

/** The texts of the cells of a table's rows. */
export async function cellsOf(body: {
  locator(selector: string): { all(): Promise<Cells[]> };
}): Promise<string[][]> {
  const rows = await body.locator('tr').all();
  return Promise.all(rows.map(async (row) => await row.locator('th, td').allTextContents()));
}

interface Cells {
  locator(selector: string): { allTextContents(): Promise<string[]> };
}

/** The rectangle of an element in the page: tests have no types of the DOM. */
export interface Box {
  getBoundingClientRect(): {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}
