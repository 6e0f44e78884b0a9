import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Writes the declarations of some modules and of all that they import. The compiler leaves `.ts` in their import lines,
 * which compilers before its seventh version do not find: here they get the endings of the files that are there.
 *
 * @param ending of the modules declared: `.js`, or `.cjs` for CommonJS, whose declarations end in `.d.cts`
 */
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
    // the kernels' modules declare what the DOM would
    files.push('../core/solver/webassembly.d.ts');
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
  const reached = await rewrite(declarations, ending);
  for (const entry of await readdir(outdir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(path)) await rm(path);
  }
}

/** A relative module in an import line, without its ending. */
const SPECIFIER = /(\bfrom |\bimport\()(['"])(\.[^'"]*)\.ts\2/g;

/** Gives import lines their endings, from these declarations on. @returns the paths that are written */
async function rewrite(declarations: readonly string[], ending: '.js' | '.cjs'): Promise<Set<string>> {
  const due = [...declarations];
  const seen = new Set(due);
  const written = new Set<string>();
  for (const path of due) {
    const text = await readFile(path, 'utf8');
    for (const [, , , specifier] of text.matchAll(SPECIFIER)) {
      const target = join(dirname(path), `${specifier}.d.ts`);
      if (!seen.has(target)) due.push(target);
      seen.add(target);
    }
    const output = ending === '.cjs' ? path.replace(/\.d\.ts$/, '.d.cts') : path;
    await writeFile(output, text.replace(SPECIFIER, `$1$2$3${ending}$2`));
    written.add(output);
  }
  return written;
}
