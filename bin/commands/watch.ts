import type { Command } from 'commander';
import { UsageError } from '../cli/exit.ts';
import { wholeNumber } from '../cli/flags.ts';
import type { Clients } from '../remote/clients.ts';
import { withClients } from '../remote/command.ts';
import { addRemoteFlags, type RemoteFlags } from '../remote/flags.ts';

interface WatchFlags extends RemoteFlags {
  readonly status: string | undefined;
  readonly prefix: string | undefined;
  readonly since: string;
  readonly follow: boolean;
  readonly all: boolean | undefined;
  readonly json: boolean | undefined;
}

/** Outcomes that end the work on a file, and those on the way there. */
const FINISHED = ['solved', 'rejected', 'failed', 'superseded', 'gone', 'ignored', 'refused'];
const ON_THE_WAY = ['part', 'enqueued', 'expired'];

/** `sudoku watch`: what happens, as it happens. */
export function addWatch(program: Command): void {
  const command = program
    .command('watch')
    .description(
      'Tell what a deployed pipeline does, as it does it: one line a finished file, until Ctrl-C.',
    );
  addRemoteFlags(command)
    .option('--status <outcome>', `only files with this outcome: ${FINISHED.join(', ')}`)
    .option('--prefix <prefix>', 'only files whose keys begin so')
    .option('--since <minutes>', 'begin so long ago', '0')
    .option('--no-follow', 'end with what is there')
    .option('--all', 'tell of chunks and messages too')
    .option('--json', 'JSON Lines, as in a pipe')
    .action((flags: WatchFlags) => withClients(flags, (clients) => watch(clients, flags)));
}

async function watch(clients: Clients, flags: WatchFlags): Promise<void> {
  const { status, prefix = '', follow, all = false, stack } = flags;
  if (status !== undefined && ![...FINISHED, ...ON_THE_WAY].includes(status)) {
    throw new UsageError(`--status: expected one of ${FINISHED.join(', ')}, got ${JSON.stringify(status)}`);
  }
  const minutes = wholeNumber('--since', flags.since, 0, 60 * 24 * 365)!;
  const [{ findPipeline }, { fileEvents }, { eventJson, eventLine }] = await Promise.all([
    import('../remote/stack.ts'),
    import('../remote/watch/log-events.ts'),
    import('../remote/watch/print.ts'),
  ]);
  const { logGroupName } = await findPipeline(clients, stack);
  const write = flags.json || !process.stdout.isTTY ? eventJson : eventLine;
  const since = Date.now() - minutes * 60_000;
  for await (const event of fileEvents(clients, { logGroupName, since, follow, status, prefix })) {
    const isWanted = status !== undefined || all || FINISHED.includes(event.status);
    if (isWanted) process.stdout.write(`${write(event)}\n`);
  }
}
