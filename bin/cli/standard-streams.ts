import { Exit } from './exit.ts';
import { systemMessage } from './paths.ts';

type Name = 'stdout' | 'stderr';

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

/** Has something done to a stream of the process when it is first asked for: to make one takes milliseconds, and many a run writes to files only. */
function whenMade(name: Name, prepare: (stream: NodeJS.WriteStream) => void): void {
  const own = Object.getOwnPropertyDescriptor(process, name)!;
  Object.defineProperty(process, name, {
    ...own,
    get() {
      const stream = own.get!.call(process) as NodeJS.WriteStream;
      Object.defineProperty(process, name, own);
      prepare(stream);
      return stream;
    },
  });
}
