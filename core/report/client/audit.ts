// The page of an audit: figures, findings with advice, repeated puzzles side by side, and distributions.

import type { Fault, FaultyRecord, Repetition } from '../audit.ts';
import { duplicatesLabel, FAULTS } from '../audit.ts';
import {
  type AuditDocument,
  type AuditedFile,
  auditVerdict,
  faultText,
  ownFindings,
  type SharedRow,
  sharedText,
} from '../audit-document.ts';
import { numberText } from '../format.ts';
import { attentionItem, attentionSection } from './attention.ts';
import { sharesChart, swatch } from './comparison.ts';
import { type Child, element, LONG, SHORT, section, userText } from './element.ts';
import { boxShape, grid } from './grid.ts';
import { drawnSafely, subtitle, tiles, verdictElement } from './sections.ts';
import { moreRows, type SortableColumn, sortableTable } from './sortable-table.ts';

/** What to do about a finding. */
const ADVICE: Readonly<Record<Fault, string>> = {
  wrongSolutions:
    'The solution beside the puzzle breaks a rule or changes a given: sudoku solve writes the right one.',
  duplicates: 'They repeat an earlier puzzle of their file: sudoku dedupe drops them.',
  noSolution: 'No grid fits the givens: sudoku select --where status=solved leaves them out.',
  notUnique: 'More than one grid fits the givens: sudoku select --where status=solved leaves them out.',
  invalid: 'A digit is repeated in a unit, or the record is no puzzle.',
  unsupported: 'They have a rule that is not known, so they are not solved without it.',
  unsolved: 'The search stopped first, so nothing is known about their solutions.',
};
const LEAK =
  'A model that learns from one file knows these puzzles of the other: put them together and divide them with sudoku split --by grid.';

/** The whole page of an audit. */
export function auditPage(audit: AuditDocument): Node[] {
  const parts: (() => Node | undefined)[] = [
    () => tilesOf(audit),
    () => attention(audit),
    () => files(audit),
    () => shared(audit),
    () => pairs('duplicates', 'Duplicates', audit.duplicates),
    () => faulty(audit),
    () => distributions(audit),
  ];
  return [
    element(
      'header',
      {},
      element('h1', {}, userText(audit.title, LONG)),
      subtitle(audit.made, 'Sudoku audit'),
    ),
    verdictElement(auditVerdict(audit)),
    ...drawnSafely(parts),
  ];
}

function tilesOf({ totals }: AuditDocument): HTMLElement {
  const isSeveral = totals.files > 1;
  return tiles([
    ['puzzles', numberText(totals.puzzles)],
    ['files', isSeveral ? numberText(totals.files) : undefined],
    [`duplicates ${duplicatesLabel(totals)}`, numberText(totals.duplicates)],
    ['compared cell by cell', totals.cellByCell > 0 ? numberText(totals.cellByCell) : undefined],
    ['classes of puzzles in several files', isSeveral ? numberText(totals.sharedPuzzles) : undefined],
    ['classes of solutions in several files', isSeveral ? numberText(totals.sharedGrids) : undefined],
    ['with the solution of another', totals.sameGrid > 0 ? numberText(totals.sameGrid) : undefined],
  ]);
}

function attention({ totals }: AuditDocument): HTMLElement {
  const shared = sharedText(totals);
  const isBad = (key: Fault) => key === 'wrongSolutions' || key === 'duplicates';
  const items = [
    ...(shared === undefined ? [] : [attentionItem('bad', shared, LEAK)]),
    ...FAULTS.filter(([key]) => totals[key] > 0).map(([key]) =>
      attentionItem(isBad(key) ? 'bad' : 'warn', faultText(key, totals[key]), ADVICE[key]),
    ),
  ];
  const nothing =
    'Nothing. Every record is a puzzle with exactly one solution, and none repeats another one.';
  return attentionSection(items, nothing);
}

/** Titles of columns. */
const SHORT_NAMES: Readonly<Record<Fault, string>> = {
  wrongSolutions: 'wrong',
  duplicates: 'duplicates',
  noSolution: 'no solution',
  notUnique: 'several',
  invalid: 'no puzzle',
  unsupported: 'unsupported',
  unsolved: 'unsolved',
};

function files({ files: rows, omittedFiles, totals }: AuditDocument): HTMLElement {
  const faults = FAULTS.filter(([key]) => totals[key] > 0);
  const numbers = (title: string, value: (row: AuditedFile) => number, isMinor = false) =>
    ({ title, value, isNumber: true, isMinor }) satisfies SortableColumn<AuditedFile>;
  const columns: SortableColumn<AuditedFile>[] = [
    { title: 'file', value: ({ file }) => file, shown: ({ file }) => userText(file, SHORT) },
    numbers('puzzles', ({ puzzles }) => puzzles),
    numbers('findings', ownFindings),
    ...(totals.files > 1 ? [numbers('shared classes', ({ shared: classes }) => classes, true)] : []),
    ...faults.map(([key]) => numbers(SHORT_NAMES[key], (row) => row[key], true)),
  ];
  const made = sortableTable<AuditedFile>({
    caption: 'Files',
    rows,
    columns,
    searched: ({ file }) => file,
    choices: new Map([['with findings', (row: AuditedFile) => ownFindings(row) > 0]]),
  });
  return section('files', 'Files', made.element, moreRows(omittedFiles, 'more file'));
}

