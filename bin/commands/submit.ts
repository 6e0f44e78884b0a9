// `sudoku submit`: solves files through a deployed pipeline.
import type { Command } from 'commander';
import { metadataOf } from '../../core/options/option-text.ts';
import { Exit, onInterrupt, UsageError } from '../cli/exit.ts';
import { addSolvingFlags, numberFlag, quietFlag, type SolvingFlags, solvingOptions } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { addRemoteFlags, type RemoteFlags, withClients } from '../remote/command.ts';
import type { UploadKeys } from '../remote/objects.ts';
import type { DeployedPipeline } from '../remote/stack.ts';

interface Flags extends RemoteFlags, SolvingFlags {
  readonly out: string;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
  readonly dryRun: boolean | undefined;
  readonly key: string | undefined;
  readonly prefix: string | undefined;
  readonly uploadBucket: string | undefined;
  readonly outputBucket: string | undefined;
  readonly outputPrefix: string | undefined;
  readonly concurrency: number;
  /** false by `--no-clobber` */
  readonly clobber: boolean;
  readonly wait: boolean;
}

const MAX_CONCURRENCY = 256;

export function addSubmit(program: Command): void {
  const command = program
    .command('submit')
    .description(
      'Solve files through a deployed pipeline: upload, wait for the reports, download the results.',
    )
    .argument(
      '<sources...>',
      'files, directories, s3://BUCKET/KEY, s3://BUCKET/PREFIX/; - for standard input',
    );
  addExamples(
    command,
    ['solve a file', 'sudoku submit puzzles.txt --out solved'],
    ['show what would be uploaded from a directory', 'sudoku submit puzzles --dry-run'],
    ['solve objects of another bucket', 'sudoku submit s3://archive/2024/ --variant x'],
  );
  addRemoteFlags(command)
    .option('--upload-bucket <name>', "instead of the stack's")
    .option('--output-bucket <name>', "instead of the stack's")
    .option('--output-prefix <prefix>', 'prefix of the keys of results in --output-bucket')
    .option('--key <key>', 'key for the only source')
    .option('--prefix <prefix>', 'prefix for all keys');
  addSolvingFlags(command)
    .option('--out <directory>', 'directory for results and reports', 'out')
    .addOption(
      numberFlag(
        '--concurrency <n>',
        'files, and parts of a file, at the same time',
        [1, MAX_CONCURRENCY],
        8,
      ),
    )
    .option('--no-clobber', 'fail rather than replace another object')
    .option('--no-wait', 'upload only')
    .option('--dry-run', 'print what would be uploaded, and upload nothing')
    .option('--json', 'print plan, files and summary as JSON Lines')
    .addOption(quietFlag())
    .action(async (names: string[], flags: Flags) => {
      process.exitCode = await submit(names, flags);
    });
}

async function submit(names: readonly string[], flags: Flags): Promise<Exit> {
  const { out: directory, wait, concurrency, dryRun = false, json = false, quiet = false } = flags;
  const metadata = metadataOf(solvingOptions(flags));
  return withClients(flags, async (clients) => {
    const [
      { findPipeline, refuseWaiting },
      { refuseResultPaths },
      { findSources },
      { printError, printPlan, submitAndPrint },
      { planTasks },
      { warnOfUnreadable },
      { ProgressLog },
    ] = await Promise.all([
      import('../remote/stack.ts'),
      import('../remote/download.ts'),
      import('../remote/submit/sources.ts'),
      import('../remote/submit/print.ts'),
      import('../remote/submit/plan.ts'),
      import('../cli/paths.ts'),
      import('../cli/terminal.ts'),
    ]);
    const buckets = await bucketsOf(flags, () => findPipeline(clients, flags.stack));
    if (wait && !dryRun) {
      const advice = 'pass --no-wait, and look for the results in its output bucket';
      refuseWaiting(buckets, flags.stack, advice);
    }
    const { s3 } = clients;
    const { sources, unreadable } = await findSources(s3, names, flags);
    warnOfUnreadable(unreadable);
    if (sources.length === 0) return Exit.usage;
    const least = unreadable.length > 0 ? Exit.usage : Exit.allSolved;
    const plan = { s3, ...buckets, metadata, noClobber: !flags.clobber, wait, concurrency };
    if (wait) refuseResultPaths(directory, sources);
    const log = new ProgressLog(process.stderr, quiet || json);
    if (dryRun) {
      const failed: string[] = [];
      const tasks = await planTasks(sources, plan, (key, message) => {
        failed.push(key);
        printError(log, key, message, json);
      });
      printPlan(tasks, buckets.uploadBucket, log, json);
      return failed.length > 0 ? Exit.failure : least;
    }
    onInterrupt(() => log.warn('interrupted; run the same command again to continue'));
    const exit = await submitAndPrint(sources, { ...plan, directory, stdin: process.stdin }, { log, json });
    return Math.max(least, exit) as Exit;
  });
}

/** The buckets that the flags name; without these flags, the buckets of the stack. */
async function bucketsOf(
  { uploadBucket, outputBucket, outputPrefix }: Flags,
  find: () => Promise<DeployedPipeline>,
): Promise<UploadKeys> {
  if ((uploadBucket === undefined) !== (outputBucket === undefined)) {
    throw new UsageError('expected both of --upload-bucket and --output-bucket, or neither');
  }
  if (uploadBucket === undefined || outputBucket === undefined) {
    if (outputPrefix !== undefined) {
      throw new UsageError('--output-prefix: expected --output-bucket, too: a stack has its own prefix');
    }
    return find();
  }
  const none = { uploadPrefix: '', uploadSuffix: '', reports: '' };
  return { uploadBucket, outputBucket, ...none, outputPrefix: outputPrefix ?? '' };
}
