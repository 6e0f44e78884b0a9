import type { Command } from 'commander';

/** Which account, and which pipeline in it. */
export interface RemoteFlags {
  readonly stack: string;
  readonly profile: string | undefined;
  readonly region: string | undefined;
  readonly endpointUrl: string | undefined;
}

/** As bin/app.ts calls it. */
const DEFAULT_STACK = 'SudokuBatch';

/** Adds the flags of all commands that talk to a stack. */
export function addRemoteFlags(command: Command): Command {
  return command
    .option('--stack <name>', 'the stack to talk to', DEFAULT_STACK)
    .option('--profile <name>', 'whose credentials, as the AWS command line knows them')
    .option('--region <name>', "the stack's region, where it is not the profile's")
    .option('--endpoint-url <url>', 'talk to another cloud, such as the local one');
}
