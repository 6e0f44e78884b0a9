// The program of the page: draws the reports that the page contains as JSON.
import { isComplete, type PageDocument } from '../page-document.ts';
import { comparison } from './comparison.ts';
import { element } from './element.ts';
import { totalsHeadline } from './headline.ts';
import { sectionsOf } from './sections.ts';

const page = JSON.parse(document.getElementById('reports')!.textContent!) as PageDocument;
const main = document.querySelector('main')!;
main.replaceChildren();
if (page.totals.files === 1)
  main.append(element('h1', {}, page.reports[0]!.input.key), ...sectionsOf(page.reports[0]!));
else {
  main.append(element('h1', {}, 'Sudoku report'), totalsHeadline(page.totals), comparison(page));
  page.reports.forEach((report, index) => {
    if (report.status === 'done' && !isComplete(report)) return;
    // closed, so that a page of a hundred files opens fast
    const title = element('summary', {}, report.input.key);
    const details = element('details', { id: `report-${index}`, class: 'report' }, title);
    details.addEventListener('toggle', () => details.append(...sectionsOf(report)), { once: true });
    main.append(details);
  });
  addEventListener('hashchange', openLinked);
  openLinked();
}

/** A link to a report opens it. */
function openLinked(): void {
  const linked = document.getElementById(location.hash.slice(1));
  if (linked instanceof HTMLDetailsElement) linked.open = true;
}
