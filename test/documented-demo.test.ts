import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { ended, SCRIPT, start, temporaryDirectory } from './bin/command-line.ts';
import { fencedBlocksIn, stepsOf } from './documented-blocks.ts';

const ROOT = new URL('..', import.meta.url);

/** The commands of a document's transcripts that need a cloud, in their order. */
const stepsInCloud = (path: string) =>
  fencedBlocksIn(path)
    .filter(({ content }) => /^\$ .*npx sudoku (submit|status|watch|redrive|backfill)\b/m.test(content))
    .flatMap(({ content }) => stepsOf(content));

/** Starts the demo. @returns the process, and the settings that it prints */
async function startDemo() {
  const child = start(['local', '--serve', '--demo']);
  child.stderr.resume();
  const env: Record<string, string> = {};
  for await (const line of createInterface(child.stdout)) {
    for (const [, name, value] of line.matchAll(/(AWS_\w+)=(\S+)/g)) env[name!] = value!;
    if (env.AWS_ENDPOINT_URL !== undefined) break;
  }
  return { child, env };
}

/** Lines of progress, which a terminal overwrites. */
const PROGRESS = / (\d+ objects? listed|\d+ of \d+ (sent|moved)|.* files? done · .*\/s( · .* left)?)$/;

/** What a reader compares: not the times, and not the order of files that are solved side by side. */
function comparable(output: string): string[] {
  return output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !PROGRESS.test(line))
    .map((line) =>
      line
        .replace(/^\d\d:\d\d:\d\d /, 'CLOCK ')
        .replace(/"time":"[^"]*"/, 'TIME')
        .replace(/^ +(?=[\d.]+ s )/, '')
        .replace(/\b[\d.]+ (s|min)\b/g, 'TIME')
        .replace(/[\d,]+\/s/, 'RATE')
        .replace(/received (once|\d+ times)/, 'received')
        .replace(/ +\d+\.\d\d$/, ' SECONDS'),
    )
    .sort();
}

/** `watch` prints text on a terminal only, and JSON Lines otherwise. */
const onTerminal = (command: string) => `script -qec ${JSON.stringify(command)} /dev/null | tr -d '\\r'`;

test('every transcript of docs/cli.md that needs a cloud can be repeated in the demo', async () => {
  const steps = stepsInCloud('docs/cli.md');
  expect(steps.length).toBeGreaterThan(5);
  const { child, env } = await startDemo();
  const cwd = temporaryDirectory();
  symlinkSync(new URL('examples', ROOT), join(cwd, 'examples'));
  let code: number | null = 0;
  for (const { command, output } of steps) {
    const line = command.replace('npx sudoku', `"${process.execPath}" "${SCRIPT}"`);
    const needsTerminal = command.includes('sudoku watch') && !command.includes('|');
    const script = `(exit ${code}); ${needsTerminal ? onTerminal(line) : line}`;
    const shell = spawn('bash', ['-c', `exec 2>&1; ${script}`], { cwd, env: { ...process.env, ...env } });
    const end = await ended(shell);
    code = end.code;
    expect({ command, output: comparable(end.stdout.toString()) }).toEqual({
      command,
      output: comparable(output),
    });
  }
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
}, 900_000);
