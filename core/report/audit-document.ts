// The data of the page of an audit, cut to fit: files with the fewest findings and classes that few files share are
// omitted first.

import type { Provenance } from '../files/report.ts';
import {
  type Audit,
  FAULTS,
  type Fault,
  type FaultyRecord,
  type FileAudit,
  findingsIn,
  leaksIn,
  leaksOf,
  type Meeting,
  type Repetition,
} from './audit.ts';
import { binsOf, type CountedBin } from './audit-bins.ts';
import { bytesInPage, fitting } from './fit-document.ts';
import { counted, numberText, withoutMiddle } from './format.ts';
import type { PageVerdict } from './verdict.ts';

/** The figures of a file. */
export interface AuditedFile extends Readonly<Record<Fault, number>> {
  readonly file: string;
  readonly puzzles: number;
  readonly sameGrid: number;
  /** classes that it shares with other files, as findings: each counts in all of its files */
  readonly shared: number;
}

/** Classes that the same files have. */
export interface SharedRow {
  /** the first of them */
  readonly files: readonly string[];
  readonly omittedFiles: number;
  readonly puzzles: number;
  readonly grids: number;
}

/** A distribution of several files side by side. */
export interface Compared {
  readonly title: string;
  readonly unit: string;
  readonly bins: readonly CountedBin[];
}

/** The data of a page of an audit. */
export interface AuditDocument {
  readonly title: string;
  readonly made: Provenance;
  /** over all files, including omitted ones */
  readonly totals: Readonly<Record<Fault, number>> & {
    readonly files: number;
    readonly puzzles: number;
    readonly sameGrid: number;
    /** puzzles that are compared cell by cell */
    readonly cellByCell: number;
    /** classes of puzzles and of solutions in several files, and those of the latter that are findings of their own */
    readonly sharedPuzzles: number;
    readonly sharedGrids: number;
    readonly sharedOtherGrids: number;
    readonly findings: number;
  };
  readonly files: readonly AuditedFile[];
  readonly omittedFiles: number;
  readonly shared: readonly SharedRow[];
  readonly omittedShared: number;
  /** what the columns of the distributions are about */
  readonly columns: readonly string[];
  readonly distributions: readonly Compared[];
  readonly meetings: readonly Repetition[];
  readonly duplicates: readonly Repetition[];
  readonly faulty: readonly FaultyRecord[];
}

/** Files whose distributions are compared; of more, the last column is the sum of the others. */
const MAX_COLUMNS = 4;
/** Shares of the room for rows of files, and for rows of shared classes. */
const [SHARE_OF_FILES, SHARE_OF_SHARED] = [0.4, 0.2];
/** Examples of each kind. */
const MAX_EXAMPLES = 6;
/** Names in a row of shared classes. */
const MAX_FILES = 4;
/** Characters of a file's name. */
const MAX_NAME = 200;

