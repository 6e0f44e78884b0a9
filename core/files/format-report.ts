import type { AnyReport, Report } from './report.ts';

/** No report is longer, whatever the file, in bytes. */
export const MAX_REPORT_BYTES = 64 * 1024;

/**
 * What is left out of a report that would be too long, least missed first, until it is short enough. Only files of many
 * sizes, of large grids or of long broken lines come near it.
 */
const SHORTENINGS: readonly ((report: Report) => Report)[] = [
  drawn(6),
  drawn(3),
  drawn(1),
  (report) => ({ ...report, problems: report.problems.map((problem) => ({ ...problem, record: '' })) }),
  drawn(0),
  (report) => ({ ...report, problems: report.problems.slice(0, 25), hardest: report.hardest.slice(0, 25) }),
  (report) => ({ ...report, problems: report.problems.slice(0, 5) }),
];

/** A report as JSON text: a line for each member, and for each problem and hard puzzle. Of {@link MAX_REPORT_BYTES} at most. */
export function formatReport(report: AnyReport): string {
  let text = format(report);
  if (report.status !== 'done') return text;
  let short: Report = report;
  for (const shorten of SHORTENINGS) {
    if (UTF8.encode(text).length <= MAX_REPORT_BYTES) break;
    short = shorten(short);
    text = format(short);
  }
  return text;
}

const UTF8 = new TextEncoder();

function format(report: object): string {
  const members = Object.entries(report)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${formatMember(value)}`);
  return `{\n${members.join(',\n')}\n}\n`;
}

function formatMember(value: unknown): string {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return JSON.stringify(value);
  return `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}

/** Keeps the grids of so many of the hardest puzzles. */
function drawn(most: number): (report: Report) => Report {
  return (report) => ({
    ...report,
    hardest: report.hardest.map((entry, rank) => {
      const { puzzle: _, solution: __, ...rest } = entry;
      return rank < most ? entry : rest;
    }),
  });
}
