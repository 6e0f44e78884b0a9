// `sudoku local`: submits files to the pipeline in a local cloud.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { metadataOf } from '../../core/options/option-text.ts';
import { Exit, FailureError, UsageError } from '../cli/exit.ts';
import {
  addSolvingFlags,
  concurrencyFlag,
  concurrencyOf,
  quietFlag,
  type SolvingFlags,
  solvingOptions,
} from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { ProgressLog } from '../cli/terminal.ts';
import { ineffectiveFlags } from '../files/flag-effects.ts';

interface LocalFlags extends SolvingFlags {
  readonly out: string;
  readonly concurrency: number | undefined;
  readonly quiet: boolean | undefined;
  readonly serve: boolean | undefined;
  readonly demo: boolean | undefined;
  readonly verbose: boolean | undefined;
}

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** What is solved if no file is named: of examples/, one for each thing that a file can be. All their puzzles are solved. */
const DEMO_FILES: readonly string[] = [
  'thousand.txt', // a puzzle a line
  'kaggle.csv', // a table
  'objects.jsonl', // JSON Lines
  'array.npy', // a NumPy array
  'simple-sudoku.ss', // grids in frames
  'quoted-mail.txt', // a grid within other text
  'candidates.txt', // pencil marks
  'lines.txt.gz', // a compressed file
  'diagonals-9x9.txt', // a variant, by a line of options
  'jigsaws.txt', // regions in place of boxes
  'links.txt', // links with rules
  'sized-25x25.txt', // a large grid
];

/** Exists in clones only: the local cloud synthesizes the stack from its sources. */
const LOCAL_CLOUD = new URL('../../local/cloud.ts', import.meta.url);

/** What bin/local/demo.ts puts into the cloud. */
const DEMO_CONTENT =
  'a bucket archive that is a source, with two files and an inventory; two dead letters; a caller guest without permissions';

/** Maximum functions at the same time: each is a process. */
const MAX_CONCURRENCY = 64;

export function addLocal(program: Command): void {
  const command = program
    .command('local')
    .description(
      'Solve files through the pipeline in a local cloud: as it would be deployed, within this process.',
    )
    .argument('[files...]', 'puzzle files, or directories of them; without any, a dozen of examples/');
  addExamples(
    command,
    ['solve a file as the stack would', 'sudoku local puzzles.txt --out out'],
    ['solve a dozen of examples/, as npm start does', 'sudoku local'],
    ['keep the local cloud running for other commands', 'sudoku local --serve'],
    ['repeat the transcripts of the documents', 'sudoku local --serve --demo'],
  );
  addSolvingFlags(command)
    .option('--out <directory>', 'directory for results and reports', 'out')
    .addOption(concurrencyFlag('functions at the same time and queue', MAX_CONCURRENCY))
    .option('--serve', 'send nothing; run until Ctrl-C, for other commands')
    .option('--demo', `with --serve: fill the cloud with ${DEMO_CONTENT}`)
    .option('-v, --verbose', 'print everything that the functions log')
    .addOption(quietFlag())
    .action(async (paths: string[], flags: LocalFlags) => {
      process.exitCode = await local(paths, flags);
    });
}

async function local(paths: readonly string[], flags: LocalFlags): Promise<Exit> {
  if (!existsSync(LOCAL_CLOUD)) {
    throw new FailureError(
      'expected a clone of the project, which has the local cloud; got the installed package: ' +
        'clone it and run npm ci && npm start, or solve files with sudoku solve',
    );
  }
  const { out: directory, quiet = false, verbose = false } = flags;
  const concurrency = concurrencyOf(flags);
  const options = solvingOptions(flags);
  const log = new ProgressLog(process.stderr, quiet);
  for (const text of quiet ? [] : ineffectiveFlags(options)) log.warn(text);
  const [{ findFiles }, { serveLocally, submitLocally }, { warnOfUnreadable }] = await Promise.all([
    import('../remote/submit/sources.ts'),
    import('../local/run.ts'),
    import('../cli/paths.ts'),
  ]);
  const cloud = { concurrency, verbose, log };
  if (flags.demo && !flags.serve) throw new UsageError('--demo: expected --serve, too, got none');
  if (flags.serve && paths.length > 0) {
    throw new UsageError(`--serve: expected no files, as it sends nothing, got ${paths.join(' ')}`);
  }
  if (flags.serve) return serveLocally(cloud, flags.demo ?? false);
  const { sources, unreadable } = await findFiles(
    paths.length === 0 ? DEMO_FILES.map((name) => join(EXAMPLES, name)) : paths,
    directory,
  );
  warnOfUnreadable(unreadable);
  if (sources.length === 0) return Exit.usage;
  const exit = await submitLocally(sources, { ...cloud, directory, metadata: metadataOf(options) });
  return unreadable.length > 0 ? (Math.max(exit, Exit.usage) as Exit) : exit;
}
