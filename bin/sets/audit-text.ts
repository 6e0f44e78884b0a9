import { counted, number, printable } from '../cli/terminal.ts';
import type { Place } from './duplicates.ts';

/** A record, and an earlier one of its class. */
export interface Repetition extends Place {
  readonly ofFile: string;
  readonly ofLine: number;
}

/** What was found in a file. */
export interface FileAudit {
  readonly file: string;
  puzzles: number;
  /** puzzles that repeat an earlier one of the file up to symmetry */
  duplicates: number;
  /** puzzles that repeat the solution of an earlier one */
  sameGrid: number;
  wrongSolutions: number;
  invalid: number;
  noSolution: number;
  notUnique: number;
  unsolved: number;
  /** number of puzzles by clues, and by rating */
  readonly clues: Record<string, number>;
  readonly ratings: Record<string, number>;
  /** some of the duplicates */
  readonly examples: Repetition[];
}

/** Classes that two files have in common. */
export interface Meeting {
  readonly files: readonly [string, string];
  readonly by: 'puzzle' | 'grid';
  classes: number;
  readonly examples: Repetition[];
}

export interface Audit {
  readonly files: readonly FileAudit[];
  readonly meetings: readonly Meeting[];
}

/** Labels of what should not be in a set. */
const FAULTS = [
  ['duplicates', 'duplicates up to symmetry'],
  ['wrongSolutions', 'wrong solutions'],
  ['noSolution', 'without a solution'],
  ['notUnique', 'with several solutions'],
  ['invalid', 'no valid puzzles'],
  ['unsolved', 'unsolved within the budget'],
] as const;

/** Most rows of a distribution of ratings. */
const MOST_RATINGS = 40;

/** An audit for people to read. */
export function auditText({ files, meetings }: Audit): string {
  const parts = [...files.map(fileText), ...meetings.map(meetingText)];
  if (files.length > 1 && meetings.length === 0)
    parts.push('No class of puzzles or solutions is in two files.\n');
  return printable(parts.join('\n'));
}

function fileText(audit: FileAudit): string {
  const lines = [`${audit.file}: ${counted(audit.puzzles, 'puzzle')}`];
  const faults = FAULTS.filter(([key]) => audit[key] > 0);
  for (const [key, label] of faults) {
    lines.push(row(label, audit[key]));
    if (key === 'duplicates') lines.push(...audit.examples.map(exampleText));
  }
  if (faults.length === 0) lines.push('  no faults');
  if (audit.sameGrid > 0) lines.push(row('with the solution of an earlier one', audit.sameGrid));
  lines.push(...distribution('clues', audit.clues), ...distribution('rating', audit.ratings));
  return `${lines.join('\n')}\n`;
}

function meetingText({ files, by, classes, examples }: Meeting): string {
  const what = by === 'puzzle' ? 'puzzles' : 'solutions';
  const lines = [
    `${files.join(' and ')}: ${counted(classes, 'class', 'classes')} of ${what} in both`,
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
  const order = (value: string) => Number(value.replace(/^>/, ''));
  const values = Object.keys(counts).sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  const most = Math.max(...Object.values(counts));
  const shown = values.slice(0, MOST_RATINGS).map((value) => {
    const count = counts[value]!;
    const bar = '#'.repeat(Math.ceil((30 * count) / most));
    return `${row(`${name} ${value}`.padEnd(16), count)} ${bar}`;
  });
  const rest = values.length - shown.length;
  return rest > 0 ? [...shown, `  and ${counted(rest, `other ${name}`)}`] : shown;
}
