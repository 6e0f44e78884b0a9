// npm run bench:files -- [FILE]
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { HEAD_BYTES, openFile, planFile } from '../core/files/index.ts';
import { formatOf } from '../core/formats/formats.ts';
import { RecordBuffer } from '../core/formats/record-buffer.ts';
import { type BatchResult, batchResult } from '../core/solver/engine.ts';
import { defaultBudget, engineFor } from '../core/solver/engines.ts';
import { generate } from '../core/solver/generate.ts';
import { geometry } from '../core/solver/geometry.ts';
import { median } from './median.ts';

const ROUNDS = 9;
/** About as much as a chunk of a large file. */
const MIN_BYTES = 16 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

const [name] = new Command('bench:files')
  .description('What reading and writing a file cost beside solving it, one thread, in turns.')
  .argument('[file]', 'of puzzles; without one, easy ones are made')
  .parse().args;
const file = repeated(name === undefined ? easyPuzzles() : await readFile(name));
const plan = planFile({ head: file.subarray(0, HEAD_BYTES), complete: false, name: name ?? '', given: [] });
const format = formatOf(plan);

/** Milliseconds for the file: reading and writing it, solving its blocks, and all as a user has it. */
const times: Record<'files' | 'solve' | 'all', number[]> = { files: [], solve: [], all: [] };
const puzzles = solveBlocks().puzzles;
for (let round = 0; round < ROUNDS; round++) {
  times.files.push(time(readAndWrite));
  times.solve.push(solveBlocks().milliseconds);
  times.all.push(time(solveFile));
}

const files = median(times.files);
const solve = median(times.solve);
const all = median(times.all);
const ratios = times.solve.map((ms, i) => times.files[i]! / ms);
const speeds = times.solve.map((ms, i) => ms / times.all[i]!);
console.log(`${plan.format}, ${puzzles} puzzles, ${file.length} bytes, Node ${process.version}, medians of ${ROUNDS} rounds
read and write  ${rate(files)}, ${(file.length / files / 1000).toFixed(0)} MB/s
solve           ${rate(solve)}
file solver     ${rate(all)}
read and write as a share of solving: ${spread(ratios)}
file solver as a share of the batch rate: ${spread(speeds)}`);

function readAndWrite(): void {
  const slabs = new RecordBuffer(format.reader(plan.state, plan.options as { variant: 'classic' }, true));
  const writer = format.writer(plan.state, plan.options);
  let result: BatchResult | undefined;
  for (const blocks of [inPieces((piece) => slabs.push(piece)), slabs.end()]) {
    for (const block of blocks) {
      if (block.geometry) result = roomFor(result, block.geometry, block.count);
      for (const _ of writer.batch(block, result!));
    }
  }
}

function solveBlocks(): { puzzles: number; milliseconds: number } {
  const slabs = new RecordBuffer(format.reader(plan.state, plan.options as { variant: 'classic' }, true));
  let [puzzles, milliseconds] = [0, 0];
  let result: BatchResult | undefined;
  for (const blocks of [inPieces((piece) => slabs.push(piece)), slabs.end()]) {
    for (const { geometry: shape, count, cells } of blocks) {
      if (!shape) continue;
      result = roomFor(result, shape, count);
      const options = { mode: 'first', limit: 1, budget: defaultBudget(shape), deadline: Infinity } as const;
      const since = performance.now();
      engineFor(shape).solveBatch({ geometry: shape, count, cells }, options, result);
      milliseconds += performance.now() - since;
      puzzles += count;
    }
  }
  return { puzzles, milliseconds };
}

function solveFile(): void {
  const solver = openFile(plan);
  for (const _ of inPieces((piece) => solver.push(piece)));
  for (const _ of solver.end());
}

function* inPieces<T>(push: (piece: Uint8Array) => Iterable<T>): Generator<T> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield* push(file.subarray(at, at + PIECE_BYTES));
}

/** Results as if all were solved; what stands in them does not matter. */
function roomFor(
  room: BatchResult | undefined,
  shape: ReturnType<typeof geometry>,
  count: number,
): BatchResult {
  const isEnough = room && room.statuses.length >= count && room.solutions.length >= count * shape.cells;
  return isEnough ? room : batchResult(shape, count);
}

function easyPuzzles(): Buffer {
  const puzzles = generate(geometry(9), { seed: 1, clues: 32 }).take(2000);
  return Buffer.from(
    puzzles
      .map(({ cells }) => `${cells.join('').replaceAll('0', '.')}\n`)
      .toArray()
      .join(''),
  );
}

function repeated(bytes: Uint8Array): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(MIN_BYTES / bytes.length) }, () => bytes));
}

function time(work: () => void): number {
  const since = performance.now();
  work();
  return performance.now() - since;
}

function rate(milliseconds: number): string {
  return `${(puzzles / milliseconds / 1000).toFixed(2)} million puzzles/s`.padStart(26);
}

function spread(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
