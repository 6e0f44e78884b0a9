// Prints where the time of a file goes: that of its first round, which starts functions, and medians of the others.

import { median } from '../shared/timing.ts';
import { STAGE_NAMES, type Stages, type Times } from './stages.ts';

const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

export function printStages([cold, ...warm]: readonly Stages[]): void {
  if (!cold) return;
  const both = (text: (value: number) => string, of: (stages: Stages) => number) => [
    text(of(cold)),
    warm.length > 0 ? text(median(warm.map(of))) : '',
  ];
  const seconds = (value: number) => value.toFixed(3);
  console.log('\nFrom the first byte uploaded to the last one downloaded, under a profiler:\n');
  row('phase', 'first file, s', 'later files, s');
  row('---', '---', '---');
  // a small file is solved in one piece, without most of the phases
  const areCut = [cold, ...warm].every(({ phases }) => phases);
  for (const [index, { name }] of areCut ? cold.phases!.entries() : []) {
    row(name, ...both(seconds, ({ phases }) => phases![index]!.seconds));
  }
  row('all, reports included', ...both(seconds, (stages) => stages.seconds));

  const milliseconds = (value: number) => value.toFixed();
  console.log('\nProcessor time in milliseconds; the local S3, SQS and pollers do not exist on AWS:\n');
  row('stage', 'function, first file', 'later files', 'local cloud, first file', 'later files');
  row('---', '---', '---', '---', '---');
  const add = (name: string, of: (times: Times) => number) => {
    const own = both(milliseconds, (stages) => of(stages.function));
    row(name, ...own, ...both(milliseconds, ({ cloud }) => of(cloud)));
  };
  for (const name of STAGE_NAMES) add(name, (times) => times[name] ?? 0);
  add('all', (times) => Object.values(times).reduce((sum, time) => sum + time, 0));
  row('client, which sends and receives the file', '', '', ...both(milliseconds, ({ client }) => client));
}
