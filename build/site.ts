// npm run docs -- site [--base /folder/]: builds the site into dist-site/ (git-ignored) with VitePress, which site/ installs.
// Any static file server can serve it, at the base that it is built for, and it needs no other host.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SITE = fileURLToPath(new URL('../site', import.meta.url));

/**
 * Builds the site.
 * @param output directory, which is replaced
 * @param base path on the server, with a slash at both ends
 */
export function buildSite(output: string, base = '/'): void {
  installGenerator();
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: SITE, stdio: 'inherit' });
  run(fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url)), '-p', SITE);
  run('node_modules/vitepress/bin/vitepress.js', 'build', '.', '--outDir', output, '--base', base);
}

/** Installs the packages of site/, unless they are those of its lock file already. */
export function installGenerator(): void {
  const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((path) =>
    join(SITE, path),
  );
  if (existsSync(installed!) && statSync(installed!).mtimeMs >= statSync(lock!).mtimeMs) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: SITE, stdio: 'inherit' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { base: { type: 'string', default: '/' } } });
  buildSite(fileURLToPath(new URL('../dist-site', import.meta.url)), values.base);
}
