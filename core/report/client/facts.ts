import type { Identity } from '../../files/report.ts';
import type { ReportRow, RunMembers } from '../page-document.ts';
import { count, counted, element, seconds } from './element.ts';

/** Input, output, format and options. */
export function facts(report: Extract<ReportRow, { status: 'done' }>): HTMLElement {
  const { input, output, format, compression, alphabets, options } = report;
  const rows: [string, string | undefined][] = [
    ['input', named(input)],
    ['output', output && named(output)],
    ['format', compression === 'none' ? format : `${format}, ${compression}`],
    ['alphabets', alphabets.join(', ') || undefined],
    [
      'options',
      Object.entries(options)
        .map(([name, value]) => `${name}=${shown(value)}`)
        .join(' '),
    ],
    ['requests', report.requests && requestsOf(report.requests)],
    ['memory', report.peakMemoryMiB === undefined ? undefined : `${count(report.peakMemoryMiB)} MiB at most`],
    ['cost', report.cost && costOf(report.cost)],
  ];
  const list = element('dl', {});
  for (const [name, value] of rows) {
    if (value !== undefined) list.append(element('dt', {}, name), element('dd', {}, value));
  }
  return element('section', { class: 'facts' }, element('h2', {}, 'File'), list);
}

const requestsOf = ({ s3Writes, s3Reads, sqs }: NonNullable<RunMembers['requests']>): string =>
  `${count(s3Writes)} writes and lists and ${count(s3Reads)} reads of S3, ${count(sqs)} of SQS`;

function costOf({ dollars, invocations, lambdaSeconds, memoryMiB }: NonNullable<RunMembers['cost']>): string {
  const shown = dollars.toLocaleString('en', { maximumSignificantDigits: 3 });
  const calls = invocations < 1 ? 'a share of an invocation' : counted(Math.round(invocations), 'invocation');
  return `about $${shown} by list prices: ${seconds(lambdaSeconds)} of Lambda at ${count(memoryMiB)} MiB in ${calls}, and the requests`;
}

function named({ bucket, key, etag, bytes }: Identity): string {
  const path = bucket === undefined ? key : `s3://${bucket}/${key}`;
  const more = [bytes !== undefined && `${count(bytes)} bytes`, etag !== undefined && `ETag ${etag}`].filter(
    Boolean,
  );
  return more.length > 0 ? `${path} (${more.join(', ')})` : path;
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
