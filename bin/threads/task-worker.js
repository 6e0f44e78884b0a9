// Plain JavaScript, so that the compile cache is on before the first TypeScript is met; see ../sudoku.js.
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./work.ts');
