// npm run checks -- upgrade --old PATH [--seed S]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { puzzleLines } from '../bench/pipeline/puzzle-lines.ts';
import { temporaryFolder } from '../bench/shared/programs.ts';
import { type Assembly, readAssembly, synthesize, synthesizedAssembly } from '../local/template/assembly.ts';
import { expectedOf } from './soak/expected.ts';
import { recordWork, solveAcross } from './upgrade/across.ts';

interface Flags {
  readonly old: string;
  readonly seed: number;
  readonly record?: string;
  readonly verbose?: true;
}

/** An easy puzzle. */
const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';

const flags = new Command('upgrade')
  .description(
    'Solves files in the local cloud while another version of the function is deployed, and while that is rolled back. Checks that every file is solved to the bytes of sudoku solve, and that nothing is left over.',
  )
  .requiredOption('--old <path>', 'a tree of the other version, with its dependencies and built')
  .option('--seed <n>', 'seed of the files', Number, 1)
  .option(
    '--record <file>',
    'only write what the other version has stored in the middle of a file, for tests',
  )
  .option('-v, --verbose', 'print the log of the functions')
  .parse()
  .opts<Flags>();

/** Puzzles of which a file is cut into two chunks. */
const PUZZLES = 230_000;

const ORDERS = [
  ['old', 'new'],
  ['new', 'old'],
  ['old', 'new', 'old'],
  ['new', 'old', 'new'],
] as const;

using folder = temporaryFolder();
await synthesize(folder.path, {}, undefined, resolve(flags.old));
if (flags.record !== undefined) {
  const work = await recordWork(readAssembly(folder.path), 'released.txt', `${PUZZLE}\n`.repeat(PUZZLES));
  writeFileSync(flags.record, `${JSON.stringify(work, undefined, 2)}\n`);
} else await compare(readAssembly(folder.path));

/** Solves files under both versions, one after the other in several orders. */
async function compare(old: Assembly): Promise<void> {
  const assemblies = {
    old,
    new: readAssembly(await synthesizedAssembly()),
  };

  const lines = ['lines.txt', 'more.txt'].map((key, i) => ({
    key,
    bytes: puzzleLines(PUZZLES, flags.seed + i),
  }));
  const inputs = [
    ...lines,
    { key: 'stream.txt.gz', bytes: gzipSync(lines[0]!.bytes, { level: 1 }) },
    { key: 'small.txt', bytes: puzzleLines(100, flags.seed) },
  ];
  const contents = inputs.map(({ key, bytes }) => ({
    kind: 'huge' as const,
    ending: key.slice(key.indexOf('.')),
    bytes,
    options: {},
  }));
  const expected = expectedOf(contents);
  const files = inputs.map((file, i) => ({ ...file, result: expected[i]!.result! }));

  for (const order of ORDERS) {
    const begin = performance.now();
    const faults = await solveAcross(
      order.map((name) => assemblies[name]),
      files,
      flags.verbose && ((line) => console.error(line)),
    );
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`${order.join(', then ')}: ${files.length} files, ${faults.length} wrong, ${seconds} s`);
    for (const fault of faults) console.log(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}
