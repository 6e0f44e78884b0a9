import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const run = promisify(execFile);

/** The output and exit code of a process that has ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Node in a folder. */
export async function node(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  try {
    return { code: 0, ...(await run(process.execPath, args, { cwd, env, maxBuffer: 2 ** 28 })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** The tarball that would be published after `npm run build`. */
export interface Tarball {
  readonly path: string;
  readonly bytes: number;
  readonly files: readonly string[];
}

async function pack(directory: string): Promise<Tarball> {
  for (const built of ['cli/sudoku.js', 'library/index.js', 'browser/index.js', 'cdk/index.cjs']) {
    if (!existsSync(join(ROOT, 'dist', built))) throw new Error(`expected dist/${built}: npm run build`);
  }
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory];
  const { stdout } = await run('npm', args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  const packed = JSON.parse(stdout) as
    | { filename: string; size: number; files: { path: string }[] }[]
    | Record<string, { filename: string; size: number; files: { path: string }[] }>;
  const [{ filename, size, files }] = Object.values(packed) as [
    { filename: string; size: number; files: { path: string }[] },
  ];
  return { path: join(directory, filename), bytes: size, files: files.map(({ path }) => path).sort() };
}

/** A user's folder in which only the package is installed. */
export interface Installed {
  readonly directory: string;
  readonly tarball: Tarball;
  /** path of the package in node_modules */
  readonly package: string;
  /** Removes the folder. */
  readonly remove: () => void;
}

/** Packs and installs the package. It has no dependencies, so npm downloads nothing. */
export async function install(): Promise<Installed> {
  const directory = mkdtempSync(join(tmpdir(), 'sudoku-installed-'));
  const tarball = await pack(directory);
  writeFileSync(join(directory, 'package.json'), '{}\n');
  await run('npm', ['install', '--offline', '--no-audit', tarball.path], { cwd: directory });
  return {
    directory,
    tarball,
    package: join(directory, 'node_modules/sudoku-batch'),
    remove: () => rmSync(directory, { recursive: true, maxRetries: 5 }),
  };
}

/** Links packages of the clone into the user's folder, so that npm need not download them. */
export async function link({ directory }: Installed, ...names: string[]): Promise<void> {
  for (const name of names) {
    const path = join(directory, 'node_modules', name);
    await mkdir(dirname(path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), path);
  }
}

/** Installs the packages of a folder's package-lock.json into another folder, unless they have been. Runs no install scripts. */
export async function installLocked(from: string, to: string): Promise<void> {
  const done = join(to, 'installed.json');
  const lock = await readFile(join(from, 'package-lock.json'), 'utf8');
  if ((await readFile(done, 'utf8').catch(() => undefined)) === lock) return;
  await mkdir(to, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) await copyFile(join(from, name), join(to, name));
  // not `npm ci`: it refuses a lock file that lacks the packages of other platforms
  await run('npm', ['install', '--ignore-scripts', '--no-audit'], { cwd: to, maxBuffer: 2 ** 26 });
  await copyFile(join(from, 'package-lock.json'), done);
}
