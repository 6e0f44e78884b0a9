// `sudoku watch`: follows the events of a deployed pipeline.
import type { Command } from 'commander';
import { choiceFlag, numberFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { warn } from '../cli/terminal.ts';
import type { Clients } from '../remote/clients.ts';
import { addRemoteFlags, type RemoteFlags, withClients } from '../remote/command.ts';

interface WatchFlags extends RemoteFlags {
  readonly status: string | undefined;
  readonly prefix: string | undefined;
  readonly since: number;
  readonly follow: boolean;
  readonly all: boolean | undefined;
  readonly json: boolean | undefined;
}

/** Outcomes that end the work on a file. */
const FINISHED = ['solved', 'rejected', 'failed', 'superseded', 'gone', 'cancelled', 'ignored', 'refused'];
/** What messages say that leave further work. */
const INTERMEDIATE = ['begun', 'part', 'enqueued', 'expired'];

const MAX_MINUTES = 60 * 24 * 365;

export function addWatch(program: Command): void {
  const command = program
    .command('watch')
    .description('Follow a deployed pipeline: one line per finished file, until Ctrl-C.');
  addExamples(
    command,
    ['follow the pipeline until Ctrl-C', 'sudoku watch'],
    [
      'list the files that were rejected in the last hour',
      'sudoku watch --since 60 --no-follow --status rejected',
    ],
  );
  addRemoteFlags(command)
    .addOption(
      choiceFlag('--status <outcome>', 'only events with this outcome', [...FINISHED, ...INTERMEDIATE]),
    )
    .option('--prefix <prefix>', 'only files whose keys begin with this')
    .addOption(numberFlag('--since <minutes>', 'begin this many minutes ago', [0, MAX_MINUTES], 0))
    .option('--no-follow', 'end with the events so far')
    .option('--all', 'include chunks and messages')
    .option('--json', 'print JSON Lines, as in a pipe')
    .action((flags: WatchFlags) => withClients(flags, (clients) => watch(clients, flags)));
}

async function watch(clients: Clients, flags: WatchFlags): Promise<void> {
  const { status, prefix = '', follow, all = false, stack } = flags;
  const [{ findPipeline }, { eventJson, eventLine, fileEvents }] = await Promise.all([
    import('../remote/stack.ts'),
    import('../remote/log-events.ts'),
  ]);
  const { logGroupName } = await findPipeline(clients, stack);
  const write = flags.json || !process.stdout.isTTY ? eventJson : eventLine;
  const since = Date.now() - flags.since * 60_000;
  const options = { logGroupName, since, follow, status, prefix, warn };
  for await (const event of fileEvents(clients, options)) {
    const isIncluded = status !== undefined || all || FINISHED.includes(event.status);
    if (isIncluded) process.stdout.write(`${write(event)}\n`);
  }
}
