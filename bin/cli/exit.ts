// How the process ends: exit codes, the errors that lead to them, and what is done when a signal arrives or a pipe is
// closed.
import { systemMessage } from './paths.ts';

/** Exit codes of the process; docs/cli.md explains them to users. */
export const Exit = {
  allSolved: 0,
  /** finished, but some puzzle is unsolved or some record wrong */
  someUnsolved: 1,
  /** wrong usage or unreadable input */
  usage: 2,
  /** a transfer, a write or a service failed, or a defect has cost a record or file */
  failure: 3,
  /** the terminal was closed: 128 + SIGHUP, as shells report it */
  hungUp: 129,
  /** Ctrl-C: 128 + SIGINT */
  interrupted: 130,
  /** 128 + SIGTERM */
  terminated: 143,
} as const;
export type Exit = (typeof Exit)[keyof typeof Exit];

/** A mistake of the caller: reported in one line, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An error that the user can act on and that is no mistake in the call, such as a full disk or an unavailable service. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
}

/** The reader of the output has closed the pipe (EPIPE), as `head` does. This is not a failure. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

const SIGNALS = {
  SIGINT: Exit.interrupted,
  SIGTERM: Exit.terminated,
  SIGHUP: Exit.hungUp,
} as const;

/** @param code exit code that the process is about to end with */
type LastStep = (code: Exit) => unknown;

const lastSteps: LastStep[] = [];
let isEnding = false;

/**
 * Makes SIGINT, SIGTERM and SIGHUP end the process by `process.exit`, which runs the `exit` listeners: they remove
 * unfinished files. Call it before anything is opened.
 */
export function exitOnSignals(): void {
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => end(code));
}

/** Adds a step that a signal runs before the process ends. The process waits for a step that returns a promise. */
export function onInterrupt(lastStep: LastStep): void {
  lastSteps.push(lastStep);
}

function end(code: Exit): void {
  if (isEnding) process.exit(code); // a second signal does not wait
  isEnding = true;
  try {
    const pending = lastSteps.map((step) => step(code)).filter((result) => result instanceof Promise);
    if (pending.length > 0) {
      void Promise.allSettled(pending).then(() => process.exit(code));
      return;
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`);
  }
  process.exit(code);
}

/**
 * Ends the process if standard output fails: with 0 and no message if the reader closed the pipe (`| head -1`), otherwise
 * with a message. Errors of standard error are ignored: there is nowhere left to report them.
 */
export function exitOnOutputErrors(): void {
  onFirstUse('stderr', (stderr) => stderr.on('error', () => {}));
  onFirstUse('stdout', (stdout) =>
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(Exit.allSolved);
      process.stderr.write(
        `sudoku: standard output: cannot be written: ${systemMessage(error) ?? error.message}\n`,
      );
      process.exit(Exit.failure);
    }),
  );
}

/** Prepares a stream of the process when it is first used: creating one takes milliseconds, and many runs only write files. */
function onFirstUse(name: 'stdout' | 'stderr', prepare: (stream: NodeJS.WriteStream) => void): void {
  const own = Object.getOwnPropertyDescriptor(process, name)!;
  if (!own.get) {
    prepare(process[name]); // Deno and Bun have created it
    return;
  }
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
