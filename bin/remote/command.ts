// What all commands that talk to a stack share.
import { Argument, type Command } from 'commander';
import { UsageError } from '../cli/exit.ts';
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

/** The key of an argument, for which people try its address. */
export function keyArgument(usage: string, help: string): Argument {
  const isVariadic = usage.includes('...');
  return new Argument(usage, help).argParser<string | string[] | undefined>((value, before) => {
    const [, key] = /^s3:\/\/[^/]*\/?(.*)$/i.exec(value) ?? [];
    if (key !== undefined)
      throw new UsageError(
        `${value}: expected a key, got an address${key === '' ? '' : ` (did you mean ${key}?)`}`,
      );
    return isVariadic ? [before ?? [], value].flat() : value;
  });
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
