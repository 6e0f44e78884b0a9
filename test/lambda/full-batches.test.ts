import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../checks/shared/random.ts';
import { OPTIONS } from '../../checks/soak/contents.ts';
import { flagsOf } from '../../checks/soak/expected.ts';
import { planFile } from '../../core/files/index.ts';
import { ALL_CASES } from '../cases.ts';
import { Pipeline } from './fixture.ts';

// Files that one invocation processes at the same time share a process and must not affect each other. Full batches mix all
// options and families of formats, as small files, streams and chunks. The results must equal those of the command line, which
// solves each file by itself.

const EXAMPLES = new URL('../../examples/', import.meta.url);
const SUDOKU = fileURLToPath(new URL('../../bin/sudoku.js', import.meta.url));

/** One file of each family and layout. */
const NAMES = [
  'lines-of-all-sizes.txt',
  'all-solutions-9x9.txt',
  'number-lines.txt',
  'parted-grids.txt',
  'pretty-print.txt',
  'sized-mixed.txt',
  'numbers-aligned-16x16.txt',
  'sadman.sdk',
  'kaggle.csv',
  'cells-16x16.csv',
  'objects.json',
  'objects.jsonl',
];
const blank = (size: number) => '.'.repeat(size * size);
const grid = (size: number) => `${'.'.repeat(size)}\n`.repeat(size);
/** Puzzles with many solutions: listing them suspends the kernels again and again. */
const LONG = {
  'blank-lines.txt': `${[9, 4, 16, 9].map(blank).join('\n')}\n`,
  'blank-lines-16.txt': `${`${blank(16)}\n`.repeat(3)}`,
  'blank-grids.txt': `${grid(9)}\n`.repeat(3),
  'blank.jsonl': `${[9, 16, 9].map((size) => JSON.stringify({ puzzle: blank(size) })).join('\n')}\n`,
};

type FileOptions = Readonly<Record<string, string>>;

/** Options that fit only some puzzles, with files of such puzzles. */
const OWN: readonly { readonly options: FileOptions; readonly files: Readonly<Record<string, string>> }[] = [
  {
    options: { alphabet: 'SUDOKANIM', solutions: 'unique' },
    files: { 'letters.txt': `S${'.'.repeat(80)}\n${'SUDOKANIM'.repeat(9)}\n${'.'.repeat(79)}US\n` },
  },
  {
    options: { boxes: '3x2', solutions: 'count', limit: '40' },
    files: { 'boxed.txt': `123456${'.'.repeat(30)}\n${'.'.repeat(35)}6\n` },
  },
  // a stream with a result of over 5 MiB: parts are uploaded while other files are processed
  { options: { solutions: 'all', limit: '24000' }, files: { 'blank-grids.txt': `${grid(9)}\n`.repeat(3) } },
];

/** All options with TEST_CASES=all; otherwise two that FUZZ_SEED selects, one of which lists solutions. */
function drawnOptions(random: Random): readonly FileOptions[] {
  if (ALL_CASES) return OPTIONS;
  const lists = OPTIONS.filter(({ solutions }) => solutions === 'all');
  const others = OPTIONS.filter(({ solutions }) => solutions !== 'all');
  return [random.pick(lists), random.pick(others)];
}

const PACKERS = {
  small: { ending: '', pack: (bytes: Buffer) => bytes, unpack: (bytes: Buffer) => bytes },
  gzip: { ending: '.gz', pack: (bytes: Buffer) => gzipSync(bytes), unpack: gunzipSync },
  zstd: { ending: '.zst', pack: (bytes: Buffer) => zstdCompressSync(bytes), unpack: zstdDecompressSync },
};

/** Seed of the random choices, which is printed when a run begins. */
const SEED = Number(process.env.FUZZ_SEED);

/** Number of messages in a full batch. */
const BATCH = 100;

interface Case {
  readonly key: string;
  readonly bytes: Buffer;
  readonly options: FileOptions;
  readonly unpack: (bytes: Buffer) => Uint8Array;
  /** undefined for a file that is rejected */
  readonly expected: Buffer | undefined;
}

let pipeline: Pipeline;
let directory: string;
beforeAll(async () => {
  pipeline = await Pipeline.start();
  directory = await mkdtemp(join(tmpdir(), 'full-batches-'));
});
afterAll(async () => {
  await pipeline.close();
  await rm(directory, { recursive: true });
});

