// npm run checks -- counts FILE
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { solveCells } from '../core/puzzle/solve-cells.ts';

const [path] = new Command('counts')
  .description('Compares the modes count and all with known numbers of solutions.')
  .argument('<file>', 'lines "puzzle,number of solutions"; other lines are skipped')
  .parse().args;

const LIMIT = 1_000_000;
let checked = 0;
let wrong = 0;
for (const line of readFileSync(path!, 'latin1').split(/\r?\n/)) {
  const [puzzle = '', expected = ''] = line.split(',');
  if (!/^\d+$/.test(expected)) continue;
  const cells = Uint8Array.from(puzzle, (symbol) => (symbol === '.' ? 0 : Number.parseInt(symbol, 36)));
  const counted = solveCells(cells, { solutions: 'count', limit: LIMIT }).count;
  const listed = solveCells(cells, { solutions: 'all', limit: LIMIT });
  const texts = listed.solutions.map((solution) => solution.join());
  const ascending = texts.every((text, i) => i === 0 || texts[i - 1]! < text);
  checked++;
  if (counted === Number(expected) && listed.count === counted && texts.length === counted && ascending)
    continue;
  wrong++;
  console.log(
    `${puzzle}: expected ${expected}, counted ${counted}, listed ${texts.length}${ascending ? '' : ', not ascending'}`,
  );
}
console.log(`${checked} puzzles, ${wrong} wrong`);
process.exitCode = wrong > 0 || checked === 0 ? 1 : 0;
