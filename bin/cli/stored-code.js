// Code that V8 has compiled, stored for the next run: Node's compile cache and the code of bundles. V8 does not verify stored
// code, so whoever can write it can run anything as the user: no other user may be able to change its directory, or one above.
const { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync } =
  process.getBuiltinModule('node:fs');
const { readdirSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } =
  process.getBuiltinModule('node:fs');
const module = process.getBuiltinModule('node:module');
const { homedir } = process.getBuiltinModule('node:os');
const paths = process.getBuiltinModule('node:path');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const { Script } = process.getBuiltinModule('node:vm');

/** The last line of a bundle, with the hash of the others. */
const HASH_LINE = /\/\/# hash=(\w+)\n$/;

/** Milliseconds after which code is stored again, as later runs may have called other functions. */
const RENEWED_AFTER = 24 * 60 * 60 * 1000;

/** Files of stored code for one command: more than one, as several versions may be in use at the same time. */
const MOST_STORED = 2;

/** Bits of a mode: others may write; only its owner may rename an entry, as in /tmp. */
const WRITABLE = 0o022;
const STICKY = 0o1000;

/**
 * Turns on Node's compile cache, in a directory of the user's own.
 * @returns that directory; undefined if there is no safe one, or if the cache is disabled
 */
export function enableCodeCache() {
  const directory = module.enableCompileCache && ownDirectory(); // Deno and Bun have no cache
  if (!directory) return undefined;
  // has no effect if NODE_COMPILE_CACHE or NODE_DISABLE_COMPILE_CACHE is set
  module.enableCompileCache(directory);
  return module.getCompileCacheDir() && directory;
}

/** The directory, which is created if it is missing; undefined if others may change it. */
function ownDirectory() {
  try {
    const path = paths.join(cacheFolder(), 'sudoku-batch');
    if (!paths.isAbsolute(path)) return undefined;
    if (process.platform === 'win32') {
      // other users have no access to the user's folder, nor to what is created in it
      mkdirSync(path, { recursive: true });
      return path;
    }
    const folder = safeFolder(paths.dirname(path));
    const directory = folder && paths.join(folder, 'sudoku-batch');
    if (!directory) return undefined;
    makeFolder(directory);
    const stats = lstatSync(directory);
    const isOwn = stats.isDirectory() && stats.uid === process.geteuid() && (stats.mode & 0o777) === 0o700;
    return isOwn ? directory : undefined;
  } catch {
    return undefined; // it cannot be read or created
  }
}

/** Where programs of this user store what they can make again. */
function cacheFolder() {
  const { LOCALAPPDATA = '', XDG_CACHE_HOME = '' } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA;
  // the specification of XDG_CACHE_HOME ignores relative paths
  if (paths.isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  return paths.join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
}

/** The folder without links; undefined if another user than root may change it or a folder above it. */
function safeFolder(path, mayBeMissing = true) {
  if (mayBeMissing && lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    if (!safeFolder(paths.dirname(path), false)) return undefined;
    makeFolder(path);
  }
  const real = realpathSync(path);
  for (let at = real; ; at = paths.dirname(at)) {
    const { mode, uid } = lstatSync(at);
    if (uid !== 0 && uid !== process.geteuid()) return undefined;
    if ((mode & WRITABLE) !== 0 && (mode & STICKY) === 0) return undefined;
    if (at === paths.dirname(at)) return real;
  }
}

function makeFolder(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/** What may be part of a file's name. */
const WORD = /^[a-z]+$/;

/**
 * Runs a bundle of build/command-line.ts. Node's compile cache has the code that V8 compiles when a module is loaded, but not
 * that of functions, which V8 compiles at their first call: a quarter of the time to the first result. Scripts of `node:vm` can
 * give all code once they have run. The code of the functions that it has called is stored for the next run, in the
 * user's own directory.
 * @param {URL} url of a script that is a function of `require` and of its own URL
 * @param {string | undefined} use of which the code is stored by itself, such as a command, which calls functions of its own
 * @param {(store: (isForAll?: boolean) => void) => void} whenCalled calls `store` when the bundle has called most functions: for
 *   this use, or for all uses that have stored nothing yet, such as commands that do not exist
 */
export function runBundle(url, use, whenCalled) {
  const filename = fileURLToPath(url);
  const source = readFileSync(filename, 'latin1');
  const directory = enableCodeCache();
  const hash = directory && HASH_LINE.exec(source.slice(-64))?.[1];
  // each version of Node has code of its own
  const pathOf = (name) => hash && `${directory}/${name}-${process.version}-${process.arch}-${hash}`;
  const ofAll = pathOf('sudoku');
  const path = WORD.test(use ?? '') ? pathOf(`sudoku-${use}`) : ofAll;
  const own = path && storedCode(path);
  const stored = own ?? (path && storedCode(ofAll));
  const script = new Script(source, { filename, cachedData: stored?.code });
  // Deno says that it has not rejected code where it was given none
  const isFresh = stored !== undefined && script.cachedDataRejected === false && stored.age <= RENEWED_AFTER;
  if (path && !(own && isFresh)) {
    whenCalled((isForAll = false) => {
      if (!isForAll || !isFresh) store(isForAll ? ofAll : path, script.createCachedData());
    });
  }
  script.runInThisContext()(module.createRequire(url), url.href);
}

/** V8 does not verify code, and after a power failure a file may have gaps: it has everything twice. */
function storedCode(path) {
  let file;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW); // Windows has none: undefined sets no bit
    const stats = fstatSync(file);
    if (!isOwn(stats)) return undefined;
    const twice = readFileSync(file);
    const code = twice.subarray(0, twice.length / 2);
    if (code.equals(twice.subarray(code.length))) return { code, age: Date.now() - stats.mtimeMs };
  } catch {
    // there is none yet
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return undefined;
}

/** Whether a file is one that {@link store} has written: no other user may write or read it. */
function isOwn(stats) {
  const { geteuid } = process; // Windows has none; there, the directory keeps others out
  return stats.isFile() && (!geteuid || (stats.uid === geteuid() && (stats.mode & 0o777) === 0o600));
}

/** Other processes see all or nothing of it. */
function store(path, code) {
  // threads, too, store code, and containers may share a directory and have the same process numbers
  const partial = `${path}.${crypto.randomUUID()}`;
  try {
    writeFileSync(partial, Buffer.concat([code, code]), { mode: 0o600, flag: 'wx' });
    renameSync(partial, path);
    removeOlder(path);
  } catch {
    // without it, the next run starts slower; a full disk must not keep a part of it
    try {
      unlinkSync(partial);
    } catch {} // it was not begun
  }
}

/** Removes the code of older versions and bundles for the same command, which nothing may ever use again. */
function removeOlder(path) {
  const folder = paths.dirname(path);
  const front = /^sudoku(?:-[a-z]+)?-v/.exec(paths.basename(path))?.[0];
  const isPartial = (name) => /\.[0-9a-f]{8}-/.test(name);
  const same = readdirSync(folder).filter((name) => front && name.startsWith(front) && !isPartial(name));
  if (same.length <= MOST_STORED) return;
  const files = same.map((name) => {
    const file = paths.join(folder, name);
    return { file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  files.sort((a, b) => b.time - a.time);
  for (const { file } of files.slice(MOST_STORED)) if (file !== path) unlinkSync(file);
}
