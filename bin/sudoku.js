#!/usr/bin/env node
// Plain JavaScript for two reasons: a Node that is too old for the rest can run it and start the Node of the clone, or
// report the required version; and the compile cache, once enabled, also caches the modules that are imported below.

/**
 * Loads a module of Node. `import` would load everything that it exports, streams included. A Node without
 * getBuiltinModule is too old and starts another Node anyway.
 */
const builtin = async (name) => process.getBuiltinModule?.(name) ?? import(name);
const { existsSync, readFileSync, statSync } = await builtin('node:fs');
const module = await builtin('node:module');
const { fileURLToPath } = await builtin('node:url');

/** The version of `engines` in package.json: the first Node 22 with `process.threadCpuUsage`. */
const MIN_NODE = [22, 19];

const here = (path) => new URL(path, import.meta.url);

/** A clone has the sources, the installed package does not. */
const isInstalled = !existsSync(here('sudoku.ts'));

/** Whether there is a bundle that is newer than all of its sources. */
function bundleIsFresh() {
  try {
    const clone = fileURLToPath(here('..'));
    const list = `${clone}dist/cli/sources.json`;
    const made = statSync(list).mtimeMs;
    const sources = JSON.parse(readFileSync(list, 'utf8'));
    return sources.every((path) => statSync(clone + path).mtimeMs <= made);
  } catch {
    return false; // there is no bundle, or a source is missing
  }
}

function isTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]);
}

/** Set for the Node that this one starts, so that it does not start another one. */
const HANDED_OVER = 'SUDOKU_HANDED_OVER';

/** Runs this file with the Node of the clone's npm scripts. */
async function handOver() {
  const { spawn } = await import('node:child_process'); // slow to load, and only needed here
  const { platform, arch } = process;
  const names = { win32: 'node-win', darwin: arch === 'arm64' ? 'node-bin-darwin' : 'node-darwin' };
  const name = `${names[platform] ?? `node-${platform}`}-${arch}`;
  const manifest = module.createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const node = fileURLToPath(new URL(bin.node, `file://${manifest}`));
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [HANDED_OVER]: '1' },
  });
  process.on('SIGINT', () => {}); // the terminal sends it to both processes; the child decides
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

if (isInstalled && isTooOld()) {
  const { version, execPath } = process;
  console.error(
    `sudoku: expected Node ${MIN_NODE.join('.')} or later, got ${version.slice(1)} (${execPath})`,
  );
  console.error('To run it on a newer one: npx -p node@24 -p sudoku-batch sudoku …');
  process.exitCode = 3;
} else if (isInstalled || (!isTooOld() && bundleIsFresh())) {
  const bundle = here('../dist/cli/sudoku.js');
  const { runBundle } = await import('./cli/stored-code.js');
  if (existsSync(bundle)) {
    // words that are no command store nothing for themselves: there is no end of them
    runBundle(bundle, process.argv[2], (store) => process.on('exit', (code) => store(code === 2)));
  } else {
    console.error(`sudoku: expected the file ${fileURLToPath(bundle)}, got none: install the package again`);
    process.exitCode = 3;
  }
} else if (process.features.typescript) {
  const { enableCodeCache } = await import('./cli/stored-code.js');
  enableCodeCache();
  await import('./sudoku.ts');
} else if (process.env[HANDED_OVER]) {
  console.error(
    'sudoku: expected a Node that runs TypeScript, got one with type stripping turned off (NODE_OPTIONS)',
  );
  process.exitCode = 3;
} else {
  await handOver();
}
