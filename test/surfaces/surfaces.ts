// All ways to solve a file without a browser, for a table of tests.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { planFile, RECOGNISED_BYTES, RejectedFile } from '../../core/files/index.ts';
import { events, sudoku } from '../bin/command-line.ts';
import { unzip, zipOf } from '../core/files/zip/archives.ts';
import { Pipeline } from '../lambda/fixture.ts';
import type { CorpusFile } from './corpus.ts';

/** The content of a result, and how it is compressed; or why there is none. */
export type Outcome =
  | { readonly content: Buffer; readonly packing: 'none' | 'gzip' | 'zstandard' }
  | { readonly rejected: string };

/** Solves files. Those that it cannot be given have no outcome. */
export type Surface = (files: readonly CorpusFile[]) => Promise<ReadonlyMap<string, Outcome>>;

/** The content of a result: what it is compressed to depends on the pieces in which it is made. */
export function outcomeOf(bytes: Buffer): Outcome {
  const magic = bytes.toString('hex', 0, 4);
  if (magic.startsWith('1f8b')) return { content: gunzipSync(bytes), packing: 'gzip' };
  if (magic === '28b52ffd') return { content: zstdDecompressSync(bytes), packing: 'zstandard' };
  return { content: bytes, packing: 'none' };
}

/** Gives a surface a folder with the files. */
async function inFolder(
  files: readonly CorpusFile[],
  work: (from: string, to: string) => Promise<void>,
  rejectedBy: (name: string, to: string) => string | undefined,
): Promise<Map<string, Outcome>> {
  const folder = mkdtempSync(join(tmpdir(), 'surfaces-'));
  try {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    mkdirSync(from);
    for (const { name, bytes } of files) writeFileSync(join(from, name), bytes);
    await work(from, to);
    return new Map(
      files.map(({ name }) => {
        const rejected = rejectedBy(name, to);
        return [name, rejected === undefined ? outcomeOf(readFileSync(join(to, name))) : { rejected }];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The reasons in the events of a command, by the keys of files. */
function reasons(stderr: string): Map<string, string> {
  return new Map(
    events(stderr).flatMap(({ status, input, reason }) =>
      status === 'rejected' ? [[(input as { key: string }).key, reason as string]] : [],
    ),
  );
}

const path =
  (threads: number): Surface =>
  async (files) => {
    let rejected = new Map<string, string>();
    let folder = '';
    return inFolder(
      files,
      async (from, to) => {
        folder = from;
        const args = ['solve', from, '-o', to, '--json', '--concurrency', String(threads)];
        const { code, stderr } = await sudoku(args);
        if (code === null || code > 2) throw new Error(`exit code ${code}: ${stderr}`);
        rejected = reasons(stderr);
      },
      (name) => rejected.get(join(folder, name)),
    );
  };

const pipe =
  (threads: number): Surface =>
  async (files) => {
    const outcomes = new Map<string, Outcome>();
    for (const { name, bytes } of files) {
      const args = ['solve', '--json', '--concurrency', String(threads)];
      const { code, stdout, stderr } = await sudoku(args, { stdin: bytes });
      if (code === null || code > 2) throw new Error(`${name}: exit code ${code}: ${stderr}`);
      const [rejected] = reasons(stderr).values();
      outcomes.set(name, rejected === undefined ? outcomeOf(stdout) : { rejected });
    }
    return outcomes;
  };

const build =
  (entry: string): Surface =>
  (files) =>
    inFolder(
      files,
      async (from, to) => {
        const script = new URL('builds.ts', import.meta.url).pathname;
        const module = new URL(`../../dist/${entry}`, import.meta.url).href;
        await promisify(execFile)(process.execPath, [script, module, from, to]);
      },
      (name, to) => {
        const note = join(to, `${name}.rejected`);
        return existsSync(note) ? readFileSync(note, 'utf8') : undefined;
      },
    );

/** What an archive says by a file that it has as it is. */
export const UNCHANGED = 'unchanged in the archive';

/** The files in one archive: its result has their results. */
const archive: Surface = async (files) => {
  const bytes = zipOf(files.map(({ name, bytes: content }) => ({ name, content })));
  const [solved] = (await path(2)([{ name: 'all.zip', bytes }])).values();
  if (!solved || 'rejected' in solved) throw new Error(`expected an archive, got ${JSON.stringify(solved)}`);
  const given = new Map(files.map((file) => [file.name, file.bytes]));
  return new Map(
    [...unzip(solved.content)].map(([name, content]) => {
      // a file that is rejected stays in the archive as it is
      const isSame = content.equals(given.get(name)!);
      return [name, isSame ? { rejected: UNCHANGED } : outcomeOf(content)];
    }),
  );
};

/** Gives the function files, and takes what is in the buckets then. */
async function inPipeline(
  files: readonly CorpusFile[],
  solve: (pipeline: Pipeline, file: CorpusFile) => Promise<boolean>,
): Promise<Map<string, Outcome>> {
  const pipeline = await Pipeline.start();
  try {
    const outcomes = new Map<string, Outcome>();
    for (const file of files) {
      if (!(await solve(pipeline, file))) continue;
      await pipeline.drain();
      const { status, reason } = (await pipeline.report(file.name)) ?? {};
      const result = await pipeline.object(file.name);
      if (status === 'rejected') outcomes.set(file.name, { rejected: reason as string });
      else if (result) outcomes.set(file.name, outcomeOf(result.bytes));
      else throw new Error(`${file.name}: expected a result, got ${JSON.stringify({ status, reason })}`);
    }
    return outcomes;
  } finally {
    await pipeline.close();
  }
}

const wholeUploads: Surface = (files) =>
  inPipeline(files, async (pipeline, { name, bytes }) => {
    await pipeline.upload(name, bytes);
    return true;
  });

/** Cut at thirds, wherever these are. */
const chunks: Surface = (files) =>
  inPipeline(files, async (pipeline, { name, bytes }) => {
    if (!isSplittable(name, bytes)) return false;
    const thirds = [Math.floor(bytes.length / 3), Math.floor((2 * bytes.length) / 3)];
    const cuts = thirds.filter((cut) => cut > 0);
    await pipeline.run(await pipeline.cut(name, bytes, [...new Set(cuts)]));
    return true;
  });

function isSplittable(name: string, bytes: Buffer): boolean {
  try {
    const head = bytes.subarray(0, RECOGNISED_BYTES);
    const plan = planFile({
      head,
      complete: head.length === bytes.length,
      name,
      given: [],
      bytes: bytes.length,
    });
    return plan.splittable;
  } catch (error) {
    if (error instanceof RejectedFile) return false;
    throw error;
  }
}

/** The command on one thread, with which all others are compared. */
export const reference: Surface = path(1);

/** Every other way, by its name. */
export const SURFACES = {
  'command, 2 threads': path(2),
  'command, 3 threads': path(3),
  'command, 8 threads': path(8),
  'pipe, 1 thread': pipe(1),
  'pipe, 5 threads': pipe(5),
  library: build('library/index.js'),
  'library for require': build('commonjs/index.cjs'),
  'library for browsers': build('browser/index.js'),
  'library for workerd': build('workerd/index.js'),
  archive,
  'function, whole': wholeUploads,
  'function, in chunks': chunks,
} satisfies Readonly<Record<string, Surface>>;

export type SurfaceName = keyof typeof SURFACES | 'page';
