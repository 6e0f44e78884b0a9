// The net of the page to try.
import { describe, expect, test } from 'vitest';
import { solveText } from '../../core/index.ts';
import { DEFECTS_URL } from '../../core/kernel/internal-error.ts';
import { hasBrowser } from '../browser.ts';
import type { Fault } from '../fault-hook.ts';
import { differing, FAULTY_FILES, faultyCase, lostText } from '../faulty-files.ts';
import { testedSite } from './tested-site.ts';
import { download, pressSolve } from './try-page.ts';

const { openTryPage } = testedSite();

/** What test/fault-hook.ts does, for a page and its workers. */
const hookOf = ({ stage, text }: Fault) => `
globalThis[Symbol.for('sudoku-batch.fault-hook')] = (stage, bytes, start, end) => {
  const stretch = new TextDecoder('latin1').decode(bytes.subarray(start, end));
  if (stage === ${JSON.stringify(stage)} && stretch.includes(${JSON.stringify(text)})) throw new TypeError('caused by a test');
};
`;

describe.skipIf(!hasBrowser)('the page "Try it"', () => {
  const cases = FAULTY_FILES.filter(({ name }) => name !== 'links.txt').flatMap((file) =>
    (['read', 'solve', 'write'] as const).map((stage) => ({ file, name: file.name, stage })),
  );
  test.each(cases)(
    'loses only the record of $name that causes an error at the stage $stage, and asks for a report',
    async ({ file, name, stage }) => {
      const { text, fault } = faultyCase(file, stage, 200, 90);
      const { page } = await openTryPage('#files');
      // each worker begins with the hook
      await page.route(/worker.*\.js/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: hookOf(fault) + (await response.text()) });
      });
      await page.locator('#file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
      await page.locator('#chosen').getByText(name).waitFor();
      await pressSolve(page);
      const { bytes } = await download(page);
      const changed = differing(bytes.toString(), solveText(text).text, file.separator, file.before);
      expect(changed).toEqual([[90, expect.stringContaining(lostText(file, fault))]]);
      const title = page.locator('#result-title');
      expect(await title.getAttribute('data-solved')).toBe('199');
      expect(await title.getAttribute('data-puzzles')).toBe('200');
      expect(await page.locator('#defect').textContent()).toContain(DEFECTS_URL);
      expect(await page.locator('.problems').textContent()).toContain('internal error (TypeError');
    },
  );

  test('rejects a file that cannot be recognised because of a defect, and asks for a report', async () => {
    const { text, fault } = faultyCase(FAULTY_FILES[0]!, 'recognise', 20, 9);
    const { page } = await openTryPage('#files');
    await page.evaluate(hookOf(fault));
    await page.locator('#puzzles').fill(text);
    await pressSolve(page);
    const problem = await page.locator('#problem').textContent();
    expect(problem).toMatch(/^internal error \(TypeError/);
    expect(problem).toContain(DEFECTS_URL);
  });
});
