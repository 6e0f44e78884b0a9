// Compiles the WebAssembly kernels (AssemblyScript) into git-ignored TypeScript files that hold the code of each and the
// type of its exports.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import asc from 'assemblyscript/asc';

interface KernelFiles {
  readonly source: string;
  readonly output: string;
  /** Size of the memory in pages of 64 KiB. @default as many as the static data needs */
  readonly pages?: number;
  /** Whether to keep the assertions. */
  readonly debug?: boolean;
  /** @default '-O3' */
  readonly optimize?: string;
}

const LARGE = {
  source: 'core/solver/large/assembly/search.ts',
  // 117 MiB, of which the tables of a puzzle and its learnt clauses touch a part
  pages: 1872,
};

/** Source and generated file of each kernel. */
const KERNELS: readonly KernelFiles[] = [
  {
    source: 'core/solver/lanes/assembly/run.ts',
    output: 'core/solver/lanes/kernel.generated.ts',
    // -O3 computes parts of a pass long before they are used; V8 keeps that order and spills them
    optimize: '-O2',
  },
  { ...LARGE, output: 'core/solver/large/kernel.generated.ts' },
  { ...LARGE, output: 'test/core/solver/large/debug-kernel.generated.ts', debug: true },
  {
    source: 'core/solver/grade/chains/assembly/index.ts',
    output: 'core/solver/grade/chains/kernel.generated.ts',
    // 64 MiB, of which the implications of a puzzle touch a few
    pages: 1024,
  },
  {
    source: 'core/solver/symmetry/assembly/canonical.ts',
    output: 'core/solver/symmetry/kernel.generated.ts',
    // 1 MiB: a thousand grids and their forms, and tables
    pages: 16,
  },
  {
    source: 'core/formats/lines/assembly/lines.ts',
    output: 'core/formats/lines/kernel.generated.ts',
    // 4 MiB: a buffer, its cells, their solutions
    pages: 64,
  },
  {
    source: 'core/formats/patterns/assembly/grids.ts',
    output: 'core/formats/patterns/kernel.generated.ts',
    // 4.5 MiB: a buffer, its cells, their solutions
    pages: 72,
  },
  {
    source: 'core/formats/grids/candidates/assembly/candidates.ts',
    output: 'core/formats/grids/candidates/kernel.generated.ts',
    // 3.6 MiB: a buffer, the output, the cells of a thousand grids
    pages: 58,
  },
  {
    source: 'core/formats/csv/assembly/rows.ts',
    output: 'core/formats/csv/kernel.generated.ts',
    // 7 MiB: a buffer, its cells twice, their solutions, the output
    pages: 112,
  },
  {
    source: 'core/formats/json/assembly/objects.ts',
    output: 'core/formats/json/kernel.generated.ts',
    // as that of CSV
    pages: 112,
  },
  {
    source: 'core/formats/tables/assembly/rows.ts',
    output: 'core/formats/tables/kernel.generated.ts',
    // 448 KiB: some hundred puzzles, their ids, their solutions, their rows
    pages: 7,
  },
  {
    source: 'core/formats/parquet/assembly/fields.ts',
    output: 'core/formats/parquet/kernel.generated.ts',
    // 1.2 MiB: rows, their fields, the values of a column
    pages: 19,
  },
  {
    source: 'core/files/statistics/assembly/count.ts',
    output: 'core/files/statistics/kernel.generated.ts',
    // 192 KiB: some hundred puzzles at a time
    pages: 3,
  },
];

for (const kernel of KERNELS) if (!(await isCurrent(kernel))) await compile(kernel);

/** Whether the generated file was made from these sources: compiling all kernels takes longer than the rest of a build. */
async function isCurrent(kernel: KernelFiles): Promise<boolean> {
  const text = await readFile(kernel.output, 'utf8').catch(() => '');
  const [, hash, sources] = /^\/\/ sources: (\w+) of (.*)$/m.exec(text) ?? [];
  return sources !== undefined && hash === (await hashOf(kernel, sources.split(' ')));
}

/** Of all that a kernel is compiled from: its sources, the options here, and the compiler. */
async function hashOf(kernel: KernelFiles, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(kernel) + asc.version);
  for (const path of [import.meta.filename, ...sources])
    hash.update(await readFile(path).catch(() => 'none'));
  return hash.digest('hex').slice(0, 16);
}

async function compile(kernel: KernelFiles): Promise<void> {
  const { source, output, pages, debug, optimize = '-O3' } = kernel;
  const written = new Map<string, Uint8Array | string>();
  const sources = new Set<string>();
  const readSource = async (name: string, folder: string) => {
    const text = await sourceText(name, folder);
    if (text !== null) sources.add(relative('.', resolve(folder, name)));
    return text;
  };
  const stderr = asc.createMemoryStream();
  const { error } = await asc.main(
    [
      source,
      optimize,
      '--converge',
      '--enable',
      'simd',
      '--runtime',
      'stub',
      '--bindings',
      'raw',
      '--outFile',
      'kernel.wasm',
      ...(debug ? [] : ['--noAssert']),
      ...(pages === undefined ? [] : ['--initialMemory', String(pages)]),
    ],
    { stderr, readFile: readSource, writeFile: (name, contents) => void written.set(name, contents) },
  );
  const binary = written.get('kernel.wasm');
  if (error || !binary) throw new Error(`${source}: ${error?.message ?? 'no output'}\n${String(stderr)}`);
  const text = `// made from ${source} by build/kernels.ts
// sources: ${await hashOf(kernel, [...sources])} of ${[...sources].join(' ')}
export const code = '${Buffer.from(binary).toString('base64')}';

${exportsType(String(written.get('kernel.d.ts')))}
/** What an instance of the kernel exports. */
export type Exports = typeof kernel;
`;
  await mkdir(dirname(output), { recursive: true });
  await writeFile(output, text);
}

/**
 * The declarations of a kernel's exports that `--bindings raw` writes, without the function that instantiates the kernel: it is
 * asynchronous, and wraps each export to convert values. Without it, exports have WebAssembly's types: a bool is 0 or 1, and a
 * u32 of 2^31 or more is a negative number.
 */
function exportsType(declarations: string): string {
  return declarations
    .slice(0, declarations.indexOf('/** Instantiates'))
    .replace('declare namespace __AdaptedExports', 'declare namespace kernel')
    .replaceAll('): boolean;', '): number;');
}

/**
 * Reads a source, and adds AssemblyScript's `@inline` decorators, which TypeScript does not allow on functions. In the source
 * they are tags at the end of a doc comment, so that it is valid TypeScript for every other tool.
 */
async function sourceText(name: string, folder: string): Promise<string | null> {
  try {
    const source = await readFile(resolve(folder, name), 'utf8');
    return source.replaceAll(/@inline\s*\*\/\n/g, (tag) => `${tag}@inline `);
  } catch {
    // the compiler tries several names
    return null;
  }
}
