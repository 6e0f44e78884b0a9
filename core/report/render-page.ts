import type { AnyReport } from '../files/report.ts';
import { PAGE } from './page.generated.ts';
import { fitDocument } from './page-document.ts';

/** No page is longer, in bytes. */
export const MAX_PAGE_BYTES = 300 * 1024;

/** Characters of a title; a key may have a thousand. */
const MAX_TITLE = 200;
/** Bytes that the page takes beside its program and its reports. */
const RESERVE = 4 * 1024;

/**
 * One page of HTML that shows reports: it holds all that it needs, and asks nothing of any network.
 * @param reports one or more, as `*.report.json` holds them
 * @returns at most {@link MAX_PAGE_BYTES}: of many reports, the last ones are shown by their counts, or only counted
 */
export function renderPage(reports: readonly AnyReport[]): string {
  const name = reports.length === 1 ? reports[0]!.input.key : `${reports.length} files`;
  const page = fitDocument(reports, MAX_PAGE_BYTES - PAGE.length - RESERVE);
  const parts: Readonly<Record<string, string>> = {
    '{{title}}': escapeText(`${name.slice(0, MAX_TITLE)} – sudoku report`),
    '{{reports}}': escapeJson(JSON.stringify(page)),
  };
  // in one go, as a key may look like a placeholder
  return PAGE.replace(/\{\{\w+\}\}/g, (placeholder) => parts[placeholder]!);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeText = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!);

/** JSON that ends no script element, whatever stands in it, and opens no comment. */
const escapeJson = (json: string): string => json.replaceAll('<', '\\u003c');
