// npm run fuzz -- --minutes N --seed S: files as strangers write them; prints what came of them
import { Command } from 'commander';
import { RejectedFile } from '../core/files/index.ts';
import { solveBytes } from '../test/core/formats/solve-bytes.ts';
import { brokenExamples } from '../test/core/formats/strangers/broken-example.ts';
import { gridFiles } from '../test/core/formats/strangers/grid-file.ts';
import { optionLineFault, optionLines } from '../test/core/formats/strangers/option-line.ts';
import { outcomeOf } from '../test/core/formats/strangers/outcome.ts';
import fc from '../test/property.ts';

interface Flags {
  readonly minutes: number;
  readonly seed: number;
}

/** Files of one generator that are made at a time. */
const BATCH = 200;

const flags = new Command('fuzz')
  .description(
    'Files as strangers write them, and examples broken at random. Ends with 1 if one was answered wrongly.',
  )
  .option('--minutes <n>', 'until no further batch is begun', Number, 10)
  .option('--seed <n>', 'of the first batch', Number, 1)
  .parse()
  .opts<Flags>();

const counts: Record<string, number> = {};
const until = performance.now() + flags.minutes * 60_000;
for (let seed = flags.seed; performance.now() < until; seed++) {
  for (const file of fc.sample(gridFiles, { numRuns: BATCH, seed }))
    count('grid files', outcomeOf(file), seed);
  for (const line of fc.sample(optionLines, { numRuns: BATCH, seed })) {
    count('option lines', optionLineFault(line) ?? 'as it should be', seed);
  }
  for (const file of fc.sample(brokenExamples, { numRuns: BATCH, seed })) {
    count('broken examples', brokenOutcome(file), seed);
  }
}
const [faults, files] = [/: wrong/, /./].map((kind) =>
  Object.entries(counts).reduce((sum, [what, n]) => sum + (kind.test(what) ? n : 0), 0),
);
console.log(JSON.stringify({ seed: flags.seed, minutes: flags.minutes, files, faults, counts }, null, 2));
process.exitCode = faults === 0 ? 0 : 1;

function count(generator: string, outcome: string, seed: number): void {
  const [kind] = /^[\w ]+/.exec(outcome)!;
  const what = `${generator}: ${kind}`;
  counts[what] = (counts[what] ?? 0) + 1;
  if (kind === 'wrong') console.error(`seed ${seed}, ${generator}: ${outcome}\n`);
}

/** Solved or refused in words, and the same however it is cut. */
function brokenOutcome(file: Buffer): string {
  const given = { budget: 200, limit: 3 };
  try {
    const whole = solveBytes(file, given);
    const cut = solveBytes(file, given, [1, 100, 1000, 100_000, 300_000]);
    return whole.output.equals(cut.output)
      ? 'solved'
      : `wrong: cut differently, another result\n${file.toString('latin1')}`;
  } catch (error) {
    if (error instanceof RejectedFile && /expected .*got /s.test(error.message)) return 'refused';
    return `wrong: ${(error as Error).stack ?? ''}\n${file.toString('latin1')}`;
  }
}
