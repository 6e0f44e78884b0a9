// `sudoku solve` by itself, which bin/sudoku.js runs: bundled without the other commands, it is few files to load.
import { addSolve } from './commands/solve.ts';
import { runProgram } from './program.ts';

// no process.exit() after it: that waits for V8's threads, one of which may wait for this one (nodejs/node#54918)
await runProgram([addSolve]);
