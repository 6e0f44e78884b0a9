// Writes the declarations of some modules and of their imports. TypeScript 7 leaves `.ts` in import lines, which
// earlier versions cannot resolve, so this module replaces the endings.

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** @param ending ending of the declared modules: `.js`, or `.cjs` for CommonJS, whose declarations end in `.d.cts` */
export async function writeDeclarations(
  entries: readonly string[],
  outdir: string,
  ending: '.js' | '.cjs',
): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  const project = await mkdtemp('tsconfig-declarations-');
  try {
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: '..',
      outDir: `../${outdir}`,
    };
    const files = entries.map((entry) => `../${entry}`);
    // declares WebAssembly without the types of the DOM
    files.push('../core/kernel/webassembly.d.ts');
    const config = { extends: '../tsconfig.json', compilerOptions, files, include: [] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
    const require = createRequire(import.meta.url);
    const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    await promisify(execFile)(process.execPath, [tsc, '-p', project]).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  } finally {
    await rm(project, { recursive: true });
  }
  const declarations = entries.map((entry) => join(outdir, entry.replace(/\.ts$/, '.d.ts')));
  const rewritten = await rewrite(declarations, ending);
  for (const entry of await readdir(outdir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !rewritten.has(path)) await rm(path);
  }
}

/** A relative path in an import line, with its quote and without its ending. */
const SPECIFIER = /(\bfrom |\bimport\()(['"])(\.[^'"]*)\.ts\2/g;

/** Replaces the endings in import lines of these declarations and of their imports. @returns the written paths */
async function rewrite(declarations: readonly string[], ending: '.js' | '.cjs'): Promise<Set<string>> {
  const queue = [...declarations];
  const seen = new Set(queue);
  const written = new Set<string>();
  for (const path of queue) {
    const text = await readFile(path, 'utf8');
    for (const [, , , specifier] of text.matchAll(SPECIFIER)) {
      const target = join(dirname(path), `${specifier}.d.ts`);
      if (!seen.has(target)) queue.push(target);
      seen.add(target);
    }
    const output = ending === '.cjs' ? path.replace(/\.d\.ts$/, '.d.cts') : path;
    await writeFile(output, text.replace(SPECIFIER, `$1$2$3${ending}$2`));
    written.add(output);
  }
  return written;
}
