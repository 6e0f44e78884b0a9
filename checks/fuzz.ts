// npm run checks -- fuzz --minutes N --seed S
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

/** Files drawn from a generator at a time. */
const BATCH = 200;

const flags = new Command('fuzz')
  .description(
    'Solves grids and option lines in unusual forms, and examples modified at random. Prints the number of each outcome.',
  )
  .option('--minutes <n>', 'time after which no further batch is started', Number, 10)
  .option('--seed <n>', 'seed of the first batch', Number, 1)
  .parse()
  .opts<Flags>();

const counts: Record<string, number> = {};
const until = performance.now() + flags.minutes * 60_000;
for (let seed = flags.seed; performance.now() < until; seed++) {
  for (const file of fc.sample(gridFiles, { numRuns: BATCH, seed }))
    count('grid files', outcomeOf(file), seed);
  for (const line of fc.sample(optionLines, { numRuns: BATCH, seed })) {
    count('option lines', optionLineFault(line) ?? 'right', seed);
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

/** A file must be solved or rejected with a clear reason, and the result must not depend on how the file is cut. */
function brokenOutcome(file: Buffer): string {
  const given = { budget: 200, limit: 3 };
  try {
    const inOnePiece = solveBytes(file, given);
    const inPieces = solveBytes(file, given, [1, 100, 1000, 100_000, 300_000]);
    return inOnePiece.output.equals(inPieces.output)
      ? 'solved'
      : `wrong: the result in pieces differs\n${file.toString('latin1')}`;
  } catch (error) {
    if (error instanceof RejectedFile && /expected .*got /s.test(error.message)) return 'rejected';
    return `wrong: ${(error as Error).stack ?? ''}\n${file.toString('latin1')}`;
  }
}
