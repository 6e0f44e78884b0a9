import { Exit } from './exit.ts';
import { systemMessage } from './paths.ts';

/**
 * Ends the process where nobody takes its output: quietly with 0 if a reader has had enough, as `head` has; with a word
 * if it cannot be written. Nobody is told that nobody can be told.
 */
export function endWithOutput(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(Exit.allSolved);
    process.stderr.write(`sudoku: cannot write standard output: ${systemMessage(error) ?? error.message}\n`);
    process.exit(Exit.failure);
  });
}
