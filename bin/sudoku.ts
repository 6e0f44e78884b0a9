// `sudoku` with all commands, which bin/sudoku.js runs.
import { COMMANDS } from './commands/index.ts';
import { runProgram } from './program.ts';

// only the named command if there is one: loading the flags of all commands takes some milliseconds
const name = process.argv[2] ?? '';
const named = name === 'completion' ? undefined : COMMANDS.get(name); // completion prints all of them
// no process.exit() at the end: it waits for V8's threads, one of which may wait for this one (nodejs/node#54918)
void runProgram(named ? [named] : COMMANDS.values());
