import { Exit } from './exit.ts';

/** Ends the process on Ctrl-C, and on a request to terminate, after a last synchronous step. */
export function onInterrupt(lastStep: () => void): void {
  process.once('SIGINT', () => {
    lastStep();
    process.exit(Exit.interrupted);
  });
  process.once('SIGTERM', () => {
    lastStep();
    process.exit(Exit.terminated);
  });
}
