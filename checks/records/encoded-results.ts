// Results that are encoded: the rows of a file of records are those of each record alone.

import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import {
  needsRanges,
  planFile,
  planRanges,
  RejectedFile,
  rangedState,
  rangesOf,
  solveFramed,
} from '../../core/files/index.ts';
import type { OutputFormat } from '../../core/options/options.ts';
import { parquetFile } from '../../test/core/formats/parquet-file.ts';
import type { Random } from '../shared/random.ts';
import { RECORD_POOLS, type RecordPool } from './record-pools.ts';

/** Records of a kind of file whose results are encoded. */
interface EncodedPool extends Pick<RecordPool, 'name' | 'ending' | 'format' | 'guides' | 'records'> {
  readonly outputs: readonly OutputFormat[];
  readonly fileOf: (texts: readonly string[]) => Buffer;
}

const TEXT = { repetition: 'optional', type: 'BYTE_ARRAY', converted: 0 } as const;
const COLUMNS = ['puzzle', 'solution', 'variant', 'regions', 'cages', 'thermos', 'even'].map((name) => ({
  name,
  ...TEXT,
}));
const OBJECTS = RECORD_POOLS.find(({ name }) => name === 'JSON Lines')!;

/** The columns of a record in JSON; undefined unless it is an object with a puzzle. */
function columnsIn(text: string): Record<string, string> | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(
    members.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

const POOLS: readonly EncodedPool[] = [
  // the header of an array says how many records follow
  ...RECORD_POOLS.filter(({ ending }) => ending !== '.npy').map((pool): EncodedPool => {
    const fileOf = (texts: readonly string[]) =>
      Buffer.concat([
        pool.head(texts.length),
        Buffer.from(`${texts.join(pool.between)}${pool.foot}`, 'latin1'),
      ]);
    return { ...pool, outputs: ['parquet', 'npy'], fileOf };
  }),
  {
    name: 'Parquet',
    ending: '.parquet',
    guides: OBJECTS.guides,
    records: OBJECTS.records.filter((text) => columnsIn(text)?.puzzle !== undefined),
    outputs: ['same', 'parquet', 'npy'],
    // pages of few rows, and several in each page
    fileOf: (texts) =>
      Buffer.from(
        parquetFile(
          COLUMNS,
          texts.map((text) => columnsIn(text)!),
          7,
        ),
      ),
  },
];

/**
 * Solves a file of random records with each encoded output.
 * @param names of pools to draw from, all by default
 * @returns the first difference from the rows of each record alone; undefined if there is none
 */
export async function encodedFault(
  random: Random,
  records: number,
  names?: readonly string[],
): Promise<string | undefined> {
  const pool = random.pick(POOLS.filter(({ name }) => names === undefined || names.includes(name)));
  for (const output of pool.outputs) {
    const rowsIn = (texts: readonly string[]) => rowsOf(pool, output, [...pool.guides, ...texts]);
    const guides = await unlessRejected(rowsIn([]));
    if (!guides) continue;
    const texts = Array.from({ length: records }, () =>
      random.pick(random.chance(50) ? pool.guides : pool.records),
    );
    const known = new Map<string, readonly string[] | undefined>();
    for (const text of new Set(texts))
      if (!pool.guides.includes(text))
        known.set(text, (await unlessRejected(rowsIn([text])))?.slice(guides.length));
    const solved = texts.filter((text) => pool.guides.includes(text) || known.get(text) !== undefined);
    const expected = [
      ...guides,
      ...solved.flatMap((text) => known.get(text) ?? [guides[pool.guides.indexOf(text)]!]),
    ];
    const rows = await rowsIn(solved);
    const at = expected.findIndex((row, i) => row !== rows[i]);
    if (at < 0 && rows.length === expected.length) continue;
    return `${pool.name}, ${output}: expected ${expected.length} rows, got ${rows.length}; row ${at}: expected ${expected[at]}, got ${rows[at]}`;
  }
  return undefined;
}

/** Undefined for a record that the file cannot have, such as another size in an array, or one that is no record of the format. */
async function unlessRejected<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof RejectedFile) return undefined;
    throw error;
  }
}

async function rowsOf(pool: EncodedPool, output: OutputFormat, texts: readonly string[]): Promise<string[]> {
  const file = pool.fileOf(texts);
  const given = [{ output, budget: 2000, format: pool.format }];
  const name = `records${pool.ending}`;
  const ranges = needsRanges(file) ? rangesOf(file) : undefined;
  const plan = ranges
    ? await planRanges({ ranges, name, given })
    : planFile({ head: file, complete: true, name, given });
  const pieces: Uint8Array[] = [];
  // any cut must do
  const source = (async function* () {
    for (let at = 0; at < file.length; at += 999) yield file.subarray(at, at + 999);
  })();
  let front: Uint8Array = new Uint8Array(0);
  await solveFramed(
    plan,
    rangedState(plan) ? ranges! : source,
    (bytes) => void pieces.push(Uint8Array.from(bytes)),
    {},
    async (bytes) => {
      front = bytes;
    },
  );
  const result = Buffer.concat(pieces);
  result.set(front);
  return output === 'npy' ? arrayRows(result) : parquetRows(result);
}

function arrayRows(array: Buffer): string[] {
  const from = 10 + array.readUInt16LE(8);
  const width = Number(/, (\d+)\)/.exec(array.toString('latin1', 0, from))![1]);
  return Array.from({ length: (array.length - from) / width }, (_, row) =>
    array.toString('hex', from + row * width, from + (row + 1) * width),
  );
}

async function parquetRows(file: Buffer): Promise<string[]> {
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
  const rows = await parquetReadObjects({ file: Uint8Array.from(file).buffer, compressors });
  // the front of the file decides which columns there are for rules
  return rows.map((row) =>
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}=${value as string}`)
      .join(),
  );
}
