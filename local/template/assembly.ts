// Runs `cdk synth`, and reads the stack that it writes.
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Template } from './template.ts';

/** One stack, as `cdk synth` writes it. */
export interface Assembly {
  readonly stackName: string;
  readonly template: Template;
  /** Returns the directory of a function's code by the key of its asset. @throws Error if there is none */
  readonly assetDirectory: (key: string) => string;
}

interface Manifest {
  readonly artifacts: Record<
    string,
    {
      readonly type: string;
      readonly properties?: { readonly templateFile?: string; readonly stackName?: string };
    }
  >;
}

interface AssetManifest {
  readonly files: Record<
    string,
    {
      readonly source: { readonly path?: string; readonly packaging?: string };
      readonly destinations: Record<string, { readonly objectKey: string }>;
    }
  >;
}

/** Reads the only stack in a cloud assembly's directory. @throws Error if there is none, or several */
export function readAssembly(directory: string): Assembly {
  const read = <T>(name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as T;
  const { artifacts } = read<Manifest>('manifest.json');
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (stack === undefined || stacks.length > 1) {
    const names = stacks.map(([name]) => name).join(', ') || 'none';
    throw new Error(`${directory} must contain one stack, got ${names}`);
  }
  const [id, { properties }] = stack;
  const assets = read<AssetManifest>(`${id}.assets.json`);
  return {
    stackName: properties?.stackName ?? id,
    template: read<Template>(properties?.templateFile ?? `${id}.template.json`),
    assetDirectory: (key) => {
      for (const { source, destinations } of Object.values(assets.files)) {
        const isThis = Object.values(destinations).some(({ objectKey }) => objectKey === key);
        if (isThis && source.path !== undefined) return join(directory, source.path);
      }
      throw new Error(`${directory} has no asset ${key}`);
    },
  };
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** All sources of the template and of the function's bundle. */
const SOURCES = ['package-lock.json', 'cdk.json', 'bin/app.ts', 'build', 'lib', 'lambda', 'core'];

const CACHE = join(ROOT, 'node_modules/.cache/sudoku-batch');

/** Age in milliseconds at which assemblies of other sources are removed. */
const MAX_AGE = 24 * 3600 * 1000;

/**
 * Synthesizes the project's CDK app, unless an assembly of the same sources exists.
 *
 * @param context in addition to cdk.json's, like `-c NAME=VALUE`
 * @param app another app of the project, relative to its root
 * @returns the directory of the cloud assembly
 * @throws Error with the app's output
 */
export async function synthesizedAssembly(
  context: Readonly<Record<string, string>> = {},
  app?: string,
): Promise<string> {
  const paths = app === undefined ? SOURCES : [...SOURCES, app];
  const directory = join(CACHE, `assembly-${await digest(paths, JSON.stringify(context))}`);
  try {
    await access(directory);
    return directory;
  } catch {
    // it does not exist yet
  }
  const made = join(CACHE, `making-${randomUUID()}`);
  try {
    await synthesize(made, context, app);
    await rename(made, directory);
  } catch (error) {
    // another process may have been faster
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  await removeOthers(directory);
  return directory;
}

/**
 * Runs the app as the CDK command line does: with output directory and context in the environment. Without the command line,
 * this takes half the time.
 * @param root of the project's tree
 */
export async function synthesize(
  directory: string,
  context: Readonly<Record<string, string>> = {},
  app?: string,
  root = ROOT,
): Promise<void> {
  const { app: usual, context: defaults } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')) as {
    app: string;
    context: Record<string, unknown>;
  };
  const entry = app === undefined ? usual.split(' ').slice(1) : [app];
  const environment = {
    ...process.env,
    CDK_OUTDIR: directory,
    CDK_CONTEXT_JSON: JSON.stringify({ ...defaults, ...context }),
  };
  await promisify(execFile)(process.execPath, entry, { cwd: root, env: environment });
}

/** A digest of a text, and of the names and contents of files and of all files in directories. */
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
    if (other === directory || Date.now() - (await stat(other)).mtimeMs < MAX_AGE) continue;
    await rm(other, { recursive: true, force: true });
  }
}
