import type { PageDocument } from '../page-document.ts';

/** What the page was made of. */
export function readDocument(): PageDocument {
  return JSON.parse(document.getElementById('reports')!.textContent!) as PageDocument;
}
