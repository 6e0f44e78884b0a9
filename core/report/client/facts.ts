import type { Identity } from '../../files/report.ts';
import type { ReportRow } from '../page-document.ts';
import { count, element } from './element.ts';

/** What was read and written, how, and under which options. */
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
  ];
  const list = element('dl', {});
  for (const [name, value] of rows) {
    if (value !== undefined) list.append(element('dt', {}, name), element('dd', {}, value));
  }
  return element('section', { class: 'facts' }, element('h2', {}, 'File'), list);
}

function named({ bucket, key, etag, bytes }: Identity): string {
  const path = bucket === undefined ? key : `s3://${bucket}/${key}`;
  const more = [bytes !== undefined && `${count(bytes)} bytes`, etag !== undefined && `ETag ${etag}`].filter(
    Boolean,
  );
  return more.length > 0 ? `${path} (${more.join(', ')})` : path;
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
