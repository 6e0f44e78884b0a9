// Files that all surfaces must solve to the same bytes: examples, archives, random records, and files of every format whose
// records stand across the sizes at which the code changes its behaviour.

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { recordFile } from '../../checks/records/record-files.ts';
import { Random } from '../../checks/shared/random.ts';
import { ROOM } from '../../core/files/block-reader.ts';
import { planFile, RECOGNISED_BYTES } from '../../core/files/index.ts';
import { type NpyHeader, npyHeader, writeHeader } from '../../core/formats/npy/header.ts';
import { listOf, parquetFile } from '../core/formats/parquet-file.ts';
import { exampleFiles } from '../example-files.ts';

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Bytes of the head by which a file is recognised, of a block, and of the longest record; pieces of the page are as long. */
const SIZES = [64 * 1024, ROOM.block, ROOM.record];

/** Examples that would take minutes at these lengths, or that are one document. */
const SHORT =
  /all-solutions|no-solution|lines-with-counts|25x25|16x16|letters|mixed|all-sizes|numbers-in-commas|links|grid\.json|shopping/;

/** Quick records of a format whose examples are slow. */
const LINKS =
  '.Shape~4x4.~R1C1_1\n.Shape~4x4.AntiKnight.~R1C2_3\n.Shape~4x4.Cage~5~R1C1~R1C2\n.Shape~4x4.~R9C9_1\n';

/** All files. */
export function corpus(): CorpusFile[] {
  const examples = exampleFiles().map((name) => ({ name, bytes: readFileSync(`examples/${name}`) }));
  const archives = globSync('test/core/files/zip/fixtures/*').map((path) => ({
    name: basename(path),
    bytes: readFileSync(path),
  }));
  const plain = examples.filter(({ name }) => !SHORT.test(name) && !/\.(gz|zst)$/.test(name));
  const long = [...plain, { name: 'links.txt', bytes: Buffer.from(LINKS) }].flatMap(longOf);
  return [...examples, ...archives, ...long, ...records(), ...packed(long), ...tables()];
}

/** The records of a file again and again, up to each size, or one byte less or more. */
function longOf({ name, bytes }: CorpusFile, number: number): CorpusFile[] {
  return SIZES.filter((size) => bytes.length < size).map((size, i) => {
    const wanted = size - 1 + ((number + i) % 3);
    const repeated = repeat(name, bytes, wanted);
    // the header of an array says how long it is
    const rest = name.endsWith('.npy') ? 0 : wanted - repeated.length;
    return { name: `${wanted}-${name}`, bytes: Buffer.concat([repeated, Buffer.alloc(rest, '\n')]) };
  });
}

/** The longest file of at most so many bytes. */
function repeat(name: string, bytes: Buffer, size: number): Buffer {
  const format = formatOf(name, bytes);
  if (format === 'npy') {
    const { start, type, count, size: rows } = npyHeader(bytes) as NpyHeader;
    const [head, body] = [bytes.subarray(0, start), bytes.subarray(start)];
    const times = Math.floor((size - head.length) / body.length);
    return Buffer.concat([writeHeader(type, [times * count, rows ** 2]), ...Array<Buffer>(times).fill(body)]);
  }
  const text = bytes.toString('latin1').replace(/\n?$/, '\n');
  const times = (part: string, rest: number) =>
    part.repeat(Math.max(1, Math.floor((size - rest) / part.length)));
  if (format === 'csv') {
    const header = text.indexOf('\n') + 1;
    return Buffer.from(text.slice(0, header) + times(text.slice(header), header), 'latin1');
  }
  if (text.startsWith('[')) {
    const elements = `${text.trim().slice(1, -1).trim()},\n`;
    return Buffer.from(`[${times(elements, 2).slice(0, -2)}]`, 'latin1');
  }
  return Buffer.from(times(text, 0), 'latin1');
}

function formatOf(name: string, bytes: Buffer): string | undefined {
  try {
    const head = bytes.subarray(0, RECOGNISED_BYTES);
    return planFile({ head, complete: head.length === bytes.length, name, given: [] }).format;
  } catch {
    return undefined;
  }
}

/** Files of records of every length, valid and not. */
function records(): CorpusFile[] {
  return Array.from({ length: 12 }, (_, seed) => {
    const { bytes, ending } = recordFile(new Random(seed), { block: ROOM.block, limit: ROOM.record });
    return { name: `records-${seed}${ending}`, bytes };
  });
}

const TEXT = { repetition: 'optional', type: 'BYTE_ARRAY', converted: 0 } as const;

/** Parquet files of about each size, with pages of few rows and of many, and columns that are no puzzles. */
function tables(): CorpusFile[] {
  const columns = [
    { name: 'id', repetition: 'required', type: 'INT32' },
    { name: 'puzzle', ...TEXT },
    listOf('tags', TEXT),
  ] as const;
  const lines = readFileSync('examples/thousand.txt', 'utf8').trim().split('\n');
  return [0, ...SIZES].map((size, i) => {
    const rows = Array.from({ length: Math.ceil(size / 100) }, (_, id) => ({
      id,
      puzzle: id % 7 === 3 ? undefined : lines[id % lines.length],
      tags: id % 3 === 0 ? [] : { list: [{ element: `${id}` }, { element: undefined }] },
    }));
    return {
      name: `${size}.parquet`,
      bytes: Buffer.from(parquetFile(columns, rows, i % 2 === 0 ? 50 : 5000)),
    };
  });
}

/** Some of the files, compressed. */
function packed(files: readonly CorpusFile[]): CorpusFile[] {
  return files
    .filter((_, i) => i % 10 === 0)
    .flatMap(({ name, bytes }) => [
      { name: `${name}.gz`, bytes: gzipSync(bytes) },
      { name: `${name}.zst`, bytes: zstdCompressSync(bytes) },
    ]);
}
