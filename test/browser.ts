import { existsSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Paths of the packages of Debian, Ubuntu and Google. The environment variable CHROMIUM overrides them. */
const PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
export const EXECUTABLE: string | undefined = process.env.CHROMIUM ?? PLACES.find(existsSync);

/** Whether tests in a browser run. In continuous integration they always do, and fail without a browser. */
export const hasBrowser = EXECUTABLE !== undefined || process.env.CI !== undefined;

/** Starts a headless browser. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  if (EXECUTABLE === undefined)
    throw new Error(`expected Chromium or Chrome, found none of ${PLACES.join(', ')}`);
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
}

/** A page that collects its faults: exceptions, error messages, and requests to anything but its own origin. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: readonly string[];
}

export async function openPage(
  browser: Browser,
  { width = 1280, dark = false, origin }: { width?: number; dark?: boolean; origin?: string } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    const isOwn = origin !== undefined && url.replace(/^blob:/, '').startsWith(origin);
    if (/^(https?|wss?):/.test(url) && !isOwn) faults.push(`request of ${url}`);
  });
  return { page, faults };
}

/** The violations that axe finds on a page in its current state. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
