import type { Command } from 'commander';
import { UsageError } from '../cli/exit.ts';
import { wholeNumber } from '../cli/flags.ts';
import type { Clients } from '../remote/clients.ts';
import { withClients } from '../remote/command.ts';
import { addRemoteFlags, type RemoteFlags } from '../remote/flags.ts';

interface BackfillFlags extends RemoteFlags {
  readonly suffix: string;
  readonly startAfter: string | undefined;
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
    .option('--force', 'also objects that have a newer result')
    .option('--dry-run', 'count and estimate, and send nothing')
    .option('--concurrency <n>', 'requests of ten events at the same time', '8')
    .option('--json', 'tell plan and summary as JSON Lines')
    .action((source: string, flags: BackfillFlags) =>
      withClients(flags, (clients) => backfill(clients, source, flags)),
    );
}

async function backfill(clients: Clients, source: string, flags: BackfillFlags): Promise<void> {
  const concurrency = wholeNumber('--concurrency', flags.concurrency, 1, MAX_CONCURRENCY)!;
  const [{ findPipeline }, { parseS3Url }, { runBackfill }] = await Promise.all([
    import('../remote/stack.ts'),
    import('../remote/submit/sources.ts'),
    import('../remote/backfill/run.ts'),
  ]);
  const { bucket, key: prefix } = parseS3Url(source);
  const { uploadsQueueUrl: queueUrl, outputBucket, workBucket } = await findPipeline(clients, flags.stack);
  if (bucket === outputBucket || bucket === workBucket) {
    throw new UsageError(`${source}: expected puzzles, got a bucket that the pipeline writes to`);
  }
  const { suffix, startAfter, force = false, dryRun = false, json = false } = flags;
  const what = { s3: clients.s3, bucket, prefix, suffix, startAfter, outputBucket, force };
  await runBackfill(clients, { ...what, queueUrl, dryRun, json, concurrency });
}
