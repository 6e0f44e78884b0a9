import { COMMANDS } from './commands/index.ts';
import { runProgram } from './program.ts';

// only the named command if there is one: defining the flags of all commands takes some milliseconds
const named = COMMANDS.get(process.argv[2] ?? '');
await runProgram(named ? [named] : COMMANDS.values());
