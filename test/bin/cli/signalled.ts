import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ended, SCRIPT } from '../command-line.ts';

const PRELOAD = fileURLToPath(new URL('signal-at-call.ts', import.meta.url));

/** Runs the command line, which sends itself a signal at a moment of its work on outputs. */
export function signalled(args: readonly string[], cwd: string, signal = '', moment = -1) {
  const env = { ...process.env, SIGNAL: signal, MOMENT: String(moment) };
  const child = spawn(process.execPath, ['--import', PRELOAD, SCRIPT, ...args], { cwd, env });
  child.stdin.end();
  return ended(child);
}
