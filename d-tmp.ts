import { readFileSync } from 'node:fs';
import { anyGeometry } from './core/solver/geometry.ts';
import { batchResult } from './core/solver/engine.ts';
import { lanesEngine } from './core/solver/lanes/engine.ts';
const js=JSON.parse(readFileSync('/tmp/lanes/jigsaw-1.json','utf8'));
for (const [m,z] of [[2,0],[2,1],[3,2]] as const) {
const cells:number[]=[]; const own=[]; for(let i=0;i<m;i++){ own.push(anyGeometry(9,'classic',undefined,js[z].regions)); cells.push(...Array.from(js[z].cells as string,Number)); }
 const r=batchResult(own[0],m); lanesEngine.solveBatch({geometry:own[0],count:m,cells:Uint8Array.from(cells),own},{mode:'count',limit:100,budget:1e6,deadline:Infinity},r); console.log([...r.statuses],[...r.counts],[...r.guesses]); }
