import { Exit } from './exit.ts';
import { systemMessage } from './paths.ts';

type Name = 'stdout' | 'stderr';

/** Those that somebody asked for: to make one takes milliseconds, and many a run writes to files only. */
const made = new Map<Name, NodeJS.WriteStream>();

/**
 * Ends the process where nobody takes its output: quietly with 0 if a reader has had enough, as `head` has; with a word
 * if it cannot be written. Nobody is told that nobody can be told.
 */
export function endWithOutput(): void {
  whenMade('stderr', (stderr) => stderr.on('error', () => {}));
  whenMade('stdout', (stdout) =>
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(Exit.allSolved);
      process.stderr.write(
        `sudoku: cannot write standard output: ${systemMessage(error) ?? error.message}\n`,
      );
      process.exit(Exit.failure);
    }),
  );
}

/** Ends the process when its output is written. What it has is not taken apart, which takes some ten milliseconds. */
export async function endProcess(): Promise<never> {
  await Promise.all(
    Array.from(made.values(), (stream) => new Promise<void>((resolve) => stream.write('', () => resolve()))),
  );
  process.exit();
}

/** Has something done to a stream of the process when it is first asked for. */
function whenMade(name: Name, prepare: (stream: NodeJS.WriteStream) => void): void {
  const own = Object.getOwnPropertyDescriptor(process, name)!;
  Object.defineProperty(process, name, {
    ...own,
    get() {
      const stream = own.get!.call(process) as NodeJS.WriteStream;
      Object.defineProperty(process, name, own);
      made.set(name, stream);
      prepare(stream);
      return stream;
    },
  });
}
