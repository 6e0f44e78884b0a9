// `sudoku doctor`: finds what is wrong with a deployed pipeline, and with the work in it.
import type { Command } from 'commander';
import type { Exit } from '../cli/exit.ts';
import { addExamples } from '../cli/help.ts';
import type { Clients } from '../remote/clients.ts';
import { addRemoteFlags, type RemoteFlags, withClients } from '../remote/command.ts';
import type { DoctorFlags } from '../remote/doctor/run.ts';

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('Find what is wrong with a deployed pipeline, and how to mend it.');
  addExamples(
    command,
    ['check a pipeline', 'sudoku doctor'],
    ['go on with files on which nothing works any more', 'sudoku doctor --fix'],
  );
  addRemoteFlags(command)
    .option('--fix', 'do at once what the hourly sweep does')
    .option('--json', 'print JSON Lines')
    .action(async (flags: RemoteFlags & DoctorFlags) => {
      process.exitCode = await withClients(flags, (clients) => doctor(clients, flags));
    });
}

async function doctor(clients: Clients, flags: RemoteFlags & DoctorFlags): Promise<Exit> {
  const [{ findPipeline }, { runDoctor }] = await Promise.all([
    import('../remote/stack.ts'),
    import('../remote/doctor/run.ts'),
  ]);
  return runDoctor(clients, await findPipeline(clients, flags.stack), flags);
}
