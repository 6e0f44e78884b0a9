import type { Row } from './compare.ts';

const COLUMNS: readonly { title: string; text: (row: Row) => string }[] = [
  { title: 'set', text: (row) => row.set },
  { title: 'solver', text: (row) => row.contestant },
  { title: 'task', text: (row) => row.task },
  {
    title: 'puzzles',
    text: ({ sampled, puzzles }) =>
      sampled === puzzles ? whole(puzzles) : `${whole(sampled)} of ${whole(puzzles)}`,
  },
  { title: 'puzzles/s', text: (row) => rate(row.puzzlesPerSecond) },
  { title: 'slowest to fastest pass', text: (row) => `${rate(row.slowest)} to ${rate(row.fastest)}` },
  { title: 'of ours', text: (row) => row.ratio.toPrecision(3) },
  { title: 'guesses', text: (row) => row.guessesPerPuzzle?.toFixed(2) ?? '' },
  { title: 'sweeps', text: (row) => row.sweepsPerPuzzle?.toFixed(1) ?? '' },
  {
    title: 'no guess',
    text: ({ shareWithoutGuess: n }) => (n === undefined ? '' : `${(n * 100).toFixed(1)} %`),
  },
  {
    title: 'answers',
    text: ({ wrong, gaveUp }) =>
      [wrong ? `${wrong} wrong` : 'right', ...(gaveUp ? [`${gaveUp} given up`] : [])].join(', '),
  },
];

export const HEADER = [line(COLUMNS.map(({ title }) => title)), line(COLUMNS.map(() => '---'))].join('\n');

/** A row of a Markdown table. */
export function tableRow(row: Row): string {
  return line(COLUMNS.map(({ text }) => text(row)));
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function rate(n: number): string {
  return n >= 100 ? whole(Math.round(n)) : n.toPrecision(3);
}

function whole(n: number): string {
  return n.toLocaleString('en-GB');
}
