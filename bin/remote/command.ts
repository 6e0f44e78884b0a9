// What all commands that talk to a stack share.
import type { Command } from 'commander';
import type { ClientConfig, Clients } from './clients.ts';

/** The account, and the pipeline in it. */
export interface RemoteFlags extends ClientConfig {
  readonly stack: string;
}

/** The stack of bin/app.ts. */
const DEFAULT_STACK = 'SudokuBatch';

export function addRemoteFlags(command: Command): Command {
  return command
    .option('--stack <name>', 'name of the stack', DEFAULT_STACK)
    .option('--profile <name>', 'AWS profile, as in the AWS command line')
    .option('--region <name>', "region of the stack, if it is not the profile's")
    .option('--endpoint-url <url>', 'use another cloud, such as the local one');
}

/** Runs a command with clients that are closed afterwards. Turns errors of AWS into messages that a user can act on. */
export async function withClients<T>(flags: RemoteFlags, run: (clients: Clients) => Promise<T>): Promise<T> {
  const [{ Clients }, { toUserError }] = await Promise.all([import('./clients.ts'), import('./errors.ts')]);
  const clients = new Clients(flags);
  try {
    return await run(clients);
  } catch (error) {
    throw toUserError(error);
  } finally {
    clients.close();
  }
}
