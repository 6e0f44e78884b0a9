// Loaded before the command line (`node --import`): sends the process a signal at the n-th moment of its work on outputs. A
// moment is just before a call of the file system, just after it, or when its callback runs. Without a signal it counts them.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { SIGNAL, MOMENT } = process.env;
const CALLS = [
  'open',
  'openSync',
  'write',
  'writeSync',
  'fdatasync',
  'close',
  'rename',
  'renameSync',
  'writeFileSync',
] as const;

type Call = (...args: unknown[]) => unknown;

let moments = 0;
const outputs = new Set<unknown>();

function moment(): void {
  if (moments++ === Number(MOMENT) && SIGNAL) process.kill(process.pid, SIGNAL);
}

function isOfOutput([first]: unknown[]): boolean {
  return typeof first === 'string' ? /out|\.partial/.test(first) : outputs.has(first);
}

function watched(name: string, original: Call): Call {
  return (...args) => {
    if (!isOfOutput(args)) return original(...args);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown, ...rest: unknown[]) => {
        if (name === 'open' && !error) outputs.add(result);
        moment();
        callback(error, result, ...rest);
      };
    }
    moment();
    const result = original(...args);
    if (name === 'openSync') outputs.add(result);
    moment();
    return result;
  };
}

if (isMainThread) {
  const calls = fs as unknown as Record<string, Call>;
  for (const name of CALLS) {
    const original = calls[name]!;
    // with the symbols that tell promisify what it returns
    calls[name] = Object.defineProperties(
      watched(name, original),
      Object.getOwnPropertyDescriptors(original),
    ) as Call;
  }
  syncBuiltinESMExports();
  process.on('exit', () => {
    if (!SIGNAL) fs.writeSync(2, `moments: ${moments}\n`);
  });
}
