import type { Command } from 'commander';
import { metadataOf } from '../../core/options/option-text.ts';
import { Exit, onInterrupt, UsageError } from '../cli/exit.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions, wholeNumber } from '../cli/flags.ts';
import { withClients } from '../remote/command.ts';
import { addRemoteFlags, type RemoteFlags } from '../remote/flags.ts';
import type { DeployedPipeline } from '../remote/stack.ts';
import type { SubmitFlags } from '../remote/submit/print.ts';

interface Flags extends RemoteFlags, SolvingFlags, SubmitFlags {
  readonly key: string | undefined;
  readonly prefix: string | undefined;
  readonly uploadBucket: string | undefined;
  readonly outputBucket: string | undefined;
  readonly outputPrefix: string | undefined;
  readonly concurrency: string;
  /** false by `--no-clobber` */
  readonly clobber: boolean;
  readonly wait: boolean;
}

const MAX_CONCURRENCY = 256;

/** `sudoku submit`: through a deployed pipeline and back. */
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
  addRemoteFlags(command)
    .option('--upload-bucket <name>', "instead of the stack's")
    .option('--output-bucket <name>', "instead of the stack's")
    .option('--output-prefix <prefix>', 'what the keys of results begin with in --output-bucket')
    .option('--key <key>', 'upload the only source under this key')
    .option('--prefix <prefix>', 'begin all keys with this');
  addSolvingFlags(command)
    .option('--out <directory>', 'where results and reports go', 'out')
    .option('--concurrency <n>', 'files, and parts of a file, at the same time', '8')
    .option('--no-clobber', 'refuse to replace an object that is something else')
    .option('--no-wait', 'upload only')
    .option('--dry-run', 'tell what would be uploaded, and upload nothing')
    .option('--json', 'tell plan, files and summary as JSON Lines')
    .option('-q, --quiet', 'tell nothing but results and errors')
    .action(async (names: string[], flags: Flags) => {
      process.exitCode = await submit(names, flags);
    });
}

async function submit(names: readonly string[], flags: Flags): Promise<Exit> {
  const concurrency = wholeNumber('--concurrency', flags.concurrency, 1, MAX_CONCURRENCY)!;
  const metadata = metadataOf(solvingOptions(flags));
  onInterrupt(() =>
    process.stderr.write('\nsudoku: interrupted; the same command goes on where this one ended\n'),
  );
  return withClients(flags, async (clients) => {
    const [
      { findPipeline, refuseWaiting },
      { findSources },
      { printSubmit },
      { planTasks },
      { warnOfUnreadable },
    ] = await Promise.all([
      import('../remote/stack.ts'),
      import('../remote/submit/sources.ts'),
      import('../remote/submit/print.ts'),
      import('../remote/submit/plan.ts'),
      import('../cli/paths.ts'),
    ]);
    const found = await places(flags, () => findPipeline(clients, flags.stack));
    const { uploadBucket, uploadPrefix, uploadSuffix, outputBucket, outputPrefix } = found;
    if (flags.wait && !flags.dryRun) {
      refuseWaiting(found, flags.stack, 'give --no-wait, and look for the results in its output bucket');
    }
    const { sources, unreadable } = await findSources(clients.s3, names, flags);
    warnOfUnreadable(unreadable);
    if (sources.length === 0) return Exit.usage;
    const { s3 } = clients;
    const keys = { uploadBucket, uploadPrefix, uploadSuffix, outputBucket, outputPrefix };
    const { out: directory, wait } = flags;
    const plan = { s3, ...keys, metadata, noClobber: !flags.clobber, wait, concurrency };
    const options = { ...plan, directory, stdin: process.stdin };
    const least = unreadable.length > 0 ? Exit.usage : Exit.allSolved;
    if (!flags.dryRun) return Math.max(least, await printSubmit(sources, options, flags)) as Exit;
    const { printPlan } = await import('../remote/submit/print.ts');
    printPlan(await planTasks(sources, plan), uploadBucket, flags);
    return least;
  });
}

type Places = Pick<
  DeployedPipeline,
  'uploadBucket' | 'uploadPrefix' | 'uploadSuffix' | 'outputBucket' | 'outputPrefix' | 'reports'
>;

/** Both buckets by flags, or by the stack: its outputs are not asked for where nothing of them is needed. */
async function places(
  { uploadBucket, outputBucket, outputPrefix }: Flags,
  find: () => Promise<DeployedPipeline>,
): Promise<Places> {
  if ((uploadBucket === undefined) !== (outputBucket === undefined)) {
    throw new UsageError('expected both of --upload-bucket and --output-bucket, or neither');
  }
  if (uploadBucket === undefined || outputBucket === undefined) {
    if (outputPrefix === undefined) return find();
    throw new UsageError('--output-prefix: expected it beside --output-bucket: a stack has one of its own');
  }
  const none = { uploadPrefix: '', uploadSuffix: '', reports: '' };
  return { uploadBucket, outputBucket, ...none, outputPrefix: outputPrefix ?? '' };
}
