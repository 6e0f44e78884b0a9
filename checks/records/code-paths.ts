// The paths through the code that must give the same result for a file: buffers, streams, pieces, chunks, commands.
import { type SpawnOptions, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { SUDOKU, temporaryFolder } from '../../bench/shared/programs.ts';
import {
  type FilePlan,
  openFile,
  planFile,
  RECOGNISED_BYTES,
  readFrom,
  type Tally,
} from '../../core/files/index.ts';
import { optionPairs } from '../../core/options/option-text.ts';
import { solveRange } from '../../lambda/chunks/solve-chunk.ts';
import { ByteCollector } from '../../lambda/invocation/solve-in-place.ts';
import type { Random } from '../shared/random.ts';
import { fileReports } from '../soak/expected.ts';
import type { RecordFile } from './record-files.ts';

/** The result of a file or of a part of it, and its counts; those of parts add up to those of the file. */
interface Solved {
  readonly bytes: Buffer;
  readonly counts: Pick<Tally, 'puzzles' | 'solved' | 'invalid'>;
}

/** One path through the code. Resolves to undefined if it does not apply to the file. */
export type CodePath = (file: RecordFile, random: Random) => Promise<Solved | undefined>;

/** Maximum attempts at an interrupted file: far more than the blocks of any file. */
const MAX_ATTEMPTS = 20_000;

function planOf({ bytes, ending, given = {} }: RecordFile): FilePlan {
  const head = bytes.subarray(0, RECOGNISED_BYTES);
  return planFile({ head, complete: head.length === bytes.length, name: `records${ending}`, given: [given] });
}

function add(sum: Solved['counts'], { puzzles, solved, invalid }: Solved['counts']): Solved['counts'] {
  return { puzzles: sum.puzzles + puzzles, solved: sum.solved + solved, invalid: sum.invalid + invalid };
}

const NO_COUNTS = { puzzles: 0, solved: 0, invalid: 0 };

/** Copies of parts of a file, since the consumer may overwrite them. */
async function* pieces(bytes: Uint8Array, random: Random, most: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + random.between(1, most));
    yield Uint8Array.from(bytes.subarray(at, end));
    at = end;
  }
}

/** A size of pieces such as files, streams and connections deliver, down to a few bytes for a short file. */
const pieceSize = (random: Random, { length }: Uint8Array): number =>
  Math.max(random.pick([7, 1000, 65_536, 2 ** 20]), Math.ceil(length / 5000));

/** Runs `sudoku solve` on a file, which it reads from a path or from a pipe. */
async function commandLine(
  { bytes, ending, given = {} }: RecordFile,
  args: readonly string[],
  isPiped: boolean,
): Promise<Solved> {
  using folder = temporaryFolder();
  const [input, output] = [join(folder.path, `in${ending}`), join(folder.path, 'out')];
  await writeFile(input, bytes);
  const flags = optionPairs(given).map(([name, value]) =>
    value === 'true' ? `--${name}` : `--${name}=${value}`,
  );
  const common = [SUDOKU, 'solve', '--json', ...flags, ...args, ...(isPiped ? ['-'] : [input])];
  const options: SpawnOptions = { stdio: ['pipe', 'pipe', 'pipe'] };
  const child = spawn(process.execPath, isPiped ? common : [...common, '--out', output], options);
  // the child may exit early; its exit code is checked below
  child.stdin!.on('error', () => {});
  child.stdin!.end(isPiped ? bytes : '');
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr] = await Promise.all([buffer(child.stdout!), buffer(child.stderr!)]);
  const code = await exited;
  const [report, ...others] = fileReports(stderr.toString());
  if ((code !== 0 && code !== 1) || !report || others.length > 0)
    throw new Error(`exit code ${code}: ${stderr.toString()}`);
  const counts = add(NO_COUNTS, report as unknown as Solved['counts']);
  return { bytes: isPiped ? stdout : await readFile(output), counts };
}

/** Solves a file or a range of lines as the function does: each attempt stops after a limited number of output bytes. */
async function interrupted(
  plan: FilePlan,
  file: Uint8Array,
  range: { readonly from: number; readonly to: number },
  random: Random,
): Promise<Solved> {
  const outputs: Buffer[] = [];
  let counts: Solved['counts'] = NO_COUNTS;
  let { from } = range;
  for (let attempt = 0; from < range.to; attempt++) {
    if (attempt === MAX_ATTEMPTS)
      throw new Error(`expected an end, got ${MAX_ATTEMPTS} attempts, at byte ${from}`);
    const rest = { from, to: range.to };
    const source = pieces(file.subarray(readFrom(rest)), random, pieceSize(random, file));
    const output = new ByteCollector(0);
    const mostOutput = random.pick([1, 100_000, 1_000_000, Infinity]);
    const solved = await solveRange(plan, source, rest, output, { mostOutput });
    outputs.push(Buffer.from(output.bytes()));
    counts = add(counts, solved.tally);
    if (solved.range.to === from) throw new Error(`expected progress, got none at byte ${from}`);
    from = solved.range.to;
  }
  return { bytes: Buffer.concat(outputs), counts };
}

