import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { metadataOf } from '../../core/options/option-text.ts';
import { Exit, FailureError, onInterrupt } from '../cli/exit.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions, wholeNumber } from '../cli/flags.ts';
import { ProgressLog } from '../cli/terminal.ts';
import { ineffectiveFlags } from '../solve/flag-effects.ts';

interface LocalFlags extends SolvingFlags {
  readonly out: string;
  readonly concurrency: string | undefined;
  readonly quiet: boolean | undefined;
  readonly serve: boolean | undefined;
  readonly verbose: boolean | undefined;
}

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** The clone's alone: it synthesizes the stack from its sources. */
const EMBEDDED_CLOUD = new URL('../../local/cloud.ts', import.meta.url);

/** Most functions at the same time: each is a process. */
const MAX_CONCURRENCY = 64;

/** `sudoku local`: through the whole pipeline, in an embedded cloud. */
export function addLocal(program: Command): void {
  const command = program
    .command('local')
    .description('Solve files through the pipeline as it would be deployed, in a cloud within this process.')
    .argument('[files...]', 'puzzle files, or directories of them (examples/)');
  addSolvingFlags(command)
    .option('--out <directory>', 'where results and reports go', 'out')
    .option('--concurrency <n>', 'functions at the same time and queue (all cores)')
    .option('--serve', 'send nothing; stay up for other commands until Ctrl-C')
    .option('-v, --verbose', 'print all that the functions log')
    .option('-q, --quiet', 'print nothing but results and errors')
    .action(async (paths: string[], flags: LocalFlags) => {
      if (!existsSync(EMBEDDED_CLOUD)) {
        throw new FailureError(
          'expected a clone of the project, which has the embedded cloud; got the installed package: ' +
            'clone it and run npm ci && npm start, or solve files by sudoku solve',
        );
      }
      const concurrency = wholeNumber('--concurrency', flags.concurrency, 1, MAX_CONCURRENCY);
      const options = solvingOptions(flags);
      const log = new ProgressLog(process.stderr, flags.quiet ?? false);
      for (const text of flags.quiet ? [] : ineffectiveFlags(options)) log.warn(text);
      const [{ listFiles }, { LocalRun }, { warnOfUnreadable }] = await Promise.all([
        import('../transfer/list-files.ts'),
        import('../local/run.ts'),
        import('../cli/paths.ts'),
      ]);
      const { files, unreadable } = flags.serve
        ? { files: [], unreadable: [] }
        : await listFiles(paths.length > 0 ? paths : [EXAMPLES], flags.out);
      warnOfUnreadable(unreadable);
      if (files.length === 0 && !flags.serve) {
        process.exitCode = Exit.usage;
        return;
      }
      const run = new LocalRun({
        files,
        metadata: metadataOf(options),
        directory: flags.out,
        concurrency: concurrency ?? availableParallelism(),
        verbose: flags.verbose ?? false,
        log,
      });
      onInterrupt(() => run.close());
      try {
        const exit = await (flags.serve ? run.serve() : run.toEnd());
        // the examples are there to show what is rejected, too
        if (paths.length > 0) process.exitCode = unreadable.length > 0 ? Math.max(exit, Exit.usage) : exit;
      } finally {
        await run.close();
      }
    });
}
