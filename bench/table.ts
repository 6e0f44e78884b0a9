import type { Row, Spread } from './compare.ts';

const COLUMNS: readonly { title: string; text: (row: Row) => string }[] = [
  { title: 'set', text: (row) => row.set },
  { title: 'solver', text: (row) => row.contestant },
  { title: 'task', text: (row) => row.task },
  {
    title: 'puzzles',
    text: ({ sampled, puzzles }) =>
      sampled === puzzles ? whole(puzzles) : `${whole(sampled)} of ${whole(puzzles)}`,
  },
  { title: 'a second: median (range)', text: (row) => `${spread(row.rate, rate)} ${row.unit}` },
  {
    title: 'ours to it: median (range)',
    text: ({ ratio }) => (ratio ? spread(ratio, (n) => n.toPrecision(3)) : ''),
  },
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

function spread({ median, least, most }: Spread, text: (n: number) => string): string {
  return `${text(median)} (${text(least)} to ${text(most)})`;
}

function rate(n: number): string {
  return n >= 100 ? whole(Math.round(n)) : n.toPrecision(3);
}

function whole(n: number): string {
  return n.toLocaleString('en-GB');
}
