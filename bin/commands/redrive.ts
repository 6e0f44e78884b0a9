// `sudoku redrive`: retries failed messages.
import type { Command } from 'commander';
import type { Exit } from '../cli/exit.ts';
import { addExamples } from '../cli/help.ts';
import type { Clients } from '../remote/clients.ts';
import { addRemoteFlags, type RemoteFlags, withClients } from '../remote/command.ts';
import type { RedriveFlags } from '../remote/redrive/run.ts';

export function addRedrive(program: Command): void {
  const command = program
    .command('redrive')
    .description(
      'Retry failed messages: list the dead letters of a deployed pipeline, and send them back to their queues.',
    );
  addExamples(
    command,
    ['list the messages that failed', 'sudoku redrive --dry-run'],
    ['retry all of them', 'sudoku redrive'],
    ['retry one file, and wait for its report', 'sudoku redrive --key puzzles.txt --wait'],
  );
  addRemoteFlags(command)
    .option('--key <key>', 'only messages about this upload')
    .option('--prefix <prefix>', 'only messages about uploads whose keys begin with this')
    .option('--dry-run', 'list the messages, and move none')
    .option('--wait', 'wait for a new report on each file')
    .option('--json', 'print JSON Lines')
    .action(async (flags: RemoteFlags & RedriveFlags) => {
      process.exitCode = await withClients(flags, (clients) => redrive(clients, flags));
    });
}

async function redrive(clients: Clients, flags: RemoteFlags & RedriveFlags): Promise<Exit> {
  const [{ findPipeline, refuseWaiting }, { runRedrive }] = await Promise.all([
    import('../remote/stack.ts'),
    import('../remote/redrive/run.ts'),
  ]);
  const pipeline = await findPipeline(clients, flags.stack);
  if (flags.wait && !flags.dryRun) refuseWaiting(pipeline, flags.stack, 'omit --wait');
  return runRedrive(clients, pipeline, flags);
}
