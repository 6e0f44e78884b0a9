import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as clone from '../../../core/index.ts';
import { type Installed, install, ROOT } from '../installed.ts';
import {
  HAS_RUNTIMES,
  inRuntimes,
  installRuntimes,
  RUNTIMES,
  type Runtime,
  runOn,
} from '../runtimes/install.ts';
import { useLibrary } from '../runtimes/use-library.ts';

if (!HAS_RUNTIMES)
  console.warn('SKIPPED: other runtimes than this Node. The lock file has those for Linux on x64 only');

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 });

const example = (name: string) => join(ROOT, 'examples', name);
const read = (name: string) => readFileSync(example(name), 'utf8');

let installed: Installed;
let expected: Awaited<ReturnType<typeof useLibrary>>;

/** Writes a file into the user's folder. @returns its path */
function write(name: string, text: string): string {
  const path = join(installed.directory, name);
  writeFileSync(path, text);
  return path;
}

beforeAll(async () => {
  if (HAS_RUNTIMES) await installRuntimes();
  installed = await install();
  expected = await useLibrary(clone);
  write('thousand.txt', read('thousand.txt'));
  write('many.txt', read('thousand.txt').repeat(60));
  return installed.remove;
});

const run = `(${String(useLibrary)})`;
const print = `then((results) => console.log(JSON.stringify(results)))`;

test('docs/library.md lists the tested versions', () => {
  const [, section] = readFileSync(join(ROOT, 'docs/library.md'), 'utf8').split('\n## Runtimes\n');
  const manifest = readFileSync(join(ROOT, 'test/package/runtimes/package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const versions = Object.values(dependencies).map((version) => version.replace(/^.*@/, ''));
  for (const version of [...versions, process.versions.node]) expect(section).toContain(version);
});

/** A program for each way to load the library. */
const PROGRAMS = [
  { file: 'import.mjs', text: `import * as library from 'sudoku-batch'; await ${run}(library).${print};` },
  { file: 'require.cjs', text: `${run}(require('sudoku-batch')).${print};` },
  {
    file: 'both.mjs',
    text: `import { createRequire } from 'node:module';
      import { RejectedFile } from 'sudoku-batch';
      await ${run}({ ...createRequire(import.meta.url)('sudoku-batch'), RejectedFile }).${print};`,
  },
] as const;

/** Commands and what they read. Those with threads have enough work for several. */
const COMMANDS: readonly { title: string; args: readonly string[]; input?: () => string }[] = [
  { title: 'prints its version', args: ['--version'] },
  { title: 'solves a file on threads', args: ['solve', '--concurrency', '3', 'many.txt'] },
  { title: 'solves and grades on threads', args: ['solve', '--output', 'csv', '--grade', 'thousand.txt'] },
  { title: 'solves standard input', args: ['solve'], input: () => read('thousand.txt').repeat(20) },
  { title: 'solves compressed files', args: ['solve', example('lines.txt.gz'), example('lines.txt.zst')] },
  { title: 'grades standard input', args: ['grade'], input: () => read('thousand.txt') },
  {
    title: 'generates graded puzzles on threads',
    args: ['generate', '--count', '3', '--seed', '7', '--er', '2-3', '--concurrency', '3'],
  },
  { title: 'reports an unreadable file', args: ['solve', 'missing.txt'] },
  { title: 'reports an unknown flag', args: ['solve', '--no-such-flag'] },
];

/** @returns what a command prints, without progress and speeds */
async function sudokuOn(runtime: Pick<Runtime, 'command'>, { args, input }: (typeof COMMANDS)[number]) {
  const options = { cwd: installed.directory, ...(input && { input: input() }) };
  const { code, stdout, stderr } = await runOn(
    runtime,
    [join(installed.package, 'bin/sudoku.js'), ...args],
    options,
  );
  return {
    code,
    stdout,
    stderr: stderr
      .replaceAll(/ · [\d.]+ s( · [\d,]+\/s)?$/gm, '')
      .replaceAll(/^.* · [\d,]+\/s( · .* left)?\n/gm, ''),
  };
}

describe.runIf(HAS_RUNTIMES).each(RUNTIMES)('$name', (runtime) => {
  test.each(PROGRAMS)(
    'runs the library by $file with the same results as the clone',
    async ({ file, text }) => {
      const ended = await runOn(runtime, [write(file, text)], { cwd: installed.directory });
      expect({ ...ended, stdout: ended.stdout && JSON.parse(ended.stdout) }).toEqual({
        code: 0,
        stdout: expected,
        stderr: '',
      });
    },
  );

  test('solves all examples to the same results as the clone', async () => {
    const solveInto = async ({ command }: Pick<Runtime, 'command'>, launcher: string, name: string) => {
      const out = join(installed.directory, name);
      mkdirSync(out, { recursive: true });
      const files = readdirSync(join(ROOT, 'examples')).map(example);
      const args = [launcher, 'solve', '--quiet', '--out', out, ...files];
      const ended = await runOn({ command }, args, { cwd: installed.directory });
      const results = readdirSync(out).map((file) => [file, readFileSync(join(out, file), 'latin1')]);
      return { ended, results: Object.fromEntries(results) as Record<string, string> };
    };
    const [theirs, ours] = await Promise.all([
      solveInto(runtime, join(installed.package, 'bin/sudoku.js'), `examples on ${runtime.name}`),
      solveInto({ command: [process.execPath] }, join(ROOT, 'bin/sudoku.js'), `beside ${runtime.name}`),
    ]);
    expect(theirs).toEqual(ours);
    expect(Object.keys(theirs.results).length).toBeGreaterThan(30);
  });

  test.each(COMMANDS)('$title', async (command) => {
    const [theirs, ours] = await Promise.all([
      sudokuOn(runtime, command),
      sudokuOn({ command: [process.execPath] }, command),
    ]);
    expect(theirs).toEqual(ours);
  });
});

describe.runIf(HAS_RUNTIMES)('jest', () => {
  test.each(['node', 'jsdom'])('requires the library in the environment %s', async (environment) => {
    const folder = join(installed.directory, `jest-${environment}`);
    mkdirSync(folder);
    const text = `/** @jest-environment ${environment} */
      test('the library', async () => {
        require('node:fs').writeFileSync('${folder}/results.json', JSON.stringify(await ${run}(require('sudoku-batch'))));
      });`;
    writeFileSync(join(folder, 'library.test.cjs'), text);
    const args = [inRuntimes('jest/bin/jest.js'), '--rootDir', folder, '--testMatch', '**/*.test.cjs'];
    const { code, stderr } = await runOn({ command: [process.execPath] }, args, { cwd: installed.directory });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('1 passed') });
    expect(JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))).toEqual(expected);
  });
});

