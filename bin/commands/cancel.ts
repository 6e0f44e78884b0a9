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
      process.exitCode = await withClients(flags, (clients) => cancel(clients, keys, flags));
    });
}

async function cancel(clients: Clients, keys: readonly string[], flags: CancelFlags): Promise<Exit> {
  const { stack, prefix, keep = false, dryRun = false, json = false } = flags;
  if (keys.length === 0 && !prefix) throw new UsageError('expected keys of uploads or --prefix, got neither');
  const [{ findPipeline, sourceProblem }, { parseS3Url }, { runCancel }] = await Promise.all([
    import('../remote/stack.ts'),
    import('../remote/submit/sources.ts'),
    import('../remote/cancel/run.ts'),
  ]);
  const pipeline = await findPipeline(clients, stack);
  const objectOf = (name: string) => {
    if (!name.startsWith('s3://')) return { bucket: pipeline.uploadBucket, key: name };
    const ref = parseS3Url(name);
    const problem = sourceProblem(ref.bucket, pipeline);
    if (problem !== undefined) throw new UsageError(`${name}: ${problem}`);
    return ref;
  };
  const below = prefix === undefined ? undefined : objectOf(prefix);
  return runCancel(clients, pipeline, { objects: keys.map(objectOf), below, keep, dryRun, json });
}