function shared({ shared: rows, omittedShared, meetings }: AuditDocument): HTMLElement | undefined {
  if (rows.length === 0) return undefined;
  const made = sortableTable<SharedRow>({
    caption: 'Classes in several files',
    rows,
    columns: [
      {
        title: 'files',
        value: ({ files: names }) => names.join(' '),
        shown: sharers,
      },
      { title: 'classes of puzzles', value: ({ puzzles }) => puzzles, isNumber: true },
      { title: 'of solutions', value: ({ grids }) => grids, isNumber: true },
    ],
    searched: ({ files: names }) => names.join(' '),
  });
  const drawn = meetings.map(pair);
  const examples = drawn.length > 0 ? element('div', { class: 'pairs' }, ...drawn) : undefined;
  return section('shared', 'In several files', made.element, moreRows(omittedShared, 'more row'), examples);
}

/** The files of a row: `a, b and c`, `a, b, c, d and 12 more`. */
function sharers({ files: names, omittedFiles }: SharedRow): HTMLElement {
  const last = omittedFiles > 0 ? `${numberText(omittedFiles)} more` : userText(names.at(-1)!, SHORT);
  const others = (omittedFiles > 0 ? names : names.slice(0, -1)).map((name) => userText(name, SHORT));
  return element('span', {}, ...others.flatMap((name, i) => (i > 0 ? [', ', name] : [name])), ' and ', last);
}

function pairs(name: string, title: string, list: readonly Repetition[]): HTMLElement | undefined {
  if (list.length === 0) return undefined;
  return section(name, title, element('div', { class: 'pairs' }, ...list.map(pair)));
}

/** A record beside the one that it repeats. */
function pair({ file, line, puzzle, ofFile, ofLine, ofPuzzle }: Repetition): HTMLElement {
  const first = ofPuzzle === undefined ? undefined : tile(ofPuzzle, [placeOf(ofFile, ofLine)]);
  const place = first ? [placeOf(file, line)] : [placeOf(file, line), 'repeats ', placeOf(ofFile, ofLine)];
  return element('div', { class: 'pair' }, first, tile(puzzle, place));
}

const placeOf = (file: string, line: number): HTMLElement =>
  element('span', {}, userText(file, SHORT), element('span', { class: 'note' }, ` line ${numberText(line)}`));

/** A record as a grid, or as text if it is none. */
function tile(puzzle: string, caption: readonly Child[], solution?: string): HTMLElement {
  const isGrid = Number.isInteger(Math.sqrt(puzzle.length)) && /^[.0-9a-z]+$/.test(puzzle);
  const size = Math.sqrt(puzzle.length);
  const drawn = isGrid
    ? grid({
        puzzle,
        solution,
        size: `${size}x${size}`,
        name: `${size}x${size} puzzle`,
        wrong: wrongCells(puzzle, solution),
      })
    : element('code', {}, puzzle);
  return element(
    'figure',
    { class: size > 12 && isGrid ? 'puzzle large' : 'puzzle' },
    element('figcaption', {}, ...caption),
    drawn,
  );
}

/** Cells of a solution that change a given, are empty, or repeat a digit of their row, column or box. */
function wrongCells(puzzle: string, solution: string | undefined): ReadonlySet<number> {
  const wrong = new Set<number>();
  if (solution === undefined) return wrong;
  const size = Math.sqrt(puzzle.length);
  const box = boxShape(size);
  const seen = new Map<string, number>();
  for (let cell = 0; cell < puzzle.length; cell++) {
    const digit = solution[cell] ?? '.';
    const [row, column] = [Math.floor(cell / size), cell % size];
    if (digit === '.' || (puzzle[cell] !== '.' && puzzle[cell] !== digit)) wrong.add(cell);
    const inBox = `${Math.floor(row / box.rows)} ${Math.floor(column / box.columns)}`;
    for (const unit of [`r${row}`, `c${column}`, `b${inBox}`]) {
      const other = seen.get(`${unit} ${digit}`);
      if (other !== undefined && digit !== '.') wrong.add(cell).add(other);
      seen.set(`${unit} ${digit}`, cell);
    }
  }
  return wrong;
}

function faulty({ faulty: list }: AuditDocument): HTMLElement | undefined {
  if (list.length === 0) return undefined;
  const groups = Map.groupBy(list, ({ fault }) => fault);
  const parts = [...groups].flatMap(([fault, records]) => [
    element('h3', {}, FAULTS.find(([key]) => key === fault)![1]),
    element('div', { class: fault === 'invalid' ? 'records' : 'grids' }, ...records.map(faultyTile)),
  ]);
  return section('faulty', 'Wrong records', ...parts);
}

const faultyTile = ({ file, line, puzzle, solution }: FaultyRecord): HTMLElement =>
  tile(puzzle, [placeOf(file, line)], solution);

function distributions({ columns, distributions: list }: AuditDocument): HTMLElement | undefined {
  if (list.length === 0) return undefined;
  const charts = list.map(({ title, unit, bins }) => {
    const totals = columns.map((_, i) => bins.reduce((sum, { counts }) => sum + counts[i]!, 0));
    const rows = bins.map(({ label, counts }) => ({
      label,
      shares: counts.map((n, i) => (totals[i] === 0 ? 0 : n / totals[i]!)),
    }));
    return sharesChart(`${title}: share of the puzzles of each file`, unit, columns, rows);
  });
  const legend = columns.map((name, i) => element('li', {}, swatch(i), ' ', userText(name, SHORT)));
  return section('comparison', 'Side by side', element('ul', { class: 'legend' }, ...legend), ...charts);
}
