// `sudoku backfill`: solves objects that were in a bucket before the pipeline.
import type { Command } from 'commander';
import { type Exit, UsageError } from '../cli/exit.ts';
import { numberFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { ProgressLog } from '../cli/terminal.ts';
import type { Clients } from '../remote/clients.ts';
import { addRemoteFlags, type RemoteFlags, withClients } from '../remote/command.ts';

interface BackfillFlags extends RemoteFlags {
  readonly suffix: string;
  readonly startAfter: string | undefined;
  readonly inventory: string | undefined;
  readonly force: boolean | undefined;
  readonly dryRun: boolean | undefined;
  readonly concurrency: number;
  readonly json: boolean | undefined;
}

const MAX_CONCURRENCY = 64;

export function addBackfill(program: Command): void {
  const command = program
    .command('backfill')
    .description(
      'Solve objects that were in a bucket before the pipeline: send an event for each one without a newer result.',
    )
    .argument('<source>', 's3://BUCKET/PREFIX in a bucket that the pipeline may read');
  addExamples(
    command,
    ['count the objects and estimate the cost', 'sudoku backfill s3://archive/2024/ --dry-run'],
    ['solve them', 'sudoku backfill s3://archive/2024/'],
    [
      'continue after an interruption',
      'sudoku backfill s3://archive/2024/ --start-after 2024/06/puzzles.txt',
    ],
  );
  addRemoteFlags(command)
    .option('--suffix <suffix>', 'only keys that end with this', '')
    .option('--start-after <key>', 'skip keys up to this one')
    .option(
      '--inventory <manifest>',
      'read the keys from an S3 Inventory in CSV: s3://BUCKET/…/manifest.json',
    )
    .option('--force', 'include objects with a newer result')
    .option('--dry-run', 'count objects, estimate the cost, and send nothing')
    .addOption(
      numberFlag(
        '--concurrency <n>',
        'requests, of ten events each, at the same time',
        [1, MAX_CONCURRENCY],
        8,
      ),
    )
    .option('--json', 'print plan and summary as JSON Lines')
    .action(async (source: string, flags: BackfillFlags) => {
      process.exitCode = await withClients(flags, (clients) => backfill(clients, source, flags));
    });
}

async function backfill(clients: Clients, source: string, flags: BackfillFlags): Promise<Exit> {
  const [{ findPipeline, groupOf, sourceProblem }, { parseS3Url }, { runBackfill }, { readInventory }] =
    await Promise.all([
      import('../remote/stack.ts'),
      import('../remote/submit/sources.ts'),
      import('../remote/backfill/run.ts'),
      import('../remote/backfill/inventory.ts'),
    ]);
  const { bucket, key: prefix } = parseS3Url(source);
  const pipeline = await findPipeline(clients, flags.stack);
  const { uploadsQueueUrl: queueUrl, outputBucket, outputPrefix, workBucket, reports } = pipeline;
  const isOutput =
    bucket === outputBucket && (prefix.startsWith(outputPrefix) || outputPrefix.startsWith(prefix));
  if (isOutput || bucket === workBucket) {
    throw new UsageError(
      `${source}: expected puzzles, got a bucket that the pipeline writes to${outputPrefix && `, below ${outputPrefix}`}`,
    );
  }
  const problem = sourceProblem(bucket, pipeline);
  if (problem !== undefined && flags.dryRun !== true) throw new UsageError(`${source}: ${problem}`);
  const { suffix, startAfter, concurrency, force = false, dryRun = false, json = false } = flags;
  if (flags.inventory !== undefined && startAfter !== undefined) {
    throw new UsageError(
      '--start-after: expected no --inventory, which is not sorted; objects with a newer result are skipped anyway',
    );
  }
  const { s3 } = clients;
  const manifest = flags.inventory === undefined ? undefined : parseS3Url(flags.inventory);
  const inventory = manifest && (await readInventory(s3, manifest, bucket));
  if (problem !== undefined) new ProgressLog(process.stderr, false).warn(`${source}: ${problem}`);
  const search = {
    s3,
    bucket,
    prefix,
    suffix,
    startAfter,
    inventory,
    outputBucket,
    outputPrefix,
    reports,
    force,
  };
  return runBackfill(clients.sqs, {
    ...search,
    ...{ queueUrl, dryRun, json, concurrency },
    groupOf: (object) => groupOf(pipeline, object),
  });
}
