// The section about a report itself: input, output, options, and what the run cost.

import type { Identity } from '../../files/report.ts';
import { bytes, counted, dateText, duration, numberText } from '../format.ts';
import type { DoneReport, RunMembers, Totals } from '../page-document.ts';
import { type Child, element, section, userText } from './element.ts';

type Fact = readonly [name: string, value: Child];

/** Input, output, format and options of a file, and what its run cost. */
export function aboutFile(report: DoneReport): HTMLElement {
  const { input, output, format, places, compression, alphabets, options, budgets } = report;
  return section(
    'about',
    'About this report',
    facts([
      ['input', named(input)],
      ['output', output && named(output)],
      ['format', compression === 'none' ? format : `${format}, ${compression}`],
      ['puzzles at', places && userText(places.join(', '))],
      ['alphabets', alphabets.join(', ') || undefined],
      ['options', listed(options)],
      ['budget', budgets && (listed(budgets) || undefined)],
      ['requests', report.requests && requestsOf(report.requests)],
      ['cost', report.cost && costOf(report.cost)],
      ...provenance({
        dates: report.date === undefined ? [] : [report.date],
        machines: report.machine === undefined ? [] : [report.machine],
        versions: report.version === undefined ? [] : [report.version],
      }),
    ]),
  );
}

/** When, where and by which version several files were processed. */
export function aboutFiles(totals: Totals): HTMLElement | undefined {
  const known = provenance(totals);
  return known.length === 0 ? undefined : section('about', 'About this report', facts(known));
}

function provenance({ dates, machines, versions }: Pick<Totals, 'dates' | 'machines' | 'versions'>): Fact[] {
  const list: Fact[] = [];
  const texts = [...new Set(dates.map(dateText))];
  if (texts.length > 0) list.push(['date', texts.join(' to ')]);
  if (machines.length > 0) list.push(['machine', machines.join('; ')]);
  if (versions.length > 0) list.push(['version', `sudoku-batch ${versions.join(', ')}`]);
  return list;
}

function facts(rows: readonly Fact[]): HTMLElement {
  const list = element('dl', { class: 'facts' });
  for (const [name, value] of rows) {
    if (value !== undefined) list.append(element('dt', {}, name), element('dd', {}, value));
  }
  return list;
}

const listed = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ');

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? numberText(value) : JSON.stringify(value);

const requestsOf = ({ s3Writes, s3Reads, sqs }: NonNullable<RunMembers['requests']>): string =>
  `${numberText(s3Writes)} writes and lists and ${numberText(s3Reads)} reads of S3, ${numberText(sqs)} of SQS`;

function costOf({ dollars, invocations, lambdaSeconds, memoryMiB }: NonNullable<RunMembers['cost']>): string {
  const calls = invocations < 1 ? 'a share of an invocation' : counted(Math.round(invocations), 'invocation');
  return `about ${dollarText(dollars)} by list prices: ${duration(lambdaSeconds)} of Lambda at ${numberText(memoryMiB)} MiB in ${calls}, and the requests`;
}

/** A price, to three digits. */
export const dollarText = (dollars: number): string =>
  `$${dollars.toLocaleString('en', { maximumSignificantDigits: 3 })}`;

function named({ bucket, key, etag, bytes: length }: Identity): HTMLElement {
  const path = bucket === undefined ? key : `s3://${bucket}/${key}`;
  const more = [length !== undefined && bytes(length), etag !== undefined && `ETag ${etag}`].filter(Boolean);
  return element('span', {}, userText(path), more.length > 0 ? ` (${more.join(', ')})` : undefined);
}