/** The results of `sudoku solve` for the files, one after the other. */
async function solvedAlone(names: readonly string[], options: FileOptions, run: number) {
  const output = join(directory, `solved-${run}`);
  await mkdir(output);
  const paths = names.map((name) => join(directory, name));
  const args = [
    SUDOKU,
    'solve',
    '--quiet',
    '--concurrency',
    '1',
    ...flagsOf(options),
    '--out',
    output,
    ...paths,
  ];
  // exits with 1 or 2 if a puzzle or a file is not solved
  await promisify(execFile)(process.execPath, args).catch((error: { code?: unknown }) => {
    if (error.code !== 1 && error.code !== 2) throw error;
  });
  const results = names.map(
    async (name) => [name, await readFile(join(output, name)).catch(() => undefined)] as const,
  );
  return new Map(await Promise.all(results));
}

async function drawnCases(random: Random): Promise<Case[]> {
  const files: Record<string, Buffer> = {};
  for (const [name, text] of Object.entries(LONG)) files[name] = Buffer.from(text);
  for (const name of NAMES) files[name] = await readFile(new URL(name, EXAMPLES));
  const sets = [
    ...drawnOptions(random).map((options) => ({ options, files })),
    ...(ALL_CASES ? OWN : OWN.slice(0, 2)).map(({ options, files: texts }) => ({
      options,
      files: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])),
    })),
  ];
  const cases: Case[] = [];
  for (const [run, { options, files: some }] of sets.entries()) {
    for (const [name, bytes] of Object.entries(some)) await writeFile(join(directory, name), bytes);
    const solved = await solvedAlone(Object.keys(some), options, run);
    for (const [index, [name, bytes]] of Object.entries(some).entries()) {
      const streamed = (run + index) % 2 === 0 ? PACKERS.gzip : PACKERS.zstd;
      for (const { ending, pack, unpack } of [PACKERS.small, streamed]) {
        const key = `${run}/${name}${ending}`;
        cases.push({ key, bytes: pack(bytes), options, unpack, expected: solved.get(name) });
      }
    }
  }
  return cases;
}

/** Messages of three chunks of a few lines each, if the file can be cut. */
async function chunksOf({ key, bytes, options }: Case): Promise<SQSRecord[]> {
  if (!isSplittable(key, bytes, options)) return [];
  const third = Math.ceil(bytes.length / 3);
  return pipeline.cut(`chunks/${key}`, bytes, [third, 2 * third], options);
}

function isSplittable(name: string, head: Buffer, options: FileOptions): boolean {
  const given = [options as Parameters<typeof planFile>[0]['given'][number]];
  try {
    return planFile({ head, complete: true, name, given }).splittable;
  } catch {
    return false;
  }
}

test('each file of a batch has the same result as alone, byte for byte', async () => {
  const random = new Random(SEED);
  const cases = await drawnCases(random);
  const chunks: SQSRecord[] = [];
  for (const each of cases) {
    await pipeline.upload(each.key, each.bytes, { metadata: metadataOf(each.options) });
    chunks.push(...(await chunksOf(each)));
  }
  const waiting = [...(await pipeline.receive()), ...chunks]
    .map((record) => ({ record, at: random.between(0, 2 ** 31 - 1) }))
    .sort((a, b) => a.at - b.at)
    .map(({ record }) => record);
  for (let at = 0; at < waiting.length; at += BATCH) {
    const tasks = await pipeline.run(waiting.slice(at, at + BATCH));
    expect(tasks.filter(({ error }) => error)).toEqual([]);
  }
  await pipeline.drain();

  const wrong: string[] = [];
  let compared = 0;
  const compare = async (key: string, { unpack, expected }: Case) => {
    const result = await pipeline.object(key);
    compared++;
    const same = expected ? result && Buffer.from(unpack(result.bytes)).equals(expected) : !result;
    if (!same) wrong.push(`${key}: ${result?.bytes.length} bytes, ${expected?.length} expected`);
  };
  for (const each of cases) {
    await compare(each.key, each);
    if (isSplittable(each.key, each.bytes, each.options)) await compare(`chunks/${each.key}`, each);
  }
  expect(wrong, `FUZZ_SEED=${SEED}`).toEqual([]);
  expect(compared).toBeGreaterThan(cases.length);
  expect(await pipeline.leftovers()).toEqual([]);
}, 1_800_000);

const metadataOf = (options: FileOptions) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [`sudoku-${name}`, value]));
