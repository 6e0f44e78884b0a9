import { COMMANDS } from './commands/index.ts';
import { runProgram } from './program.ts';

// the command that is named first, or all of them where none is: to set up the flags of all takes some milliseconds
const named = COMMANDS.get(process.argv[2] ?? '');
await runProgram(named ? [named] : COMMANDS.values());
