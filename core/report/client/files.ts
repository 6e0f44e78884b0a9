// The table of the files on a page of several: searched, sorted, and filtered by what needs attention.

import { OUTCOMES } from '../../solver/model/status.ts';
import { counted, duration, mean, numberText, percent } from '../format.ts';
import { type FileRow, guessesEach, need, type PageDocument, unpackRow } from '../page-document.ts';
import { type Concern, isUnreadStatus } from './attention.ts';
import { type Child, element, SHORT, section, svg, userText } from './element.ts';
import { badge } from './problems.ts';
import { moreRows, type SortableColumn, type SortableTable, sortableTable } from './sortable-table.ts';

/** A file of the table. */
interface Listed extends FileRow {
  readonly index: number;
}

/** The table of files. Each one with a complete report is a link to it. */
export function files({ rows, start, reports, omitted }: PageDocument): Pick<SortableTable, 'element'> & {
  show(concern: Concern): void;
} {
  const listed = rows.map((row, index) => ({ ...unpackRow(row, start), index }));
  const made = sortableTable<Listed>({
    caption: 'Files',
    rows: listed,
    columns: columnsOf((index) => index in reports),
    searched: ({ key, status = 'done', reason = '' }) => `${key} ${status} ${reason}`,
    choices: new Map([...CHOICES].filter(([, has]) => listed.some(has))),
  });
  return {
    element: section(
      'files',
      'Files',
      made.element,
      unlinked(listed.length, Object.keys(reports).length),
      moreRows(omitted, 'more file'),
    ),
    show: (concern) => made.choose(CHOICE_NAMES[concern]),
  };
}

/** Why some rows are no links. */
function unlinked(rows: number, linked: number): HTMLElement | undefined {
  if (linked === rows) return undefined;
  const links = `${numberText(linked)} of ${counted(rows, 'file')} ${linked === 1 ? 'is a link to its report' : 'are links to their reports'}`;
  const why =
    ': those of the others have no room, as a page has at most 150 KB. A page of fewer reports shows them.';
  return element('p', { class: 'note' }, links, why);
}

const CHOICE_NAMES: Readonly<Record<Concern, string>> = {
  rejected: 'rejected',
  failed: 'failed',
  cancelled: 'cancelled',
  disagreements: 'with wrong solutions',
  invalid: 'with invalid records',
  noSolution: 'with puzzles without a solution',
  notUnique: 'with puzzles that are not unique',
  unsolved: 'with unsolved puzzles',
  unsupported: 'with unsupported rules',
};

const CHOICES: ReadonlyMap<string, (row: FileRow) => boolean> = new Map([
  ['that need attention', (row: FileRow) => need(row) > 0],
  ...(Object.entries(CHOICE_NAMES) as [Concern, string][]).map(
    ([concern, name]) =>
      [
        name,
        (row: FileRow) => (isUnreadStatus(concern) ? row.status === concern : (row[concern] ?? 0) > 0),
      ] as const,
  ),
]);

function columnsOf(hasReport: (index: number) => boolean): SortableColumn<Listed>[] {
  const done = (of: (row: Listed) => Child) => (row: Listed) => (row.status === undefined ? of(row) : '');
  return [
    { title: 'file', value: ({ key }) => key, shown: (row) => nameOf(row, hasReport(row.index)) },
    {
      title: 'puzzles',
      value: ({ puzzles = -1 }) => puzzles,
      shown: done(({ puzzles }) => puzzles),
      isNumber: true,
    },
    {
      title: 'solved',
      value: solvedShare,
      shown: done((row) => (row.puzzles ? percent(solvedShare(row)) : '–')),
      isNumber: true,
      isMinor: true,
    },
    { title: 'problems', value: problemCount, shown: problemsOf, isNumber: true },
    {
      title: 'guesses',
      value: (row) => guessesEach(row) ?? -1,
      shown: done(guessesCell),
      isNumber: true,
      isMinor: true,
    },
    {
      title: 'time',
      value: ({ seconds = -1 }) => seconds,
      shown: done(({ seconds }) => duration(seconds!)),
      isNumber: true,
      isMinor: true,
    },
  ];
}

function nameOf({ key, index, reason }: Listed, isLink: boolean): HTMLElement {
  const name = isLink ? element('a', { href: `#file-${index}` }, userText(key, SHORT)) : userText(key, SHORT);
  return reason === undefined ? name : element('div', {}, name, element('p', { class: 'note' }, reason));
}

const solvedShare = ({ solved = 0, puzzles = 0 }: FileRow): number => (puzzles === 0 ? -1 : solved / puzzles);

/** A file without a result comes before any number of problems. */
function problemCount(row: FileRow): number {
  if (row.status !== undefined) return Infinity;
  const own = OUTCOMES.reduce((sum, { key }) => sum + (key === 'solved' ? 0 : (row[key] ?? 0)), 0);
  return own + (row.disagreements ?? 0);
}

function problemsOf(row: FileRow): Child {
  if (row.status !== undefined) return badge(row.status);
  const { disagreements = 0 } = row;
  const rest = problemCount(row) - disagreements;
  if (disagreements === 0) return rest === 0 ? '' : numberText(rest);
  const wrong = element('span', { class: 'badge disagreement' }, `${numberText(disagreements)} wrong`);
  return rest === 0 ? wrong : element('span', {}, wrong, ` + ${numberText(rest)}`);
}

/** Guesses of a puzzle on average, with the shape of their distribution. */
function guessesCell(row: FileRow): Child {
  const each = guessesEach(row);
  if (each === undefined) return '–';
  const profile = Array.from(row.profile ?? '', Number);
  const bars = profile.map((height, bin) =>
    svg('rect', { x: bin * 4, y: 18 - 2 * height, width: 3, height: 2 * height }),
  );
  const title = 'shares of puzzles with 0, 1, 2–3, 4–7, … guesses';
  const shape = svg(
    'svg',
    {
      class: 'profile',
      width: 48,
      height: 18,
      // the bins of large grids are more, and narrower
      viewBox: `0 0 ${4 * Math.max(12, bars.length)} 18`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    svg('title', {}, title),
    ...bars,
  );
  return element('span', {}, shape, ' ', element('span', { class: 'beside' }, mean(each)));
}
