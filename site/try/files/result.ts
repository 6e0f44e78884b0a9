// The result of a file: what was solved, how to save it, and its puzzles.

import type { Report } from '../../../core/browser.ts';
import { DEFECTS_URL } from '../../../core/kernel/internal-error.ts';
import { counted, element, numberText } from '../../../core/report/client/element.ts';
import { OUTCOMES } from '../../../core/solver/model/status.ts';
import { button } from '../shared/button.ts';
import { isText } from './open-blob.ts';

/** Maximum bytes of a result that the page shows as text. */
const MAX_SHOWN = 64 * 1024;
/** Maximum bytes of a result that can be copied to the clipboard. */
const MAX_COPIED = 32 * 1024 * 1024;

/** Number of puzzles from which the page shows how many were solved a second. */
const RATED = 1000;

const ENDINGS: Readonly<Record<string, string>> = { csv: '.csv', jsonl: '.jsonl' };

/** The headline, and the outcomes of puzzles that were not solved. */
export function summary(report: Report, threads: number): HTMLElement {
  const { puzzles, solved, seconds, puzzlesPerSecond } = report;
  // a few puzzles say nothing about the speed: they take less time than the start of the threads
  const rate = puzzlesPerSecond > 0 ? `, ${numberText(puzzlesPerSecond)} a second` : '';
  const speed =
    puzzles < RATED
      ? `, which includes the start of ${counted(threads, 'thread')}`
      : ` on ${counted(threads, 'thread')}${rate}`;
  const others = OUTCOMES.flatMap(({ key, name, label }) =>
    key === 'solved' || report[key] === 0
      ? []
      : [
          element(
            'span',
            { class: `outcome ${name}` },
            element('b', {}, numberText(report[key])),
            ` ${label}`,
          ),
        ],
  );
  const title = element(
    'h2',
    { id: 'result-title', tabindex: -1, 'data-solved': solved, 'data-puzzles': puzzles },
    `${numberText(solved)} of ${counted(puzzles, 'puzzle')} solved`,
  );
  const time = seconds.toLocaleString('en', { maximumFractionDigits: 3 });
  const facts = element('p', { id: 'facts' }, `${time} s${speed}`);
  return element('div', { class: 'summary' }, title, facts, element('p', { class: 'outcomes' }, ...others));
}

/** The first records that were not solved, with the reasons. */
export function problemList({ problems }: Report): HTMLElement | undefined {
  if (problems.length === 0) return undefined;
  const items = problems.map(({ line, status, reason, record }) =>
    element(
      'li',
      {},
      element('strong', {}, `Line ${numberText(line)}: ${status}. `),
      reason,
      record ? element('code', {}, record) : undefined,
    ),
  );
  return element(
    'details',
    { class: 'problems' },
    element('summary', {}, `Why ${counted(problems.length, 'puzzle')} could not be solved`),
    element('ul', {}, ...items),
  );
}

/** Asks for a report if a defect has cost records; undefined if there is none. */
export function defectNote({ internalErrors }: Pick<Report, 'internalErrors'>): HTMLElement | undefined {
  if (!internalErrors) return undefined;
  return element('p', { id: 'defect', class: 'note' }, ASK_FOR_REPORT);
}

/** What the page says where a defect has cost a record or a file. */
export const ASK_FOR_REPORT = `This is a defect of sudoku-batch, not of your file. Please report it at ${DEFECTS_URL}, with the record or file if you can.`;

/** The name under which a result is saved. `.zst` goes: the page cannot compress with Zstandard. */
export function savedName(name: string, format: string): string {
  return `solved-${name.replace(/\.zst$/i, '')}${ENDINGS[format] ?? ''}`;
}

/** Buttons that save and copy the result. */
export function saveBar(blob: Blob, saved: string, isText: boolean): HTMLElement {
  const link = element('a', { class: 'button main', id: 'download', download: saved }, 'Save ', saved);
  link.href = URL.createObjectURL(blob);
  const copy = isText && blob.size <= MAX_COPIED ? copyButton(blob) : undefined;
  return element('div', { class: 'buttons' }, link, copy);
}

/** A button that saves the report as a page. */
export function reportButton(report: Report): HTMLButtonElement {
  const save = async () => {
    // the page of a report is large, and few need it
    const { renderPage } = await import('../../../core/report/render-page.ts');
    const link = element('a', { download: `${report.input.key}.report.html` });
    link.href = URL.createObjectURL(new Blob([renderPage([report])], { type: 'text/html' }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return button('Save the report', { id: 'save-report' }, () => void save());
}

/** The start of the result as text; undefined for a binary one. */
export async function resultText(blob: Blob): Promise<HTMLElement | undefined> {
  const start = blob.slice(0, MAX_SHOWN);
  if (!(await isText(start))) return undefined;
  const front = await start.text();
  const label = blob.size <= MAX_SHOWN ? 'The result as text' : 'The start of the result as text';
  return element(
    'details',
    {},
    element('summary', {}, label),
    element('pre', { id: 'result', tabindex: 0, role: 'group', 'aria-label': label }, front),
  );
}

function copyButton(blob: Blob): HTMLButtonElement {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await blob.text());
      made.textContent = 'Copied';
    } catch {
      made.textContent = 'The browser does not let this page copy';
    }
  };
  const made = button('Copy', { id: 'copy' }, () => void copy());
  return made;
}
