// Renders reports, or an audit, as one self-contained HTML page of at most MAX_PAGE_BYTES.

import type { AnyReport, Provenance } from '../files/report.ts';
import type { Audit } from './audit.ts';
import { auditDocument, auditVerdict } from './audit-document.ts';
import { fitDocument } from './fit-document.ts';
import { PAGE } from './page.generated.ts';
import { overviewName } from './page-document.ts';
import { totalsOf } from './totals.ts';
import { type PageVerdict, verdictOf } from './verdict.ts';

/** Largest size of a page, in bytes. */
export const MAX_PAGE_BYTES = 150_000;

/** Characters of a title; a key may have 1024. */
const MAX_TITLE = 200;
/** Bytes reserved for the rest of the page: title and markup. */
const RESERVE = 4 * 1024;

/**
 * Renders reports as one self-contained HTML page, which makes no network requests.
 * @param reports one or more, as `*.report.json` holds them
 * @returns at most {@link MAX_PAGE_BYTES}: of many reports, those that need no attention are reduced to their counts, or omitted
 */
export function renderPage(reports: readonly AnyReport[]): string {
  const totals = totalsOf(reports);
  const name = reports.length === 1 ? reports[0]!.input.key : overviewName(totals);
  return filled(
    `${name.slice(0, MAX_TITLE)} – sudoku report`,
    verdictOf(totals),
    fitDocument(reports, MAX_PAGE_BYTES - PAGE.length - RESERVE),
  );
}

/**
 * Renders an audit as such a page.
 * @param made when and where the audit was made
 * @returns at most {@link MAX_PAGE_BYTES}: of many files, those with the fewest findings are omitted
 */
export function renderAudit(audit: Audit, made: Provenance): string {
  const page = auditDocument(audit, made, MAX_PAGE_BYTES - PAGE.length - RESERVE);
  return filled(`${page.title.slice(0, MAX_TITLE)} – sudoku audit`, auditVerdict(page), { audit: page });
}

function filled(title: string, verdict: PageVerdict, data: object): string {
  const parts: Readonly<Record<string, string>> = {
    '{{title}}': escapeText(title),
    '{{summary}}': escapeText(summaryOf(verdict)),
    '{{reports}}': escapeJson(JSON.stringify(data)),
  };
  // in one pass, because a key may look like a placeholder
  return PAGE.replace(/\{\{\w+\}\}/g, (placeholder) => parts[placeholder]!);
}

/** What a reader without scripts sees, as in the preview of a mail program. */
function summaryOf({ figure, label, sentence }: PageVerdict): string {
  return `${figure} ${label}. ${sentence}`.replace(' .', '.');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeText = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!);

/** JSON that can neither end a script element nor open a comment. */
const escapeJson = (json: string): string => json.replaceAll('<', '\\u003c');
