import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { generateCells } from '../../core/solver/generate-cells.ts';
import { geometry } from '../../core/solver/model/geometry.ts';
import { textOf } from '../core/solver/puzzles.ts';
import { bytesHere } from './in-this-process.ts';

export const SCRIPT = fileURLToPath(new URL('../../bin/sudoku.js', import.meta.url));

export interface Ended {
  /** null if a signal ended it */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Starts the command line as a shell does, in a process of its own. */
export function start(args: readonly string[], cwd?: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [SCRIPT, ...args], { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/**
 * Runs the command line until it ends: in this process, unless it starts threads; standard input is a file then. To test a
 * process, with its launcher, signals and pipes, use {@link start} or {@link sudokuProcess}.
 */
export async function sudoku(
  args: readonly string[],
  { stdin, cwd }: { stdin?: string | Uint8Array; cwd?: string } = {},
): Promise<Ended> {
  if (args.includes('--concurrency')) return await sudokuProcess(args, { stdin, cwd });
  return await bytesHere(args, { stdin, cwd });
}

/** Runs the command line in a process of its own until it ends. */
export async function sudokuProcess(
  args: readonly string[],
  { stdin = '', cwd }: { stdin?: string | Uint8Array | undefined; cwd?: string | undefined } = {},
): Promise<Ended> {
  const child = start(args, cwd);
  child.stdin.on('error', () => {}); // it may end before it has read everything
  child.stdin.end(stdin);
  return ended(child);
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [stdout, stderr, code] = await Promise.all([
    collect(child.stdout),
    collect(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { code, stdout, stderr: stderr.toString() };
}

export async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Parses JSON Lines. */
export function events(stderr: string): Record<string, unknown>[] {
  return stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A directory that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sudoku-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** Puzzles with one solution each, and the solutions, as lines of 81 characters. */
export function made(count: number, seed = 1, clues = 32): { puzzles: string[]; solutions: string[] } {
  const all = generateCells(geometry(9), { seed, clues });
  const taken = Array.from({ length: count }, () => all.next().value);
  return {
    puzzles: taken.map(({ cells }) => textOf(cells)),
    solutions: taken.map(({ solution }) => textOf(solution)),
  };
}

export function lines(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join('');
}

/** A puzzle that has no solution, although no unit contains equal givens. */
export const NO_SOLUTION =
  '1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.';
/** The marker in place of a 9x9 line. */
export function marker(name: string): string {
  return name.padEnd(81);
}

/** A new directory with these files. */
export function directoryWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const cwd = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  return cwd;
}
