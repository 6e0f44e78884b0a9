import { Exit } from './exit.ts';

const CODES = {
  SIGINT: Exit.interrupted,
  SIGTERM: Exit.terminated,
  SIGHUP: Exit.hungUp,
} as const;

/** @param code that the process is about to end with */
type LastStep = (code: Exit) => unknown;

const lastSteps: LastStep[] = [];
let isEnding = false;

/**
 * From now on Ctrl-C, a request to terminate and the loss of the terminal end the process by `process.exit`, which runs
 * the `exit` listeners: they remove unfinished files. Called before anything is opened.
 */
export function exitOnSignals(): void {
  for (const [signal, code] of Object.entries(CODES)) process.on(signal, () => end(code));
}

/** Adds a step that a signal runs before the process ends. The process waits for a step that returns a promise. */
export function onInterrupt(lastStep: LastStep): void {
  lastSteps.push(lastStep);
}

function end(code: Exit): void {
  if (isEnding) process.exit(code); // a second signal does not wait
  isEnding = true;
  try {
    const waiting = lastSteps.map((step) => step(code)).filter((result) => result instanceof Promise);
    if (waiting.length > 0) {
      void Promise.allSettled(waiting).then(() => process.exit(code));
      return;
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`);
  }
  process.exit(code);
}