/** Fits an audit into a page. @param room bytes of JSON */
export function auditDocument(audit: Audit, made: Provenance, room: number): AuditDocument {
  const { files, meetings } = audit;
  const sharedBy = new Map<string, number>();
  for (const meeting of meetings)
    for (const file of meeting.files) sharedBy.set(file, (sharedBy.get(file) ?? 0) + leaksOf(meeting));
  const figures = files.map((file) => figuresOf(file, sharedBy.get(file.file) ?? 0));
  const byFindings = figures.sort((a, b) => ownFindings(b) - ownFindings(a));
  const rows = sharedRows(meetings);
  const shown = {
    files: fitting(byFindings, room * SHARE_OF_FILES),
    shared: fitting(rows, room * SHARE_OF_SHARED),
  };
  const sum = (key: Fault | 'puzzles' | 'sameGrid' | 'cellByCell') =>
    files.reduce((total, file) => total + file[key], 0);
  const sumBy = (by: Meeting['by']) =>
    meetings.reduce((total, meeting) => total + (meeting.by === by ? meeting.classes : 0), 0);
  const names = files.map(({ file }) => shortened(file));
  const page = {
    title: files.length === 1 ? names[0]! : counted(files.length, 'file'),
    made,
    totals: {
      files: files.length,
      puzzles: sum('puzzles'),
      sameGrid: sum('sameGrid'),
      cellByCell: sum('cellByCell'),
      ...(Object.fromEntries(FAULTS.map(([key]) => [key, sum(key)])) as Record<Fault, number>),
      sharedPuzzles: sumBy('puzzle'),
      sharedGrids: sumBy('grid'),
      sharedOtherGrids: leaksIn(meetings.filter(({ by }) => by === 'grid')),
      findings: findingsIn(audit),
    },
    ...shown,
    omittedFiles: files.length - shown.files.length,
    omittedShared: rows.length - shown.shared.length,
    ...distributionsOf(files),
  };
  const left = room - bytesInPage(page);
  const lists = {
    // solutions meet wherever puzzles do
    meetings: distinct([...examplesOf(meetings, 'puzzle'), ...examplesOf(meetings, 'grid')]).slice(
      0,
      MAX_EXAMPLES,
    ),
    duplicates: files.flatMap(({ examples }) => examples).slice(0, MAX_EXAMPLES),
  };
  const faulty = FAULTS.flatMap(([key]) =>
    files.flatMap((file) => file.faulty.filter(({ fault }) => fault === key)).slice(0, MAX_EXAMPLES),
  );
  return {
    ...page,
    meetings: fitting(lists.meetings.map(shortPair), left / 3),
    duplicates: fitting(lists.duplicates.map(shortPair), left / 3),
    faulty: fitting(
      faulty.map((record) => ({ ...record, file: shortened(record.file) })),
      left / 3,
    ),
  };
}

/** The most important fact about an audit. */
export function auditVerdict({ totals }: Pick<AuditDocument, 'totals'>): PageVerdict {
  const { files, puzzles, findings } = totals;
  const cells = byCellsText(totals);
  const all = `${counted(puzzles, 'puzzle')} of ${counted(files, 'file')}${cells === undefined ? '' : ` (${cells})`}`;
  if (findings === 0) {
    const apart = files > 1 ? ', and no class of puzzles or solutions is in several files' : '';
    return { figure: 'No', label: 'findings', sentence: `Nothing is wrong in ${all}${apart}.`, tone: 'good' };
  }
  const own = FAULTS.filter(([key]) => totals[key] > 0).map(([key]) => faultText(key, totals[key]));
  const parts = [sharedText(totals), ...own].filter((part) => part !== undefined);
  return {
    figure: numberText(findings),
    label: findings === 1 ? 'finding' : 'findings',
    sentence: `In ${all}: ${parts.join(', ')}.`,
    tone: 'bad',
  };
}

/** How many puzzles are compared cell by cell, in words; undefined if there are none. */
export function byCellsText({ cellByCell }: Pick<AuditDocument['totals'], 'cellByCell'>): string | undefined {
  return cellByCell === 0 ? undefined : `${counted(cellByCell, 'puzzle')} compared cell by cell`;
}

/** How many classes several files have in common, in words; undefined if there are none. */
export function sharedText({ sharedPuzzles, sharedOtherGrids }: AuditDocument['totals']): string | undefined {
  const shared = [
    [sharedPuzzles, 'puzzles'],
    [sharedOtherGrids, sharedPuzzles > 0 ? 'solutions of other puzzles' : 'solutions'],
  ] as const;
  const parts = shared
    .filter(([n]) => n > 0)
    .map(([n, what]) => `${counted(n, 'class', 'classes')} of ${what}`);
  return parts.length === 0 ? undefined : `${parts.join(' and ')} in several files`;
}

