import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Ended, installLocked, ROOT } from '../installed.ts';

const run = promisify(execFile);

/** Whether the lock file has runtimes for this machine. */
export const HAS_RUNTIMES = process.platform === 'linux' && process.arch === 'x64';

const FOLDER = join(ROOT, 'node_modules/.cache/runtimes');

/** The path of a file of an installed runtime. */
export const inRuntimes = (path: string): string => join(FOLDER, 'node_modules', path);

/** Installs the runtimes of package-lock.json, which takes half a minute, unless they have been. Runs no install scripts. */
export async function installRuntimes(): Promise<void> {
  await installLocked(import.meta.dirname, FOLDER);
}

/** A runtime that runs files, with the arguments before the file. */
export interface Runtime {
  readonly name: string;
  readonly command: readonly [path: string, ...args: string[]];
}

const node22 = { name: 'Node 22.19', command: [inRuntimes('node-22/bin/node')] } as const;

/** Runtimes with the interfaces of Node. */
export const RUNTIMES: readonly Runtime[] = [
  node22,
  { name: 'Node 24', command: [process.execPath] },
  { name: 'Node 26', command: [inRuntimes('node-26/bin/node')] },
  { name: 'Deno', command: [inRuntimes('@deno/linux-x64-glibc/deno'), 'run', '--allow-all'] },
  { name: 'Bun', command: [inRuntimes('@oven/bun-linux-x64/bin/bun')] },
];

/** Runs a program to its end, with temporary files in its folder. It is killed after two minutes. */
export async function runOn(
  { command: [path, ...before] }: Pick<Runtime, 'command'>,
  args: readonly string[],
  { cwd, input }: { cwd: string; input?: string },
): Promise<Ended> {
  const env = { ...process.env, TMPDIR: cwd };
  const ended = run(path, [...before, ...args], { cwd, env, timeout: 120_000, maxBuffer: 2 ** 28 });
  ended.child.stdin!.end(input);
  try {
    return { code: 0, ...(await ended) };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
}
