// Runs programs of Node one after another, by a name that the command line gives.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs the programs of the first argument, up to one that fails, whose exit code it takes. Further arguments are those of the
 * last program.
 * @param script of package.json
 * @param programs by name, each a file with its arguments; those of the name `''` run without an argument
 */
export function runAll(
  script: string,
  programs: Readonly<Record<string, readonly (readonly string[])[]>>,
): void {
  const [name = '', ...rest] = process.argv.slice(2);
  const chosen = programs[name];
  if (!chosen) {
    const names = Object.keys(programs).filter(Boolean);
    console.error(`npm run ${script}: expected one of ${names.join(', ')}, got ${name}`);
    process.exitCode = 2;
    return;
  }
  for (const [i, args] of chosen.entries()) {
    const given = i === chosen.length - 1 ? rest : [];
    const { status } = spawnSync(process.execPath, [...args, ...given], { cwd: ROOT, stdio: 'inherit' });
    process.exitCode = status ?? 1;
    if (status !== 0) return;
  }
}
