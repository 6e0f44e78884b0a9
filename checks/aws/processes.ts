// Runs the programs of the check on AWS, each in a process group of its own, in the account that was chosen.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Account and region of the check; the SDK and the CDK choose those that are undefined. */
export interface Account {
  readonly profile?: string | undefined;
  readonly region?: string | undefined;
  /** of another cloud, such as the local one */
  readonly endpointUrl?: string | undefined;
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Exit codes that are no failure. @default 0 */
  readonly accepted?: readonly number[];
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program of Node, whose output goes to this process's standard error. It has a process group of its own, so that Ctrl-C
 * reaches only this process, which then ends it in order.
 * @throws Error if it fails; the reason of the signal if that ended it
 */
export async function runNode(
  args: readonly string[],
  { env = process.env, accepted = [0], signal }: RunOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // it has ended by itself
    }
  };
  signal?.addEventListener('abort', end);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  try {
    const code = await promise;
    signal?.throwIfAborted();
    if (code === null || !accepted.includes(code)) {
      throw new Error(`${args.slice(0, 3).join(' ')} … ended with ${code ?? 'a signal'}`);
    }
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** The environment of the AWS command lines. */
export function environmentOf({ profile, region }: Account): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(profile !== undefined && { AWS_PROFILE: profile }),
    ...(region !== undefined && { AWS_REGION: region, CDK_DEFAULT_REGION: region }),
  };
}