/** The command line with so many threads. */
export const threads =
  (count: number): CodePath =>
  (file) =>
    commandLine(file, ['--concurrency', String(count)], false);

const pipe =
  (count: number): CodePath =>
  (file) =>
    commandLine(file, ['--concurrency', String(count)], true);

function compressed(pack: (bytes: Buffer) => Buffer, unpack: string): CodePath {
  return async (file) => {
    const packed = { ...file, bytes: pack(file.bytes), ending: `${file.ending}.${unpack}` };
    const { bytes, counts } = await commandLine(packed, [], false);
    return { bytes: unpack === 'gz' ? gunzipSync(bytes) : zstdDecompressSync(bytes), counts };
  };
}

/** Every path through the code, by its name in messages. */
export const CODE_PATHS: Readonly<Record<string, CodePath>> = {
  'one pass': async (file) => {
    const solver = openFile(planOf(file));
    const output = [...solver.push(file.bytes), ...solver.end()];
    return { bytes: Buffer.concat(output), counts: add(NO_COUNTS, solver.tally) };
  },
  pieces: async (file, random) => {
    const solver = openFile(planOf(file));
    const output: Uint8Array[] = [];
    for await (const piece of pieces(file.bytes, random, pieceSize(random, file.bytes))) {
      output.push(...solver.push(piece));
      piece.fill(0xaa);
    }
    output.push(...solver.end());
    return { bytes: Buffer.concat(output), counts: add(NO_COUNTS, solver.tally) };
  },
  interruptions: async (file, random) => {
    const plan = planOf(file);
    if (!plan.splittable) return undefined;
    return interrupted(plan, file.bytes, { from: 0, to: file.bytes.length }, random);
  },
  chunks: async (file, random) => {
    const plan = planOf(file);
    if (!plan.splittable) return undefined;
    const { length } = file.bytes;
    const cuts = Array.from({ length: random.between(1, 20) }, () => random.between(1, length));
    const ends = [...new Set([...cuts, length])].sort((a, b) => a - b);
    const output: Buffer[] = [];
    let counts: Solved['counts'] = NO_COUNTS;
    for (const [i, to] of ends.entries()) {
      const part = await interrupted(plan, file.bytes, { from: ends[i - 1] ?? 0, to }, random);
      output.push(part.bytes);
      counts = add(counts, part.counts);
    }
    return { bytes: Buffer.concat(output), counts };
  },
  'one thread': threads(1),
  '1 to 8 threads': (file, random) => threads(random.between(1, 8))(file, random),
  '3 threads': threads(3),
  '7 threads': threads(7),
  '16 threads': threads(16),
  '64 threads': threads(64),
  pipe: pipe(1),
  'pipe, 7 threads': pipe(7),
  gzip: compressed((bytes) => gzipSync(bytes, { level: 1 }), 'gz'),
  zstandard: compressed((bytes) => zstdCompressSync(bytes), 'zst'),
};

/** The fault in the result of one path; undefined if there is none, or if the path does not apply to the file. */
export async function faultOf(path: CodePath, file: RecordFile, random: Random): Promise<string | undefined> {
  try {
    const solved = await path(file, random);
    if (solved === undefined) return undefined;
    if (!solved.bytes.equals(file.solved)) return differenceOf(solved.bytes, file.solved);
    const [expected, got] = [JSON.stringify(file.counts), JSON.stringify(solved.counts)];
    return expected === got ? undefined : `expected the counts ${expected}, got ${got}`;
  } catch (error) {
    return (error as Error).message.slice(0, 500);
  }
}

function differenceOf(got: Buffer, expected: Buffer): string {
  let at = 0;
  while (at < got.length && got[at] === expected[at]) at++;
  const around = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1', Math.max(0, at - 30), at + 30));
  return (
    `expected ${expected.length} bytes, got ${got.length}; they differ from byte ${at} on: ` +
    `expected ${around(expected)}, got ${around(got)}`
  );
}
