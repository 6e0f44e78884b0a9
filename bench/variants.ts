// npm run bench -- variants [FILE…] [--peer FOLDER] [--count N] [--rounds N] [--only NAME]…
import { Command } from 'commander';
import type { GeneratedVariant } from '../core/solver/drawn-names.ts';
import { type BatchResult, batchResult } from '../core/solver/engine/engine.ts';
import { generateMatching } from '../core/solver/generate-matching.ts';
import { generatedShape } from '../core/solver/generated-variants.ts';
import { brokenRule, type Geometry } from '../core/solver/model/geometry.ts';
import { Status } from '../core/solver/model/status.ts';
import { engineFor } from '../core/solver/solve/engines.ts';
import {
  type Count,
  interactiveSudokuSolver,
  type VariantPuzzle,
} from './peers/interactive-sudoku-solver.ts';
import { puzzlekitPuzzles } from './puzzlekit.ts';
import { machineText, spreadText, timed } from './shared/timing.ts';

const flags = new Command('variants')
  .description(
    'Proves the uniqueness of puzzles of each variant, beside a peer. Times are processor time of one thread: ours includes ' +
      'making tables, that of the peer excludes building its grid. Both must find as many solutions, up to two, and ours the stored one if it is the only one.',
  )
  .argument('[files...]', 'files of SmilingWayne/puzzlekit-dataset, such as KillerSudoku_dataset.json')
  .option('--peer <folder>', 'clone of sigh/Interactive-Sudoku-Solver')
  .option('--count <n>', 'generated puzzles of each kind', Number, 50)
  .option('--seed <n>', 'their seed', Number, 1)
  .option('--rounds <n>', 'timed rounds, in each of which both have a turn', Number, 5)
  .option(
    '--only <name>',
    'only generated sets with this name; repeatable',
    (name: string, all: string[]) => [...all, name],
    [],
  )
  .parse();
const options = flags.opts<{ peer?: string; count: number; seed: number; rounds: number; only: string[] }>();
const build = options.peer === undefined ? undefined : await interactiveSudokuSolver(options.peer);

/** What the puzzles of each generated set have, as `sudoku generate --variant` names it. */
const SETS: readonly GeneratedVariant[] = [
  'killer',
  'jigsaw',
  'windoku',
  'anti-knight',
  'anti-king',
  'x,anti-knight',
  'x,windoku',
  'disjoint',
  'non-consecutive',
  'kropki,all-dots',
  'kropki',
  'xv',
  'greater',
  'thermo',
  'arrow',
  'whispers',
  'renban',
  'even-odd',
];

/** Minimum processor time of our turn in a round, in milliseconds. */
const TURN_MS = 60;

console.log(`${machineText()}, ${options.rounds} rounds\n
| set | puzzles | ours, µs | conflicts | solved without a guess | peer, µs | times the peer's rate | numbers that differ | several solutions | not the stored solution |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`);
for (const name of SETS) {
  if (options.only.length > 0 ? !options.only.includes(name) : flags.args.length > 0) continue;
  compare(name, generatedPuzzles(name));
}
for (const file of flags.args) {
  const { name, puzzles } = await puzzlekitPuzzles(file);
  const sizes = Map.groupBy(puzzles, ({ geometry }) => geometry.size);
  for (const [size, own] of [...sizes].sort(([a], [b]) => a - b)) compare(`${name} ${size}x${size}`, own);
}

function generatedPuzzles(name: GeneratedVariant): VariantPuzzle[] {
  const requirements = { ...generatedShape(9, name), seed: options.seed };
  const puzzles: VariantPuzzle[] = [];
  for (let i = 0; puzzles.length < options.count; i++) {
    const made = generateMatching(requirements, i);
    if (typeof made !== 'string') puzzles.push(made);
  }
  return puzzles;
}

function compare(name: string, puzzles: readonly VariantPuzzle[]): void {
  const rounds: { ours: number; peer: number }[] = [];
  let answers = solve(puzzles);
  let differ = 0;
  // the first round warms up
  for (let round = -1; round < options.rounds; round++) {
    let [ours, passes] = [0, 0];
    while (ours < TURN_MS) {
      // copies, so that the tables that are cached for a geometry are made again
      const copies = new Map(puzzles.map(({ geometry }) => [geometry, { ...geometry }]));
      const fresh = puzzles.map(({ geometry, cells }) => ({ geometry: copies.get(geometry)!, cells }));
      ours += timed(() => {
        answers = solve(fresh);
      });
      passes++;
    }
    let peer = Number.NaN;
    if (build) {
      peer = 0;
      differ = 0;
      for (const [i, puzzle] of puzzles.entries()) {
        const count: Count = build(puzzle);
        let found = 0;
        peer += timed(() => {
          found = count(2);
        });
        if (found !== answers.counts[i]) differ++;
      }
    }
    if (round >= 0) rounds.push({ ours: ours / passes, peer });
  }
  const micros = (ms: number) => `${((1000 * ms) / puzzles.length).toFixed(1)}`;
  const several = answers.counts.filter((count) => count > 1).length;
  const given = answers.statuses.filter((status) => status === Status.unsolved).length;
  const wrong = puzzles.filter((puzzle, i) => !agrees(puzzle, answers, i)).length;
  if (differ + wrong > 0) process.exitCode = 1;
  const cells = [
    name,
    puzzles.length,
    spreadText(
      rounds.map(({ ours }) => ours),
      micros,
    ),
    (answers.guesses.reduce((sum, guesses) => sum + guesses, 0) / puzzles.length).toFixed(2),
    `${Math.round((100 * answers.guesses.filter((guesses) => guesses === 0).length) / puzzles.length)} %`,
    build
      ? spreadText(
          rounds.map(({ peer }) => peer),
          micros,
        )
      : '',
    build
      ? spreadText(
          rounds.map(({ ours, peer }) => peer / ours),
          (times) => times.toFixed(1),
        )
      : '',
    `${differ}${given > 0 ? `, ${given} given up` : ''}`,
    several,
    wrong,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Whether the stored solution of a puzzle is one, and that which we have found if there is only one. */
function agrees({ geometry, solution }: VariantPuzzle, answers: BatchResult, i: number): boolean {
  if (brokenRule(geometry, solution) || answers.counts[i] === 0) return false;
  const own = answers.solutions.subarray(i * geometry.cells, (i + 1) * geometry.cells);
  return answers.counts[i] !== 1 || solution.every((digit, cell) => digit === own[cell]);
}

function solve(puzzles: readonly Omit<VariantPuzzle, 'solution'>[]) {
  const { geometry } = puzzles[0]!;
  const own: Geometry[] = puzzles.map((puzzle) => puzzle.geometry);
  const isShared = puzzles.every((puzzle) => puzzle.geometry === geometry);
  const cells = new Uint8Array(Buffer.concat(puzzles.map((puzzle) => puzzle.cells)));
  const result = batchResult(geometry, puzzles.length);
  const batch = { geometry, count: puzzles.length, cells, own: isShared ? undefined : own };
  const limits = { mode: 'unique', limit: 2, budget: 1e6, deadline: Infinity } as const;
  engineFor(geometry, batch.own).solveBatch(batch, limits, result);
  return result;
}
