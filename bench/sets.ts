// npm run bench -- sets [FILES] [--peer COMMAND] [--grid-peer COMMAND] [--puzzles N] [--rounds N]
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { generateCells } from '../core/solver/generate-cells.ts';
import { geometry } from '../core/solver/model/geometry.ts';
import { canonicalForms } from '../core/solver/symmetry/canonical.ts';
import { runProgram, sudoku, tableHead, tableRow, temporaryFolder } from './shared/programs.ts';
import { readSets } from './shared/puzzle-sets.ts';
import { childrenMs, machineText, median, spreadText, timed } from './shared/timing.ts';

const program = new Command('sets')
  .description(
    'Times canonical forms, one thread, beside another program; then the commands on sets beside sudoku solve. Processor time, in turns.',
  )
  .argument('[files...]', '9x9 puzzle files; without one, minimal puzzles and full grids are generated')
  .option(
    '--peer <command>',
    'program that reads puzzles, one per line, from standard input, and prints a line that begins with the form of each',
  )
  .option('--grid-peer <command>', 'such a program for full grids')
  .option('--puzzles <n>', 'puzzles of a set at most, and of the files for the commands', Number, 200_000)
  .option('--rounds <n>', 'timed rounds, after a warm-up', Number, 5)
  .parse();
const flags = program.opts<{ peer?: string; gridPeer?: string; puzzles: number; rounds: number }>();
const CELLS = 81;
/** Different puzzles of a generated set. */
const DIFFERENT = 20_000;
/** Puzzles of a turn at least: the set is repeated, so that the start of a program does not count. */
const MIN_TURN = 200_000;

interface Cells {
  readonly name: string;
  readonly cells: Uint8Array;
}

const sets = program.args.length > 0 ? await fileSets(program.args) : generatedSets();
console.log(`${machineText()}; medians of ${flags.rounds} rounds (range)\n`);
console.log(tableHead('set', 'puzzles', 'forms/s', "times the peer's rate", 'forms that differ'));
for (const set of sets) console.log(formsRow(set));
const columns = ['command, two threads', 'processor time of sudoku solve', 'puzzles/s of processor time'];
console.log(`\n${tableHead(...columns)}`);
for (const row of commandRows(sets[0]!)) console.log(row);

async function fileSets(paths: readonly string[]): Promise<Cells[]> {
  const read = await Promise.all(paths.map((path) => readSets(path, undefined)));
  return read.flatMap((own, i) =>
    own.map(({ cells }) => ({ name: basename(paths[i]!), cells: cells.subarray(0, flags.puzzles * CELLS) })),
  );
}

function generatedSets(): Cells[] {
  const all = generateCells(geometry(9), { seed: 1 });
  const taken = Array.from({ length: Math.min(DIFFERENT, flags.puzzles) }, () => all.next().value);
  const joined = (grids: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(grids));
  return [
    { name: 'minimal', cells: joined(taken.map(({ cells }) => cells)) },
    { name: 'full grids', cells: joined(taken.map(({ solution }) => solution)) },
  ];
}

function formsRow({ name, cells }: Cells): string {
  const count = cells.length / CELLS;
  const [ours, ratios] = [[] as number[], [] as number[]];
  const times = Math.ceil(Math.min(MIN_TURN, flags.puzzles) / count);
  const input = linesOf(cells).repeat(times);
  const peer = cells.includes(0) ? flags.peer : flags.gridPeer;
  let differing = 0;
  for (let round = 0; round <= flags.rounds; round++) {
    let forms = new Uint8Array();
    const spent = timed(() => {
      for (let i = 0; i < times; i++) forms = new Uint8Array(canonicalForms(cells).forms);
    });
    const before = childrenMs();
    const theirs = peer === undefined ? undefined : peerForms(peer, input);
    const peerSpent = childrenMs() - before;
    if (round === 0) {
      differing =
        theirs
          ?.slice(0, count)
          .filter((form, i) => form !== linesOf(forms.subarray(i * CELLS, (i + 1) * CELLS)).trim()).length ??
        0;
      continue; // warm-up
    }
    ours.push(spent);
    if (theirs) ratios.push(peerSpent / spent);
  }
  const rate = Math.round((times * count * 1000) / median(ours)).toLocaleString('en');
  const beside = peer === undefined ? ['', ''] : [spreadText(ratios), differing];
  return tableRow(name, count.toLocaleString('en'), rate, ...beside);
}

/** The forms that the peer prints, with dots for empty cells. */
function peerForms(command: string, input: string): string[] {
  return runProgram('sh', ['-c', command], { input, name: 'the peer' })
    .stdout.trim()
    .split('\n')
    .map((line) => line.slice(0, CELLS).replaceAll('0', '.'));
}

/** Times commands on a file of puzzles, with random equivalents until there are enough. */
function commandRows({ cells }: Cells): string[] {
  using folder = temporaryFolder();
  const path = (name: string) => join(folder.path, name);
  const [few, many, solved, out] = [path('few.txt'), path('many.txt'), path('solved.txt'), path('out')];
  writeFileSync(few, linesOf(cells));
  const copies = Math.max(0, Math.ceil(flags.puzzles / (cells.length / CELLS)) - 1);
  if (copies > 0) sudoku(['augment', few, '--times', `${copies}`, '-o', many, '-q']);
  else writeFileSync(many, linesOf(cells));
  const puzzles = readFileSync(many).length / (CELLS + 1);
  const commands: readonly (readonly [name: string, args: readonly string[]])[] = [
    ['solve', ['solve', many, '-o', solved]],
    ['check', ['check', solved, '--against', many]],
    ['convert to CSV', ['convert', many, path('out.csv')]],
    ['convert to Parquet', ['convert', many, path('out.parquet')]],
    ['select by clues', ['select', many, '--where', 'clues>20', '-o', out]],
    ['select a sample', ['select', many, '--sample', '1000', '-o', out]],
    ['canonical', ['canonical', many, '-o', out]],
    ['dedupe', ['dedupe', many, '-o', out]],
    ['dedupe with the keys on disk', ['dedupe', many, '-o', out, '--memory', '1']],
    ['split', ['split', many, '--parts', 'train=0.9,test=0.1', '-o', path('parts')]],
    ['audit', ['audit', many, '-o', out]],
    ['audit with the keys on disk', ['audit', many, '-o', out, '--memory', '1']],
    ['augment, one copy each', ['augment', many, '-o', out]],
  ];
  const spent = commands.map(() => [] as number[]);
  for (let round = 0; round <= flags.rounds; round++) {
    for (const [i, [, args]] of commands.entries()) {
      const before = childrenMs();
      // 1: an audit has findings
      const threads = args[0] === 'convert' ? [] : ['--concurrency', '2'];
      sudoku([...args, ...threads, '-q'], [0, 1]);
      if (round > 0) spent[i]!.push(childrenMs() - before);
    }
  }
  return commands.map(([name], i) => {
    const ratios = spent[i]!.map((ms, round) => ms / spent[0]![round]!);
    const rate = Math.round((puzzles * 1000) / median(spent[i]!)).toLocaleString('en');
    return tableRow(name, spreadText(ratios), rate);
  });
}

function linesOf(cells: Uint8Array): string {
  const text = Buffer.from(cells.map((digit) => (digit === 0 ? 0x2e : 0x30 + digit))).toString('latin1');
  return text.replace(/.{81}/g, '$&\n');
}
