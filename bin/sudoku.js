#!/usr/bin/env node
// Plain JavaScript for two reasons: a Node too old to run TypeScript can read it and hand over to the one that the
// project brings, and the compile cache, once on, spares the later ones of the imports below from being stripped of
// types again (half of the time to start).
import { spawn } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (process.features.typescript) {
  module.enableCompileCache();
  await import('./sudoku.ts');
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
