// `sudoku solve` alone, which bin/sudoku.js runs: without the other commands, its bundle loads faster.
import { addSolve } from './commands/solve.ts';
import { runProgram } from './program.ts';

// no process.exit() at the end: it waits for V8's threads, one of which may wait for this one (nodejs/node#54918)
void runProgram([addSolve]);
