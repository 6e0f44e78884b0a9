// `sudoku` with all commands, which bin/sudoku.js runs for every command but `solve`.
import { COMMANDS } from './commands/index.ts';
import { runProgram } from './program.ts';

// only the named command if there is one: defining the flags of all commands takes some milliseconds
const name = process.argv[2] ?? '';
const named = name === 'completion' ? undefined : COMMANDS.get(name); // completion prints all of them
await runProgram(named ? [named] : COMMANDS.values());
