// The program of the page: draws the reports or the audit that the page contains as JSON.
import type { AuditDocument } from '../audit-document.ts';
import { overviewName, type PageDocument, reportAt } from '../page-document.ts';
import { auditPage } from './audit.ts';
import { counted, element, LONG, userText } from './element.ts';
import { onPrint } from './printing.ts';
import { overview, sectionsOf, subtitle } from './sections.ts';

const data = JSON.parse(document.getElementById('reports')!.textContent!) as
  | PageDocument
  | { readonly audit: AuditDocument };
const main = document.querySelector('main')!;

if ('audit' in data) main.replaceChildren(...auditPage(data.audit));
else showReports(data);

// paper opens nothing
const closed: HTMLDetailsElement[] = [];
onPrint((isPrinting) => {
  if (isPrinting) closed.push(...main.querySelectorAll<HTMLDetailsElement>('details:not([open])'));
  for (const details of closed) details.open = isPrinting;
  if (!isPrinting) closed.length = 0;
});

function showReports(page: PageDocument): void {
  const { totals } = page;
  /** The overview when the reader leaves it for a file: sorted, searched and scrolled as it will be again. */
  let left: { nodes: Node[]; focused: Element | null; scrolled: number } | undefined;

  show();
  if (totals.files > 1) addEventListener('hashchange', show);

  /** Shows the file that the address names, or all of them. */
  function show(): void {
    const linked = /^#file-(\d+)$/.exec(location.hash)?.[1];
    const index = totals.files === 1 ? 0 : linked === undefined ? -1 : Number(linked);
    const report = reportAt(page, index);
    if (report === undefined && left) {
      main.replaceChildren(...left.nodes);
      scrollTo(0, left.scrolled);
      if (left.focused instanceof HTMLElement) left.focused.focus({ preventScroll: true });
      left = undefined;
      return;
    }
    if (report === undefined) {
      main.replaceChildren(
        ...(totals.files === 1
          ? [element('h1', {}, userText(page.rows[0]?.[0] ?? '', LONG))]
          : overviewTitle(page)),
        ...overview(page),
      );
      return;
    }
    const title = element('h1', { tabindex: -1 }, userText(report.input.key, LONG));
    const back =
      totals.files > 1
        ? element(
            'a',
            { href: '#all', class: 'back' },
            `← All ${counted(totals.files, totals.oneFile === undefined ? 'file' : 'report')}`,
          )
        : undefined;
    if (back && main.querySelector('.files')) {
      left = { nodes: [...main.childNodes], focused: document.activeElement, scrolled: scrollY };
    }
    main.replaceChildren(
      element('header', {}, ...(back ? [back] : []), title, subtitle(report)),
      ...sectionsOf(report, totals.files > 1),
    );
    if (back) {
      scrollTo(0, 0);
      title.focus({ preventScroll: true });
    }
  }
}

function overviewTitle({ totals }: PageDocument): HTMLElement[] {
  const { dates, machines, versions } = totals;
  const [machine] = machines.length === 1 ? machines : [];
  const [version] = versions.length === 1 ? versions : [];
  const about = { date: dates.at(-1), machine, version } as Parameters<typeof subtitle>[0];
  return [element('header', {}, element('h1', {}, userText(overviewName(totals), LONG)), subtitle(about))];
}
