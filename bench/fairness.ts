// npm run bench -- fairness

import { Command } from 'commander';
import { flood, jobBefore, percentile } from './fairness/simulation.ts';
import { tableHead, tableRow } from './shared/programs.ts';

new Command('fairness')
  .description(
    'Simulates what other tenants wait behind a flood of small files, and behind a file of many chunks.',
  )
  .parse();

const CONCURRENCIES = [2, 10, 100];
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
const loss = (after: number, before: number) => `${((100 * (after - before)) / before).toFixed(1)}%`;

console.log(
  'Waits in seconds, in virtual time: 8,000 files of one tenant at once, others upload meanwhile\n',
);
console.log(
  tableHead('functions', 'p50 before', 'p99 before', 'p50', 'p99', 'file of the flood before', 'now', 'loss'),
);
for (const concurrency of CONCURRENCIES) {
  const [before, after] = [flood(concurrency, false), flood(concurrency, true)];
  const waits = [before, after].flatMap(({ waits }) => [percentile(waits, 0.5), percentile(waits, 0.99)]);
  const done = [before.done, after.done].map(seconds);
  console.log(tableRow(concurrency, ...waits.map(seconds), ...done, loss(after.done, before.done)));
}

console.log('\nA file of 20 MB behind a file of many chunks of another tenant: seconds until it begins\n');
const rules = [
  { fair: false, inTurns: false },
  { fair: false, inTurns: true },
  { fair: true, inTurns: false },
  { fair: true, inTurns: true },
];
console.log(
  tableHead(
    'chunks',
    'functions',
    'before',
    'in turns',
    'groups',
    'both',
    'job alone before',
    'in turns',
    'loss',
  ),
);
for (const count of [207, 800, 10_000]) {
  for (const concurrency of CONCURRENCIES) {
    const waits = rules.map((rule) => seconds(jobBefore(count, concurrency, rule).wait));
    const [atOnce, inTurns] = [rules[0]!, rules[1]!].map(
      (rule) => jobBefore(count, concurrency, rule, true).end,
    );
    const ends = [atOnce!, inTurns!].map(seconds);
    console.log(tableRow(count, concurrency, ...waits, ...ends, loss(inTurns!, atOnce!)));
  }
}
