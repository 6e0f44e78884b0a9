// `sudoku solve` by itself, which bin/sudoku.js runs: bundled without the other commands, it is few files to load.
import { endProcess } from './cli/standard-streams.ts';
import { addSolve } from './commands/solve.ts';
import { runProgram } from './program.ts';

await runProgram([addSolve]);
await endProcess();
