// Where two answers differ, and which differences are of one kind.

import { visible } from '../../core/formats/shared/bytes.ts';
import { MARKERS } from '../../core/solver/model/status.ts';
import type { Answer } from './commands.ts';

export const KINDS = ['crash', 'exit', 'bytes', 'plan', 'output', 'reason'] as const;
/**
 * What differs: how the command ended, its exit code, the result, the plan of a dry run, another output, or warnings and the
 * reasons of rejections.
 */
export type Kind = (typeof KINDS)[number];

/** One difference between the answers to a question. */
export interface Difference {
  readonly file: string;
  readonly question: string;
  readonly kind: Kind;
  /** The number of the first line that differs, from 1. */
  readonly line: number;
  /** The line in each, from a little before where it differs; undefined if one has fewer lines. */
  readonly old: string | undefined;
  readonly new: string | undefined;
  /** The same for differences of one kind. */
  readonly group: string;
}

/** Differences of one kind. */
export interface Group {
  readonly kind: Kind;
  readonly group: string;
  readonly files: readonly string[];
  readonly questions: readonly string[];
  readonly example: Difference;
}

/** @param formats by which each tree reads the file, or why it does not */
export function differencesOf(
  file: string,
  question: string,
  answers: readonly [Answer, Answer],
  formats: readonly [string, string] = ['', ''],
): Difference[] {
  const [old, now] = answers;
  const found: Difference[] = [];
  const recognised = formats[0] === formats[1] ? formats[0] : formats.join(' → ');
  const add = (kind: Kind, group: string, difference: Pick<Difference, 'line' | 'old' | 'new'>) =>
    void found.push({ file, question, kind, group, ...difference });
  if (old.exit !== now.exit) {
    const isEnded = [old, now].every(({ exit }) => /^[\d-]+$/.test(exit));
    add(isEnded ? 'exit' : 'crash', `${old.exit} → ${now.exit}, ${recognised}`, {
      line: 0,
      old: `${old.exit}: ${lastLine(old.stderr)}`,
      new: `${now.exit}: ${lastLine(now.stderr)}`,
    });
    if (!isEnded) return found;
  }
  for (const [kind, name] of [
    [question.includes('dry-run') ? 'plan' : 'output', 'stdout'],
    ['reason', 'stderr'],
  ] as const) {
    const first = firstDifference(old[name], now[name]);
    if (first) add(kind, `${likeness(first.old)} → ${likeness(first.new)}`, first);
  }
  const [before, after] = [old.result, now.result].map((bytes) => bytes && Buffer.from(bytes));
  if (before && after && !before.equals(after)) {
    const [a, b] = [before.toString('latin1'), after.toString('latin1')];
    const first = firstDifference(a, b)!;
    add('bytes', `${recognised}: ${tokenChange(a, b)}`, first);
  } else if ((before === undefined) !== (after === undefined)) {
    const length = (bytes: Buffer | undefined) => (bytes ? `a result of ${bytes.length} bytes` : 'no result');
    add('bytes', `${recognised}: ${before ? 'a result → none' : 'none → a result'}`, {
      line: 0,
      old: length(before),
      new: length(after),
    });
  }
  return found;
}

/** Differences of one kind together, the most serious kinds and the most frequent groups first. */
export function groupsOf(differences: readonly Difference[]): Group[] {
  const byGroup = Map.groupBy(differences, ({ kind, group }) => `${kind} ${group}`);
  return Array.from(byGroup.values(), (of) => ({
    kind: of[0]!.kind,
    group: of[0]!.group,
    files: [...new Set(of.map(({ file }) => file))],
    questions: [...new Set(of.map(({ question }) => question))],
    // the shortest name is the least altered file
    example: of.reduce((best, one) => (one.file.length < best.file.length ? one : best)),
  })).sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.files.length - a.files.length);
}

export function groupText({ kind, group, files, questions, example }: Group): string {
  const shown =
    questions.slice(0, 4).join(', ') + (questions.length > 4 ? ` and ${questions.length - 4} more` : '');
  const line = example.line > 0 ? `, line ${example.line}` : '';
  return [
    `${kind}: ${group}`,
    `  ${files.length} ${files.length === 1 ? 'file' : 'files'}, by ${shown}; such as ${example.file}, ${example.question}${line}:`,
    `    old  ${example.old ?? '(the end)'}`,
    `    new  ${example.new ?? '(the end)'}`,
  ].join('\n');
}

/** Characters of a line that are shown, and those before the difference. */
const [SHOWN, BEFORE] = [160, 40];

function firstDifference(old: string, now: string): Pick<Difference, 'line' | 'old' | 'new'> | undefined {
  if (old === now) return undefined;
  const [a, b] = [old, now].map((text) => text.split('\n')) as [string[], string[]];
  const at = a.findIndex((line, i) => line !== b[i]);
  const index = at === -1 ? a.length : at;
  const column = commonLength(a[index] ?? '', b[index] ?? '');
  const from = column > SHOWN - BEFORE ? column - BEFORE : 0;
  const shown = (line: string | undefined) =>
    line === undefined
      ? undefined
      : `${from > 0 ? '…' : ''}${visible(line.slice(from, from + SHOWN))}${line.length > from + SHOWN ? '…' : ''}`;
  return { line: index + 1, old: shown(a[index]), new: shown(b[index]) };
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!;

/** A line without what differs between files: what it quotes, numbers, cells, names of members. */
export function likeness(line: string | undefined): string {
  if (line === undefined) return '(the end)';
  return line
    .replace(/"(?:[^"\\]|\\.)*("|$)/g, '"…"')
    .replace(/[\d.]{8,}/g, 'CELLS')
    .replace(/\d+/g, 'N')
    .replace(/\bgot [^:;"]{12,}/g, 'got …')
    .trim()
    .slice(0, 120);
}

/** The words at which two results begin to differ. */
function tokenChange(a: string, b: string): string {
  const at = commonLength(a, b);
  return [a, b].map((text) => tokenAt(text, at)).join(' → ');
}

/** The kind of word at an offset: a marker by its name, digits, cells with empty ones, other text. */
function tokenAt(text: string, at: number): string {
  if (at >= text.length) return 'the end';
  const start = text.slice(Math.max(0, at - 100), at).search(/[\w.:-]*$/) + Math.max(0, at - 100);
  const [token] = /^[\w.:-]*/.exec(text.slice(start, start + 2000))!;
  const marker = MARKERS.find(
    (name) => name !== '' && (token === name || (token.length > 1 && name.startsWith(token))),
  );
  if (marker !== undefined) return marker;
  if (/^\d+$/.test(token)) return token.length > 8 ? 'solution' : 'number';
  if (/^[\d.]+$/.test(token)) return 'puzzle';
  if (token === '') return /\s/.test(text[at]!) ? 'blank' : `sign ${visible(text[at]!)}`;
  return 'text';
}
