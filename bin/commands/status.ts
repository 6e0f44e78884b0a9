// `sudoku status`: the status of a deployed pipeline or of one upload.
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { Exit } from '../cli/exit.ts';
import { numberFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { isScreen, warn } from '../cli/terminal.ts';
import type { Clients } from '../remote/clients.ts';
import { addRemoteFlags, keyArgument, type RemoteFlags, withClients } from '../remote/command.ts';
import type { DeployedPipeline } from '../remote/stack.ts';

interface StatusFlags extends RemoteFlags {
  readonly watch: boolean | undefined;
  readonly interval: number;
  readonly json: boolean | undefined;
}

export function addStatus(program: Command): void {
  const command = program
    .command('status')
    .description('Print the status of a deployed pipeline or of one upload.')
    .addArgument(keyArgument('[key]', 'key of an upload (default: the whole pipeline)'));
  addExamples(
    command,
    ['show queues and dead letters', 'sudoku status'],
    ['follow one file until it is done', 'sudoku status puzzles.txt --watch'],
  );
  addRemoteFlags(command)
    .option('--watch', 'repeat until Ctrl-C or, for an upload, until it is done')
    .addOption(numberFlag('--interval <seconds>', 'seconds between two lines of --watch', [1, 3600], 5))
    .option('--json', 'print JSON, one line per status')
    .action((key: string | undefined, flags: StatusFlags) =>
      withClients(flags, (clients) => status(clients, key, flags)),
    );
}

/** States of an upload that change no more by themselves. */
const FINAL = ['done', 'solved', 'rejected', 'failed', 'cancelled', 'cancelling', 'unknown', 'stalled'];

async function status(clients: Clients, key: string | undefined, flags: StatusFlags): Promise<void> {
  const [{ findPipeline }, { describeStack, stackStatus }, { describeKey, keyStatus }, { untilAnswered }] =
    await Promise.all([
      import('../remote/stack.ts'),
      import('../remote/stack-status.ts'),
      import('../remote/key-status.ts'),
      import('../remote/errors.ts'),
    ]);
  const pipeline = await findPipeline(clients, flags.stack);
  const print = printerFor(flags);
  const newLines = flags.watch && key !== undefined ? linesOf(clients, pipeline, key) : undefined;
  const pause = flags.interval * 1000;
  const ask = <T>(request: () => Promise<T>) =>
    flags.watch ? untilAnswered(request, pause, warn) : request();
  for (;;) {
    if (key === undefined) {
      const current = await ask(() => stackStatus(clients, pipeline));
      const { stack } = flags;
      print(flags.json ? JSON.stringify({ stack, ...current }) : describeStack(stack, current));
    } else {
      const current = await ask(() => keyStatus(clients, pipeline, key));
      const isFinal = FINAL.includes(current.state);
      const endedAt = isFinal && 'at' in current && current.state !== 'cancelling' ? current.at : undefined;
      const lines = newLines && (await ask(() => newLines(endedAt)));
      if (flags.json) print(JSON.stringify({ key, ...current, lines: lines?.map(({ json }) => json) }));
      else
        print(
          describeKey(key, current),
          lines?.map(({ text }) => text),
        );
      if (current.state === 'stalled') process.exitCode = Exit.failure;
      if (isFinal) return;
    }
    if (!flags.watch) return;
    await setTimeout(pause);
  }
}

/** A line of the log about an upload. */
interface LogLine {
  readonly text: string;
  readonly json: unknown;
}

/**
 * Returns a function that finds the lines of the log about a key since its last call, and those of the last hours at first. If
 * the work has just ended, it waits some seconds for the line that says so, which follows the result and the report.
 */
function linesOf(
  clients: Clients,
  { logGroupName }: DeployedPipeline,
  key: string,
): (endedAt: Date | undefined) => Promise<LogLine[]> {
  const seen = new Set<string>();
  let since = Date.now() - HISTORY;
  let lastEnd = 0;
  const find = async () => {
    const [{ eventJson, eventLine, fileEvents }, { isRefusal }] = await Promise.all([
      import('../remote/log-events.ts'),
      import('../remote/errors.ts'),
    ]);
    const found: LogLine[] = [];
    const begun = Date.now();
    const options = { logGroupName, since, follow: false, status: undefined, prefix: key, warn };
    try {
      for await (const event of fileEvents(clients, options)) {
        const json = eventJson(event);
        // the progress says how many chunks are solved
        if (event.key !== key || event.status === 'part' || seen.has(json)) continue;
        seen.add(json);
        if (ENDS.has(event.status)) lastEnd = Number(event.time);
        found.push({ text: eventLine(event), json: JSON.parse(json) });
      }
    } catch (error) {
      // without the permission to read the log, the rest is true as well
      if (!isRefusal(error)) throw error;
    }
    // lines may arrive late
    since = begun - LATE;
    return found;
  };
  return async (endedAt) => {
    const found = await find();
    const end = Number(endedAt ?? 0);
    // S3's times are whole seconds
    for (let tries = 0; Date.now() - end < LATE && lastEnd < end - 1000 && tries < TRIES; tries++) {
      await setTimeout(1000);
      found.push(...(await find()));
    }
    return found;
  };
}

/** Milliseconds of the log that are searched at first, and again each time. */
const HISTORY = 2 * 3_600_000;
const LATE = 30_000;
const TRIES = 10;

/** The statuses of lines that may be the last about an upload. */
const ENDS = new Set(['solved', 'rejected', 'cancelled', 'failed']);

/** With --watch on a terminal, each text replaces the one before; the lines above it stay. */
function printerFor({ watch, json }: StatusFlags): (text: string, above?: readonly string[]) => void {
  let lines = 0;
  return (text, above = []) => {
    if (watch && !json && isScreen(process.stdout) && lines > 0) process.stdout.write(`\x1b[${lines}A\x1b[J`);
    process.stdout.write(`${[...above, text].join('\n')}\n`);
    lines = text.split('\n').length;
  };
}
