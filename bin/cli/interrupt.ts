import { Exit } from './exit.ts';

const CODES = {
  SIGINT: Exit.interrupted,
  SIGTERM: Exit.terminated,
  SIGHUP: Exit.hungUp,
} as const;

/**
 * Ends the process on Ctrl-C, on a request to terminate, and when its terminal goes, after a last synchronous step.
 * @param lastStep gets the exit code
 */
export function onInterrupt(lastStep: (code: Exit) => void): void {
  for (const [signal, code] of Object.entries(CODES)) {
    process.once(signal, () => {
      lastStep(code);
      process.exit(code);
    });
  }
}
