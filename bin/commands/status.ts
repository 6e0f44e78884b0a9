// `sudoku status`: the status of a deployed pipeline or of one upload.
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { Exit } from '../cli/exit.ts';
import { numberFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { isScreen, warn } from '../cli/terminal.ts';
import type { Clients } from '../remote/clients.ts';
import { addRemoteFlags, type RemoteFlags, withClients } from '../remote/command.ts';

interface StatusFlags extends RemoteFlags {
  readonly watch: boolean | undefined;
  readonly interval: number;
  readonly json: boolean | undefined;
}

export function addStatus(program: Command): void {
  const command = program
    .command('status')
    .description('Print the status of a deployed pipeline or of one upload.')
    .argument('[key]', 'key of an upload (default: the whole pipeline)');
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
      print(flags.json ? JSON.stringify({ key, ...current }) : describeKey(key, current));
      if (current.state === 'stalled') process.exitCode = Exit.failure;
      if (FINAL.includes(current.state)) return;
    }
    if (!flags.watch) return;
    await setTimeout(pause);
  }
}

/** With --watch on a terminal, each text replaces the one before. */
function printerFor({ watch, json }: StatusFlags): (text: string) => void {
  let lines = 0;
  return (text) => {
    if (watch && !json && isScreen(process.stdout) && lines > 0) process.stdout.write(`\x1b[${lines}A\x1b[J`);
    process.stdout.write(`${text}\n`);
    lines = text.split('\n').length;
  };
}
