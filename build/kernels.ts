// Compiles the WebAssembly kernels (AssemblyScript) into git-ignored TypeScript files that hold their bytes.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import asc from 'assemblyscript/asc';

/** Of 64 KiB each: 104 MiB, of which the tables of a puzzle and its learnt clauses touch a part. */
const LARGE_PAGES = '1664';

interface KernelFiles {
  readonly source: string;
  readonly output: string;
  readonly flags: readonly string[];
  /** `-O3` if it is not given */
  readonly optimize?: string;
}

/** Source and generated file of each kernel. */
const KERNELS: readonly KernelFiles[] = [
  {
    source: 'core/solver/lanes/assembly/run.ts',
    output: 'core/solver/lanes/kernel.generated.ts',
    flags: ['--noAssert'],
    // -O3 reckons parts of a pass long before they are used, and V8, which keeps the order, spills them
    optimize: '-O2',
  },
  {
    source: 'core/solver/large/assembly/index.ts',
    output: 'core/solver/large/kernel.generated.ts',
    flags: ['--noAssert', '--initialMemory', LARGE_PAGES],
  },
  {
    source: 'core/solver/large/assembly/index.ts',
    output: 'test/core/solver/large/debug-kernel.generated.ts',
    flags: ['--initialMemory', LARGE_PAGES],
  },
  {
    source: 'core/solver/grade/chains/assembly/index.ts',
    output: 'core/solver/grade/chains/kernel.generated.ts',
    // 64 MiB, of which the implications of a puzzle touch a few
    flags: ['--noAssert', '--initialMemory', '1024'],
  },
  {
    source: 'core/formats/lines/assembly/lines.ts',
    output: 'core/formats/lines/kernel.generated.ts',
    // 4 MiB: a buffer, its cells, their solutions
    flags: ['--initialMemory', '64'],
  },
  {
    source: 'core/formats/grids/assembly/index.ts',
    output: 'core/formats/grids/kernel.generated.ts',
    // 4.5 MiB: a buffer, its cells, their solutions
    flags: ['--initialMemory', '72'],
  },
  {
    source: 'core/formats/records/assembly/index.ts',
    output: 'core/formats/records/kernel.generated.ts',
    // 7 MiB: a buffer, its cells twice, their solutions, the output
    flags: ['--initialMemory', '112'],
  },
  {
    source: 'core/files/statistics/assembly/count.ts',
    output: 'core/files/statistics/kernel.generated.ts',
    // 192 KiB: some hundred puzzles at a time
    flags: ['--noAssert', '--initialMemory', '3'],
  },
];

for (const kernel of KERNELS) await compile(kernel);

async function compile({ source, output, flags, optimize = '-O3' }: KernelFiles): Promise<void> {
  let binary: Uint8Array | undefined;
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
      '--outFile',
      'kernel.wasm',
      ...flags,
    ],
    {
      stderr,
      readFile: readSource,
      writeFile: (name: string, contents: Uint8Array | string) => {
        if (name.endsWith('.wasm') && typeof contents !== 'string') binary = contents;
      },
    },
  );
  if (error || !binary) throw new Error(`${source}: ${error?.message ?? 'no output'}\n${String(stderr)}`);
  const text = `// made from ${source} by build/kernels.ts\nexport const kernel = '${Buffer.from(binary).toString('base64')}';\n`;
  await mkdir(dirname(output), { recursive: true });
  await writeFile(output, text);
}

/**
 * AssemblyScript's `@inline` is a decorator where TypeScript allows none. Kernels have it as a tag that ends a doc
 * comment, so that they are TypeScript to every other tool; here the decorator is put after the comment.
 */
async function readSource(name: string, folder: string): Promise<string | null> {
  try {
    const source = await readFile(resolve(folder, name), 'utf8');
    return source.replaceAll(/@inline\s*\*\/\n/g, (tag) => `${tag}@inline `);
  } catch {
    // the compiler tries several names
    return null;
  }
}
