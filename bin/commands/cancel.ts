// `sudoku cancel`: stops the work on uploads.
import type { Command } from 'commander';
import { type Exit, UsageError } from '../cli/exit.ts';
import { addExamples } from '../cli/help.ts';
import type { Clients } from '../remote/clients.ts';
import { addRemoteFlags, type RemoteFlags, withClients } from '../remote/command.ts';

interface CancelFlags extends RemoteFlags {
  readonly prefix: string | undefined;
  readonly keep: boolean | undefined;
  readonly dryRun: boolean | undefined;
  readonly json: boolean | undefined;
}

export function addCancel(program: Command): void {
  const command = program
    .command('cancel')
    .description('Stop the work on unsolved uploads, and delete them.')
    .argument(
      '[keys...]',
      'keys in the upload bucket, or s3://BUCKET/KEY in another source, where nothing is deleted',
    );
  addExamples(
    command,
    ['stop the work on a file, and delete it', 'sudoku cancel puzzles.txt'],
    ['show what would be cancelled of a customer', 'sudoku cancel --prefix acme/ --dry-run'],
  );
  addRemoteFlags(command)
    .option('--prefix <prefix>', 'all uploads whose keys begin with this, or s3://BUCKET/PREFIX')
    .option('--keep', 'do not delete the uploads')
    .option('--dry-run', 'list the uploads, and cancel none')
    .option('--json', 'print JSON Lines')
    .action(async (keys: string[], flags: CancelFlags) => {
      const bucketOnly = keys.find((key) => /^s3:\/\/[^/]*\/?$/.test(key));
      if (bucketOnly !== undefined) throw new UsageError(`expected s3://BUCKET/KEY, got ${bucketOnly}`);
      process.exitCode = await withClients(flags, (clients) => cancel(clients, keys, flags));
    });
}

async function cancel(clients: Clients, keys: readonly string[], flags: CancelFlags): Promise<Exit> {
  const { stack, prefix, keep = false, dryRun = false, json = false } = flags;
  if (keys.length === 0 && !prefix) throw new UsageError('expected keys of uploads or --prefix, got neither');
  const [{ findPipeline, sourceProblem }, { refuseUnsolvedKey }, { parseS3Url }, { runCancel }] =
    await Promise.all([
      import('../remote/stack.ts'),
      import('../remote/objects.ts'),
      import('../remote/submit/sources.ts'),
      import('../remote/cancel/run.ts'),
    ]);
  const pipeline = await findPipeline(clients, stack);
  const { uploadBucket: bucket, uploadPrefix } = pipeline;
  const inSource = (name: string) => {
    if (!name.startsWith('s3://')) return undefined;
    const ref = parseS3Url(name);
    const problem = sourceProblem(ref.bucket, pipeline);
    if (problem !== undefined) throw new UsageError(`${name}: ${problem}`);
    return ref;
  };
  const objects = keys.map((key) => {
    const ref = inSource(key);
    // others in the bucket are not the pipeline's
    if (!ref) refuseUnsolvedKey(pipeline, key);
    return ref ?? { bucket, key };
  });
  const own = prefix !== undefined && uploadPrefix.startsWith(prefix) ? uploadPrefix : prefix;
  const below = own === undefined ? undefined : (inSource(own) ?? { bucket, key: own });
  if (below?.bucket === bucket && !below.key.startsWith(uploadPrefix)) {
    throw new UsageError(
      `--prefix ${prefix}: expected one that begins with ${uploadPrefix}, as all uploads do`,
    );
  }
  return runCancel(clients, pipeline, { objects, below, keep, dryRun, json });
}