describe.runIf(HAS_RUNTIMES)('Cloudflare Workers', () => {
  /** Serves a worker by `wrangler dev` on workerd. @returns its response */
  async function served(name: string, library: string): Promise<string> {
    const worker = write(
      `${name}.mjs`,
      `import * as library from '${library}';
      export default {
        fetch: () => ${run}(library).then((results) => Response.json(results), (error) => new Response(error.message)),
      };`,
    );
    const args = [inRuntimes('wrangler/bin/wrangler.js'), 'dev', worker, '--name', name];
    args.push('--compatibility-date', '2026-11-01', '--ip', '127.0.0.1', '--port', '0');
    const child = spawn(process.execPath, args, {
      cwd: installed.directory,
      env: {
        ...process.env,
        CI: 'true',
        WRANGLER_SEND_METRICS: 'false',
        XDG_CONFIG_HOME: installed.directory,
        TMPDIR: installed.directory,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<void>((done) => child.on('exit', () => done()));
    let log = '';
    try {
      const url = await new Promise<string>((resolve, reject) => {
        const listen = (text: unknown) => {
          log += String(text);
          const ready = /Ready on (http:\S+)/.exec(log);
          if (ready) resolve(ready[1]!);
        };
        child.stdout.on('data', listen);
        child.stderr.on('data', listen);
        child.on('exit', () => reject(new Error(`wrangler has ended:\n${log}`)));
      });
      return await (await fetch(url)).text();
    } finally {
      child.kill();
      await exited;
    }
  }

  test('run the library with the same results as the clone', async () => {
    expect(JSON.parse(await served('worker', 'sudoku-batch'))).toEqual(expected);
  });

  test('name the required condition if a bundler took the build for browsers', async () => {
    const path = './node_modules/sudoku-batch/dist/browser/index.js';
    expect(await served('browser', path)).toMatch(
      /^expected a runtime that compiles WebAssembly .*Cloudflare Workers need a bundler with the condition "workerd"$/,
    );
  });
});
