import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { access, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** All that a template and a bundle are made from. */
const SOURCES = ['package-lock.json', 'cdk.json', 'bin/app.ts', 'build', 'lib', 'lambda', 'core'];

const CACHE = join(ROOT, 'node_modules/.cache/sudoku-batch');

/** Age at which an assembly that is not this one is removed, milliseconds. */
const KEPT = 24 * 3600 * 1000;

/**
 * The project's CDK app, synthesized: at once if its sources are those of an earlier time, otherwise in a few seconds.
 *
 * @param context besides cdk.json's, as `-c NAME=VALUE` gives it
 * @returns the directory of the cloud assembly
 * @throws Error with the app's output
 */
export async function synthesized(context: Readonly<Record<string, string>> = {}): Promise<string> {
  const directory = join(CACHE, `assembly-${await digest(SOURCES, JSON.stringify(context))}`);
  try {
    await access(directory);
    return directory;
  } catch {
    // it is to be made
  }
  const made = join(CACHE, `making-${randomUUID()}`);
  try {
    await synthesize(made, context);
    await rename(made, directory);
  } catch (error) {
    // somebody else may have been quicker
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  await removeOthers(directory);
  return directory;
}

/**
 * Does what `cdk synth` does, in the way the CDK command line and an app speak with each other: output directory and
 * context come by the environment. Without the command line it takes half the time.
 */
async function synthesize(directory: string, more: Readonly<Record<string, string>>): Promise<void> {
  const { app, context } = JSON.parse(await readFile(join(ROOT, 'cdk.json'), 'utf8')) as {
    app: string;
    context: Record<string, unknown>;
  };
  const [, ...entry] = app.split(' ');
  const environment = {
    ...process.env,
    CDK_OUTDIR: directory,
    CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...more }),
  };
  await promisify(execFile)(process.execPath, entry, { cwd: ROOT, env: environment });
}

/** Of a text, and of the names and contents of files, and of all files in directories. */
async function digest(paths: readonly string[], text: string): Promise<string> {
  const hash = createHash('sha256').update(text);
  for (const path of paths) {
    for (const file of await filesAt(join(ROOT, path))) {
      hash.update(`${file.slice(ROOT.length)}\0`).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesAt(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function removeOthers(directory: string): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const other = join(CACHE, name);
    if (other === directory || Date.now() - (await stat(other)).mtimeMs < KEPT) continue;
    await rm(other, { recursive: true, force: true });
  }
}
