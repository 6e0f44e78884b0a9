// What benchmarks and checks share beside timing: the command line as a process, temporary folders, and tables in Markdown.

import { spawnSync } from 'node:child_process';
import { type DisposableTempDir, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The entry of the command line. */
export const SUDOKU = fileURLToPath(new URL('../../bin/sudoku.js', import.meta.url));

/**
 * Runs `sudoku` to its end.
 * @param accepted exit codes that are no failure
 * @returns what it writes to standard error
 */
export function sudoku(args: readonly string[], accepted: readonly number[] = [0]): string {
  return runProgram(process.execPath, [SUDOKU, ...args], { accepted }).stderr;
}

interface RunOptions {
  /** Exit codes that are no failure. @default 0 */
  readonly accepted?: readonly number[];
  /** Standard input. */
  readonly input?: string;
  /** The program's name in errors. @default the command */
  readonly name?: string;
}

/** Runs a program to its end. @throws Error if it does not start, or exits with a code that is not accepted */
export function runProgram(program: string, args: readonly string[], options: RunOptions = {}) {
  const { accepted = [0], input = '', name = [program, ...args].join(' ').slice(0, 200) } = options;
  const run = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (run.error) throw run.error;
  const { status, signal, stdout, stderr } = run;
  if (status === null || !accepted.includes(status))
    throw new Error(
      `expected ${name} to exit with ${accepted.join(' or ')}, got ${status ?? signal}: ${stderr}`,
    );
  return { status, stdout, stderr };
}

/** A folder that is removed at the end of the block that declares it by `using`. */
export function temporaryFolder(): DisposableTempDir {
  return mkdtempDisposableSync(join(tmpdir(), 'sudoku-'));
}

/** The head of a table in Markdown. */
export function tableHead(...titles: readonly string[]): string {
  return `${tableRow(...titles)}\n${tableRow(...titles.map(() => '---'))}`;
}

/** A row of a table in Markdown. */
export function tableRow(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
