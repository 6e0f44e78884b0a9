import type { PageDocument } from '../page-document.ts';

/** The data of the page. */
export function readDocument(): PageDocument {
  return JSON.parse(document.getElementById('reports')!.textContent!) as PageDocument;
}