/** A number of records with a fault, in words. */
export function faultText(fault: Fault, n: number): string {
  const puzzles = counted(n, 'puzzle');
  return {
    wrongSolutions: counted(n, 'wrong solution'),
    duplicates: counted(n, 'duplicate'),
    noSolution: `${puzzles} without a solution`,
    notUnique: `${puzzles} with several solutions`,
    invalid: `${counted(n, 'record')} that ${n === 1 ? 'is no valid puzzle' : 'are no valid puzzles'}`,
    unsupported: `${puzzles} with ${n === 1 ? 'a rule that is' : 'rules that are'} not known`,
    unsolved: `${puzzles} unsolved within the budget`,
  }[fault];
}

/** How many findings a file has, with the classes that it shares with others. */
export function ownFindings(file: AuditedFile): number {
  return FAULTS.reduce((total, [key]) => total + file[key], file.shared);
}

function figuresOf(audit: FileAudit, shared: number): AuditedFile {
  const faults = Object.fromEntries(FAULTS.map(([key]) => [key, audit[key]])) as Record<Fault, number>;
  return { file: shortened(audit.file), puzzles: audit.puzzles, ...faults, sameGrid: audit.sameGrid, shared };
}

/** A row for all classes of the same files, those with the most classes first. */
function sharedRows(meetings: readonly Meeting[]): SharedRow[] {
  const rows = Map.groupBy(meetings, ({ files }) => JSON.stringify(files));
  const classes = (own: readonly Meeting[], by: Meeting['by']) =>
    own.find((meeting) => meeting.by === by)?.classes ?? 0;
  return [...rows.values()]
    .map((own) => ({
      files: own[0]!.files.slice(0, MAX_FILES).map(shortened),
      omittedFiles: Math.max(0, own[0]!.files.length - MAX_FILES),
      puzzles: classes(own, 'puzzle'),
      grids: classes(own, 'grid'),
    }))
    .sort((a, b) => b.puzzles - a.puzzles || b.grids - a.grids);
}

/** Some examples of as many meetings as possible. */
function examplesOf(meetings: readonly Meeting[], by: Meeting['by']): Repetition[] {
  const lists = meetings.filter((meeting) => meeting.by === by).map(({ examples }) => examples);
  const most = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: most }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

/** Without records that come before. */
function distinct(pairs: readonly Repetition[]): Repetition[] {
  const byPlace = Map.groupBy(pairs, ({ file, line, puzzle }) => JSON.stringify([file, line, puzzle]));
  return Array.from(byPlace.values(), ([first]) => first!);
}

/** The distributions of the largest files, and of all others together. */
function distributionsOf(files: readonly FileAudit[]): Pick<AuditDocument, 'columns' | 'distributions'> {
  const isMany = files.length > MAX_COLUMNS;
  const bySize = isMany ? files.toSorted((a, b) => b.puzzles - a.puzzles) : files;
  const own = bySize.slice(0, isMany ? MAX_COLUMNS - 1 : MAX_COLUMNS);
  const others = bySize.slice(own.length);
  const counts = (key: 'clues' | 'ratings') => [
    ...own.map((file) => file[key]),
    ...(isMany ? [sumOf(others.map((file) => file[key]))] : []),
  ];
  return {
    columns: [
      ...own.map(({ file }) => shortened(file)),
      ...(isMany ? [counted(others.length, 'other file')] : []),
    ],
    distributions: [
      { title: 'Clues', unit: 'clues', bins: binsOf(counts('clues')) },
      { title: 'Ratings', unit: 'rating', bins: binsOf(counts('ratings')) },
    ].filter(({ bins }) => bins.length > 0),
  };
}

function sumOf(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum = Object.create(null) as Record<string, number>;
  for (const counts of all)
    for (const [value, n] of Object.entries(counts)) sum[value] = (sum[value] ?? 0) + n;
  return sum;
}

function shortPair(pair: Repetition): Repetition {
  return { ...pair, file: shortened(pair.file), ofFile: shortened(pair.ofFile) };
}

const shortened = (name: string): string => withoutMiddle(name, MAX_NAME);
