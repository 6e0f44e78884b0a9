#!/usr/bin/env node
// Plain JavaScript for two reasons: a Node too old for the rest can read it and hand over to the one that the project
// brings, and the compile cache, once on, spares the later ones of the imports below from being compiled again.
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Whether the bundle is there and no source of it has changed since it was made. */
function bundleIsFresh() {
  try {
    const list = new URL('generated/sources.json', import.meta.url);
    const made = statSync(list).mtimeMs;
    const sources = JSON.parse(readFileSync(list, 'utf8'));
    return sources.every((path) => statSync(new URL(`../${path}`, import.meta.url)).mtimeMs <= made);
  } catch {
    return false; // not built, or a source is gone
  }
}

if (process.features.typescript) {
  module.enableCompileCache();
  if (bundleIsFresh()) await import('./generated/sudoku.js');
  else await import('./sudoku.ts');
} else {
  const node = module.createRequire(import.meta.url).resolve('node/bin/node');
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.on('SIGINT', () => {}); // the terminal sends it to both; the child decides
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}
