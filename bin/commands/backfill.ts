import type { Command } from 'commander';
import { type Exit, UsageError } from '../cli/exit.ts';
import { wholeNumber } from '../cli/flags.ts';
import type { Clients } from '../remote/clients.ts';
import { withClients } from '../remote/command.ts';
import { addRemoteFlags, type RemoteFlags } from '../remote/flags.ts';

interface BackfillFlags extends RemoteFlags {
  readonly suffix: string;
  readonly startAfter: string | undefined;
  readonly inventory: string | undefined;
  readonly force: boolean | undefined;
  readonly dryRun: boolean | undefined;
  readonly concurrency: string;
  readonly json: boolean | undefined;
}

const MAX_CONCURRENCY = 64;

/** `sudoku backfill`: what was in a bucket before the pipeline was. */
export function addBackfill(program: Command): void {
  const command = program
    .command('backfill')
    .description(
      'Have solved what is in a bucket already: send an event for each object that has no newer result.',
    )
    .argument('<source>', 's3://BUCKET/PREFIX, of a bucket that the pipeline may read');
  addRemoteFlags(command)
    .option('--suffix <suffix>', 'only objects whose keys end so', '')
    .option('--start-after <key>', 'leave out keys up to this one')
    .option(
      '--inventory <manifest>',
      'take the objects from an S3 Inventory: s3://BUCKET/…/manifest.json, of CSV',
    )
    .option('--force', 'also objects that have a newer result')
    .option('--dry-run', 'count and estimate, and send nothing')
    .option('--concurrency <n>', 'requests of ten events at the same time', '8')
    .option('--json', 'tell plan and summary as JSON Lines')
    .action(async (source: string, flags: BackfillFlags) => {
      process.exitCode = await withClients(flags, (clients) => backfill(clients, source, flags));
    });
}

async function backfill(clients: Clients, source: string, flags: BackfillFlags): Promise<Exit> {
  const concurrency = wholeNumber('--concurrency', flags.concurrency, 1, MAX_CONCURRENCY)!;
  const [{ findPipeline }, { parseS3Url }, { runBackfill }, { readInventory }] = await Promise.all([
    import('../remote/stack.ts'),
    import('../remote/submit/sources.ts'),
    import('../remote/backfill/run.ts'),
    import('../remote/backfill/inventory.ts'),
  ]);
  const { bucket, key: prefix } = parseS3Url(source);
  const pipeline = await findPipeline(clients, flags.stack);
  const { uploadsQueueUrl: queueUrl, outputBucket, outputPrefix, workBucket } = pipeline;
  const isOutput =
    bucket === outputBucket && (prefix.startsWith(outputPrefix) || outputPrefix.startsWith(prefix));
  if (isOutput || bucket === workBucket) {
    throw new UsageError(
      `${source}: expected puzzles, got a bucket that the pipeline writes to${outputPrefix && `, below ${outputPrefix}`}`,
    );
  }
  const { suffix, startAfter, force = false, dryRun = false, json = false } = flags;
  if (flags.inventory !== undefined && startAfter !== undefined) {
    throw new UsageError(
      '--start-after: expected no --inventory, which is in no order; results are looked at',
    );
  }
  const { s3 } = clients;
  const manifest = flags.inventory === undefined ? undefined : parseS3Url(flags.inventory);
  const inventory = manifest && (await readInventory(s3, manifest, bucket));
  const what = { s3, bucket, prefix, suffix, startAfter, inventory, outputBucket, outputPrefix, force };
  return runBackfill(clients, { ...what, queueUrl, dryRun, json, concurrency });
}
