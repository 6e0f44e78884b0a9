// Entry point of the threads that do tasks. Plain JavaScript, so that the compile cache is on before the first TypeScript is
// loaded; see ../sudoku.js.
import { enableCodeCache } from '../cli/stored-code.js';

enableCodeCache();
await import('./task-worker.ts');
