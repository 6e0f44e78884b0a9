// The page to try saves what the command writes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.ts';
import { corpus } from '../surfaces/corpus.ts';
import { unmeantDifferences } from '../surfaces/differences.ts';
import { type Outcome, outcomeOf, reference } from '../surfaces/surfaces.ts';
import { testedSite } from './tested-site.ts';
import { chooseFile, download, pressSolve } from './try-page.ts';

const { openTryPage } = testedSite();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'surfaces-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Solves a file on the page, and saves the result. */
async function onPage(page: Page, name: string, bytes: Buffer): Promise<Outcome> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  await chooseFile(page, path);
  await pressSolve(page);
  const problem = (await page.locator('#problem').textContent())!;
  if (problem !== '') return { rejected: problem.replace(/^line \d+: /, '') };
  return outcomeOf((await download(page)).bytes);
}

/** Files of a test: all of them take minutes. */
const GROUP = 12;
const files = corpus();
const groups = Array.from({ length: Math.ceil(files.length / GROUP) }, (_, i) =>
  files.slice(i * GROUP, (i + 1) * GROUP),
);

describe.skipIf(!hasBrowser)('the page "Try it"', () => {
  test.each(groups.map((group) => [group[0]!.name, group] as const))(
    'saves the results of the command: %s and the files after it',
    async (_, group) => {
      const { page, faults } = await openTryPage('#files');
      const outcomes = new Map<string, Outcome>();
      for (const { name, bytes } of group) outcomes.set(name, await onPage(page, name, bytes));
      expect(await unmeantDifferences('page', await reference(group), outcomes)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );
});
