// Files of puzzles of which one causes an unexpected error (test/fault-hook.ts), for all that solves files.
import type { PartialOptions } from '../core/index.ts';
import type { Stage } from '../core/kernel/internal-error.ts';
import type { Fault } from './fault-hook.ts';

const BASE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** A puzzle whose digits are renamed: as many different ones as there are numbers below 9! */
export function puzzleAt(index: number): string {
  const left = '123456789'.split('');
  let rest = index;
  const names = Array.from({ length: 9 }, (_, i) => {
    const [digit] = left.splice(rest % (9 - i), 1);
    rest = Math.floor(rest / (9 - i));
    return digit!;
  });
  return BASE.replace(/\d/g, (digit) => names[Number(digit) - 1]!);
}

export interface FaultyFile {
  readonly name: string;
  /** The file with a puzzle for each index. */
  readonly text: (puzzles: readonly string[], culprit: number) => string;
  /** What only the culprit's record contains. */
  readonly mark: (puzzle: string) => string;
  /** Between two records of the file's own layout. */
  readonly separator: string;
  /** Records before the first puzzle, such as a header. */
  readonly before: number;
  /** Set if a record that cannot be read is preserved in the file's own layout. */
  readonly leavesUnread?: true;
}

const rowsOf = (puzzle: string) => puzzle.match(/.{9}/g)!;
const spaced = (row: string) => row.split('').join(' ');

/** One region a box, as jigsaws write them. */
const REGIONS = Array.from(BASE, (_, i) => 3 * Math.floor(i / 27) + Math.floor((i % 9) / 3) + 1).join('');

/** The digits that each cell may have, all nine where it is empty. */
const marksOf = (puzzle: string) =>
  puzzle
    .split('')
    .map((cell) => (cell === '.' ? '123456789' : '123456789'.replace(new RegExp(`[^${cell}]`, 'g'), '.')));

const candidateRows = (puzzle: string, between: string) =>
  rowsOf(puzzle).map((row) => Array.from(row, (cell) => (cell === '.' ? '123456789' : cell)).join(between));

const withZeros = (puzzle: string) => puzzle.replaceAll('.', '0');

/** A grid as a program has it. */
const listOf = (puzzle: string) =>
  `grid = [\n${rowsOf(puzzle)
    .map((row) => `  "${row}"`)
    .join(',\n')}\n]`;

/** A constraint string: `.~R1C1_5.~R1C2_3`. */
function linkOf(puzzle: string): string {
  const givens = puzzle
    .split('')
    .flatMap((digit, i) => (digit === '.' ? [] : [`.~R${Math.floor(i / 9) + 1}C${(i % 9) + 1}_${digit}`]));
  return givens.join('');
}

