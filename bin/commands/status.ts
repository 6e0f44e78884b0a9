import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { wholeNumber } from '../cli/flags.ts';
import { isScreen } from '../cli/terminal.ts';
import type { Clients } from '../remote/clients.ts';
import { withClients } from '../remote/command.ts';
import { addRemoteFlags, type RemoteFlags } from '../remote/flags.ts';

interface StatusFlags extends RemoteFlags {
  readonly watch: boolean | undefined;
  readonly interval: string;
  readonly json: boolean | undefined;
}

/** `sudoku status`: how a deployed pipeline is, or where one upload is. */
export function addStatus(program: Command): void {
  const command = program
    .command('status')
    .description('Tell how a deployed pipeline is, or where one upload is.')
    .argument('[key]', 'of the upload');
  addRemoteFlags(command)
    .option('--watch', 'look again and again, until Ctrl-C; an upload until it is done')
    .option('--interval <seconds>', 'between two looks', '5')
    .option('--json', 'tell it as JSON, a line a look')
    .action((key: string | undefined, flags: StatusFlags) =>
      withClients(flags, (clients) => status(clients, key, flags)),
    );
}

/** Ends of an upload's way. */
const FINAL = ['done', 'rejected', 'failed', 'unknown'];

async function status(clients: Clients, key: string | undefined, flags: StatusFlags): Promise<void> {
  const interval = wholeNumber('--interval', flags.interval, 1, 3600)!;
  const [{ findPipeline }, { stackStatus }, { keyStatus }, { describeKey, describeStack }] =
    await Promise.all([
      import('../remote/stack.ts'),
      import('../remote/status/stack-status.ts'),
      import('../remote/status/key-status.ts'),
      import('../remote/status/describe.ts'),
    ]);
  const pipeline = await findPipeline(clients, flags.stack);
  const print = screen(flags);
  for (;;) {
    if (key === undefined) {
      const seen = await stackStatus(clients, pipeline);
      print(flags.json ? JSON.stringify({ stack: flags.stack, ...seen }) : describeStack(flags.stack, seen));
    } else {
      const seen = await keyStatus(clients, pipeline, key);
      print(flags.json ? JSON.stringify({ key, ...seen }) : describeKey(key, seen));
      if (FINAL.includes(seen.state)) return;
    }
    if (!flags.watch) return;
    await setTimeout(interval * 1000);
  }
}

/** Prints over what was printed before, on a terminal that watches. */
function screen({ watch, json }: StatusFlags): (text: string) => void {
  let lines = 0;
  return (text) => {
    if (watch && !json && isScreen(process.stdout) && lines > 0) process.stdout.write(`\x1b[${lines}A\x1b[J`);
    process.stdout.write(`${text}\n`);
    lines = text.split('\n').length;
  };
}
