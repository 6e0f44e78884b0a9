import { vi } from 'vitest';
import { COMMANDS } from '../../bin/commands/index.ts';
import { runCommand } from '../../bin/program.ts';

let isRunning = false;

/**
 * Runs the command line in this process, without standard input: starting a process and loading the command, such as with
 * the clients of AWS, takes longer than most commands.
 */
export async function sudokuHere(
  args: readonly string[],
  { cwd = '.', env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  if (isRunning) throw new Error('expected one command at a time: they share the current directory');
  isRunning = true;
  const before = process.cwd();
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  process.chdir(cwd);
  process.exitCode = undefined;
  try {
    await runCommand(COMMANDS.values(), args);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = undefined;
    process.chdir(before);
    vi.unstubAllEnvs();
    for (const { restore } of [stdout, stderr]) restore();
    isRunning = false;
  }
}

/** Withholds what is written to a stream of this process, until it is restored. */
function capture(name: 'stdout' | 'stderr') {
  const pieces: string[] = [];
  const spy = vi.spyOn(process[name], 'write').mockImplementation((piece, ...rest: unknown[]) => {
    pieces.push(Buffer.from(piece as Uint8Array).toString());
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  });
  return { text: () => pieces.join(''), restore: () => spy.mockRestore() };
}
