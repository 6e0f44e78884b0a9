// node tree-worker.js TREE: answers the questions of tree.ts with the code of a tree, in the current directory. Everything runs
// in this process, as starting one for each question would take longer than the answer. Plain JavaScript, so that it needs nothing
// of either tree.

import { readFileSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const LIBRARY = '(library)';
const tree = process.argv[2];
const load = (path) => import(new URL(path, `${pathToFileURL(tree).href}/`).href);

const { runCommand } = await load('bin/program.ts');
const { COMMANDS } = await load('bin/commands/index.ts');
const library = await load('core/index.ts');

const written = { stdout: [], stderr: [] };
for (const name of ['stdout', 'stderr']) {
  process[name].write = (piece, ...rest) => {
    written[name].push(typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1'));
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
}
keepTaskThreads();

process.on('message', (message) => void answer(message)); // a rejection ends the process, which is reported
process.on('disconnect', () => process.exit()); // threads would keep the process alive
process.send({ ready: true });

/** Runs a command, or calls a function of the library, and sends what came of it. */
async function answer({ args, result }) {
  written.stdout = [];
  written.stderr = [];
  process.exitCode = undefined;
  let exit;
  if (args[0] === LIBRARY) exit = call(args[1], args[2]);
  else {
    await runCommand([COMMANDS.get(args[0])], args);
    exit = Number(process.exitCode ?? 0);
  }
  const found = {
    exit: String(exit),
    stdout: written.stdout.join(''),
    stderr: written.stderr.join(''),
    result: result === undefined ? undefined : taken(result),
  };
  process.send({ answer: found, bytes: process.memoryUsage.rss() });
}

/** Calls a function of the library with a text. */
function call(name, text) {
  try {
    const value = name === 'solveText' ? textAndReport(library.solveText(text)) : library[name](text);
    written.stdout.push(
      JSON.stringify(value, (_, member) => (ArrayBuffer.isView(member) ? [...member] : member)),
    );
    return 0;
  } catch (error) {
    written.stderr.push(`${error.name}: ${error.message}`);
    return error.constructor === library.PuzzleError || error.constructor === library.RejectedFile ? 1 : 3;
  }
}

/** The report has the options and statistics, which solve --json compares. */
function textAndReport({ text, report: { format, puzzles, solved, problems } }) {
  return { text, format, puzzles, solved, problems };
}

/** The content of a result, which is removed. */
function taken(path) {
  try {
    const bytes = readFileSync(path);
    if (path !== 'solved') rmSync(path, { force: true }); // `check` reads it
    return bytes;
  } catch {
    return undefined; // refused, so nothing was written
  }
}

/** Lets commands reuse the threads for tasks: starting one takes longer than most tasks. */
function keepTaskThreads() {
  const threads = process.getBuiltinModule('node:worker_threads');
  const free = [];
  threads.Worker = new Proxy(threads.Worker, {
    construct(Worker, [entry, options]) {
      if (!entry.href.endsWith('/task-worker.js')) return new Worker(entry, options);
      const kept = free.pop();
      if (kept) setImmediate(() => kept.emit('message', { ready: true }));
      return kept ?? keptThread(new Worker(entry, options), free);
    },
  });
}

/** A thread that becomes free when it would be terminated, unless it has work. */
function keptThread(worker, free) {
  let open = 0;
  const { postMessage, terminate } = worker;
  const count = (message) => {
    if (message.done || message.rejected || message.failed !== undefined) open--;
  };
  worker.on('message', count);
  worker.postMessage = (message, transfer) => {
    if (message.job) open++;
    postMessage.call(worker, message, transfer);
  };
  worker.terminate = async () => {
    for (const event of ['message', 'error']) worker.removeAllListeners(event);
    if (open > 0) return terminate.call(worker);
    worker.on('message', count);
    free.push(worker);
  };
  return worker;
}