export const FAULTY_FILES: readonly FaultyFile[] = [
  {
    name: 'lines.txt',
    text: (puzzles) => puzzles.map((puzzle) => `${puzzle}\n`).join(''),
    mark: (puzzle) => puzzle,
    separator: '\n',
    before: 0,
  },
  {
    name: 'links.txt',
    text: (puzzles) => puzzles.map((puzzle) => `${linkOf(puzzle)}\n`).join(''),
    mark: linkOf,
    separator: '\n',
    before: 0,
  },
  {
    name: 'table.csv',
    text: (puzzles) => `id,puzzle\n${puzzles.map((puzzle, i) => `r${i},${puzzle}\n`).join('')}`,
    mark: (puzzle) => puzzle,
    separator: '\n',
    before: 1,
  },
  {
    name: 'records.jsonl',
    text: (puzzles) => puzzles.map((puzzle, id) => `${JSON.stringify({ id, puzzle })}\n`).join(''),
    mark: (puzzle) => puzzle,
    separator: '\n',
    before: 0,
  },
  {
    name: 'array.json',
    text: (puzzles) => `[\n${puzzles.map((puzzle, id) => JSON.stringify({ id, puzzle })).join(',\n')}\n]\n`,
    mark: (puzzle) => puzzle,
    separator: '\n',
    before: 1,
  },
  {
    name: 'grids.txt',
    text: (puzzles, culprit) =>
      `${puzzles
        .map((puzzle, i) =>
          rowsOf(puzzle)
            .map((row) => (i === culprit ? spaced(row) : row))
            .join('\n'),
        )
        .join('\n\n')}\n`,
    mark: (puzzle) => spaced(rowsOf(puzzle)[0]!),
    separator: '\n\n',
    before: 0,
  },
  {
    name: 'notes.csv',
    // a quoted line feed in each row
    text: (puzzles) => `note,puzzle\n${puzzles.map((puzzle) => `"a\nb",${puzzle}\n`).join('')}`,
    mark: (puzzle) => puzzle,
    separator: '\n"',
    before: 1,
  },
  {
    name: 'numbers.txt',
    text: (puzzles) => puzzles.map((puzzle) => `${spaced(puzzle)}\n`).join(''),
    mark: spaced,
    separator: '\n',
    before: 0,
  },
  {
    name: 'jigsaws.txt',
    text: (puzzles) => puzzles.map((puzzle) => `${puzzle} ${REGIONS}\n`).join(''),
    mark: (puzzle) => puzzle,
    separator: '\n',
    before: 0,
  },
  {
    name: 'pencilmarks.txt',
    text: (puzzles) => puzzles.map((puzzle) => `${marksOf(puzzle).join('')}\n`).join(''),
    mark: (puzzle) => marksOf(puzzle).join(''),
    separator: '\n',
    before: 0,
  },
  {
    name: 'candidates.txt',
    text: (puzzles, culprit) =>
      `${puzzles.map((puzzle, i) => candidateRows(puzzle, i === culprit ? '  ' : ' ').join('\n')).join('\n\n')}\n`,
    mark: (puzzle) => candidateRows(puzzle, '  ')[0]!,
    separator: '\n\n',
    before: 0,
  },
  {
    name: 'pasted.txt',
    text: (puzzles, culprit) =>
      `${puzzles.map((puzzle, i) => listOf(i === culprit ? withZeros(puzzle) : puzzle)).join('\n\n')}\n`,
    mark: (puzzle) => rowsOf(withZeros(puzzle))[0]!,
    separator: '\n\n',
    before: 0,
    leavesUnread: true,
  },
];

/** The stages at which a record can be told, and the options that reach them. */
export const STAGES: readonly { readonly stage: Stage; readonly options: PartialOptions }[] = [
  { stage: 'read', options: {} },
  { stage: 'solve', options: {} },
  { stage: 'solve', options: { solutions: 'count', limit: 3 } },
  { stage: 'facts', options: { output: 'csv', solutions: 'unique', minimal: true } },
  { stage: 'facts', options: { output: 'jsonl', grade: true, explain: true } },
  { stage: 'write', options: {} },
  { stage: 'write', options: { output: 'csv' } },
  { stage: 'write', options: { output: 'jsonl' } },
];

/** A file of so many puzzles, and the fault that one of them causes. */
export function faultyCase(file: FaultyFile, stage: Stage, count: number, culprit: number) {
  const puzzles = Array.from({ length: count }, (_, i) => puzzleAt(i));
  const fault: Fault = { stage, text: file.mark(puzzles[culprit]!) };
  return { text: file.text(puzzles, culprit), fault };
}

/** The records of a result that differ from those of another, by index, without headers. */
export function differing(
  result: string,
  good: string,
  separator: string,
  before: number,
): [number, string][] {
  const others = good.split(separator);
  const found: [number, string][] = [];
  for (const [i, record] of result.split(separator).entries()) {
    if (record !== others[i]) found.push([i - before, record]);
  }
  return found;
}

/** What the culprit's record contains in a result. @param isTable whether the result has another layout than the file */
export function lostText(file: FaultyFile, { stage, text }: Fault, isTable = false): string {
  return stage === 'read' && file.leavesUnread === true && !isTable ? text : 'invalid';
}
