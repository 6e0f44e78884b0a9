import {
  type Audit,
  FAULTS,
  type FileAudit,
  type Meeting,
  type Repetition,
} from '../../core/report/audit.ts';
import { binsOf } from '../../core/report/audit-bins.ts';
import { counted, number, printable } from '../cli/terminal.ts';

/** An audit for people to read. */
export function auditText({ files, meetings }: Audit): string {
  const parts = [...files.map(fileText), ...meetings.map(meetingText)];
  if (files.length > 1 && meetings.length === 0)
    parts.push('No class of puzzles or solutions is in several files.\n');
  return printable(parts.join('\n'));
}

function fileText(audit: FileAudit): string {
  const lines = [`${audit.file}: ${counted(audit.puzzles, 'puzzle')}`];
  const faults = FAULTS.filter(([key]) => audit[key] > 0);
  for (const [key, label, singular = label] of faults) {
    lines.push(row(audit[key] === 1 ? singular : label, audit[key]));
    if (key === 'duplicates') lines.push(...audit.examples.map(exampleText));
    const own = audit.faulty.filter(({ fault }) => fault === key);
    lines.push(...own.map(({ line, puzzle }) => `    line ${line}: ${puzzle}`));
  }
  if (faults.length === 0) lines.push('  no faults');
  if (audit.sameGrid > 0) lines.push(row('with the solution of an earlier one', audit.sameGrid));
  lines.push(...distribution('clues', audit.clues), ...distribution('rating', audit.ratings));
  return `${lines.join('\n')}\n`;
}

/** Names of files in a line. */
const MOST_NAMES = 4;

function meetingText({ files, by, classes, examples }: Meeting): string {
  const what = by === 'puzzle' ? 'puzzles' : 'solutions';
  const omitted = files.length - MOST_NAMES;
  const last = omitted > 0 ? `${number(omitted)} more` : files.at(-1)!;
  const names = `${files.slice(0, omitted > 0 ? MOST_NAMES : -1).join(', ')} and ${last}`;
  const where = files.length === 2 ? 'both' : `all ${number(files.length)}`;
  const lines = [
    `${names}: ${counted(classes, 'class', 'classes')} of ${what} in ${where}`,
    ...examples.map(exampleText),
  ];
  return `${lines.join('\n')}\n`;
}

function exampleText({ file, line, puzzle, ofFile, ofLine }: Repetition): string {
  const other = ofFile === file ? '' : `${ofFile} `;
  return `    ${file} line ${line} and ${other}line ${ofLine}: ${puzzle}`;
}

function row(label: string, count: number): string {
  return `  ${number(count).padStart(12)} ${label}`;
}

function distribution(name: string, counts: Readonly<Record<string, number>>): string[] {
  const bins = binsOf([counts]).map(({ label, counts: [count] }) => ({ label, count: count! }));
  const most = Math.max(...bins.map(({ count }) => count));
  return bins.map(({ label, count }) => {
    const bar = '#'.repeat(Math.ceil((30 * count) / most));
    return `${row(`${name} ${label}`.padEnd(16), count)} ${bar}`;
  });
}
