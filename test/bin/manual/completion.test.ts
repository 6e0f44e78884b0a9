import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../bin/commands/index.ts';
import { completionScript, type Shell } from '../../../bin/manual/completion.ts';
import { programOf } from '../../../bin/program.ts';
import { sudoku, temporaryDirectory } from '../command-line.ts';

const program = await programOf(COMMANDS.values());

const isInstalled = (name: string) => spawnSync(name, ['--version']).error === undefined;

/** How a shell is started without the user's settings, and how it defines a program that prints its arguments. */
const SHELLS: Record<Shell, { start: string; define: string }> = {
  bash: { start: 'bash --norc --noprofile -i', define: `sudoku() { printf '%s|' RAN "$@"; echo; }` },
  zsh: {
    start: 'zsh -f -i',
    define: `autoload -U compinit; compinit -u -D; sudoku() { printf '%s|' RAN "$@"; echo; }`,
  },
  fish: {
    start: 'fish --no-config -i',
    define: `function sudoku; printf '%s|' RAN $argv; echo; end`,
  },
};

/** Types a line into a shell on a terminal. @returns the arguments with which the shell runs it */
function typed(shell: Shell, line: string): string {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'results'));
  for (const name of ['puzzles.txt', 'my puzzles.txt']) writeFileSync(join(cwd, name), '');
  const directory = temporaryDirectory();
  const script = join(directory, 'completion');
  writeFileSync(script, completionScript(program, shell));
  const { start, define } = SHELLS[shell];
  const { stdout } = spawnSync('script', ['-qec', start, '/dev/null'], {
    input: `${define}\nsource ${script}\n${line}\nexit\n`,
    encoding: 'utf8',
    cwd,
    env: { ...process.env, TERM: 'dumb', HOME: directory, TMPDIR: directory, XDG_RUNTIME_DIR: directory },
  });
  const ran = Array.from(stdout.matchAll(/RAN\|(.*)\|\r?$/gm), ([, args]) => args!);
  return ran.map((args) => args.replace(/(--\w+)=/, '$1|').replace('results/', 'results')).join();
}

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  const canType = process.platform === 'linux' && isInstalled('script') && isInstalled(shell);

  test.runIf(canType).each([
    ['commands, flags and their values', 'sudoku gen\t--sym\trot\t', 'generate|--symmetry|rotational'],
    ['values after =', 'sudoku solve --solutions=uni\t', 'solve|--solutions|unique'],
    ['the second name of a list', 'sudoku solve --variant x,wi\t', 'solve|--variant|x,windoku'],
    ['a name of a list after =', 'sudoku generate --variant=x,kil\t', 'generate|--variant|x,killer'],
    ['names of files', 'sudoku solve --variant x puzz\t', 'solve|--variant|x|puzzles.txt'],
    ['names with spaces', 'sudoku solve my\t', 'solve|my puzzles.txt'],
    ['files and directories after -o', 'sudoku solve -o res\t', 'solve|-o|results'],
    ['directories only, where a file cannot be', 'sudoku local --out puzz\t', 'local|--out|puzz'],
    ['values of arguments', 'sudoku completion zs\t', 'completion|zsh'],
    ['nothing where only the user knows the value', 'sudoku generate --seed puzz\t', 'generate|--seed|puzz'],
    ['nothing by running what is typed', 'sudoku solve $(touch made) mad\t', 'solve|mad'],
  ])('completes %s', (_, line, expected) => {
    expect(typed(shell, line)).toBe(expected);
  });
});

test('sudoku completion prints the script of a shell, with all commands', async () => {
  const { stdout, code } = await sudoku(['completion', 'fish']);
  expect(code).toBe(0);
  expect(stdout.toString()).toBe(completionScript(program, 'fish'));
  for (const name of COMMANDS.keys()) expect(stdout.toString()).toContain(`-a ${name} -d`);
});

test('an unknown shell is refused', async () => {
  const { stderr, code } = await sudoku(['completion', 'tcsh']);
  expect([stderr, code]).toEqual(['sudoku: shell: expected bash, zsh or fish, got "tcsh"\n', 2]);
});
