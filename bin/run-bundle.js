// Node's compile cache has the code that V8 compiles when a module is loaded, but not that of functions, which V8 compiles at
// their first call: a quarter of the time to the first result. Scripts of `node:vm` can give all code once they have run.
const { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } = process.getBuiltinModule('node:fs');
const module = process.getBuiltinModule('node:module');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const { Script } = process.getBuiltinModule('node:vm');

/** The last line of a bundle, with the hash of the others. */
const HASH_LINE = /\/\/# hash=(\w+)\n$/;

/** Milliseconds after which code is stored again, as later runs may have called other functions. */
const RENEWED_AFTER = 24 * 60 * 60 * 1000;

/**
 * Runs a bundle of build/command-line.ts. The code of the functions that it has called is stored beside Node's compile cache,
 * for the next run.
 * @param {URL} url of a script that is a function of `require` and of its own URL
 * @param {(store: () => void) => void} whenCalled calls `store` when the bundle has called most functions
 */
export function runBundle(url, whenCalled) {
  const filename = fileURLToPath(url);
  const source = readFileSync(filename, 'latin1');
  module.enableCompileCache?.(); // Deno and Bun have none
  const directory = module.getCompileCacheDir?.();
  const hash = directory && HASH_LINE.exec(source.slice(-64))?.[1];
  const path = hash && `${directory}/sudoku-${hash}`;
  const stored = path && storedCode(path);
  const script = new Script(source, { filename, cachedData: stored?.code });
  if (path && (script.cachedDataRejected !== false || stored.age > RENEWED_AFTER)) {
    whenCalled(() => store(path, script.createCachedData()));
  }
  script.runInThisContext()(module.createRequire(url), url.href);
}

/** V8 does not verify code, and after a power failure a file may have gaps: it has everything twice. */
function storedCode(path) {
  try {
    const twice = readFileSync(path);
    const code = twice.subarray(0, twice.length / 2);
    if (code.equals(twice.subarray(code.length))) return { code, age: Date.now() - statSync(path).mtimeMs };
  } catch {} // there is none yet
  return undefined;
}

/** Other processes see all or nothing of it. */
function store(path, code) {
  const partial = `${path}.${process.pid}`;
  try {
    writeFileSync(partial, Buffer.concat([code, code]), { mode: 0o600 });
    renameSync(partial, path);
  } catch {
    // without it, the next run starts slower; a full disk must not keep a part of it
    try {
      unlinkSync(partial);
    } catch {} // it was not begun
  }
}
