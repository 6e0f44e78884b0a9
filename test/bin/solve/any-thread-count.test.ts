import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Problem } from '../../../core/files/index.ts';
import { makePuzzles } from '../../../site/try/files/make-puzzles.ts';
import { someOf } from '../../cases.ts';
import { events, lines, NO_SOLUTION, sudoku, temporaryDirectory } from '../command-line.ts';
import { THREADS } from '../thread-counts.ts';

/** All puzzles differ, so that even the compressed file is longer than a file's head. */
const puzzles = Buffer.from(makePuzzles(1, 40_000)).toString().trimEnd().split('\n');
/** Some have no solution and some are invalid, so that items overtake each other. */
const rows = puzzles.map((row, i) => (i % 5000 === 77 ? NO_SOLUTION : i % 3001 === 7 ? '12' : row));
const few = rows.slice(0, 8000);
const graded = rows.slice(0, 300);
/** Puzzles with many solutions. */
const MANY = few.slice(0, 500).map((row) => row.replace(/[1-9]/, '.').replace(/[1-9]/, '.'));
const grids = puzzles.slice(0, 4000).map((row) => `${row.replace(/.{9}/g, '$&\n')}\n`);

/** Frames that end anywhere. */
function framesOf(text: string, bytes = 150_000): Buffer[] {
  return text.length === 0 ? [] : [zstdCompressSync(text.slice(0, bytes)), ...framesOf(text.slice(bytes))];
}

const FILES: Record<string, string | Uint8Array> = {
  'lines.txt': lines(rows),
  'crlf.txt': rows.join('\r\n'),
  'cr.txt': few.join('\r'),
  'grids.txt': grids.join(''),
  'array.json': JSON.stringify(few),
  'objects.jsonl': lines(few.map((puzzle, id) => JSON.stringify({ id, puzzle }))),
  'table.csv': `id,puzzle\n${lines(few.map((puzzle, id) => `${id},${puzzle}`))}`,
  'lines.txt.gz': gzipSync(lines(rows)),
  'lines.txt.zst': zstdCompressSync(lines(rows)),
  'frames.txt.zst': Buffer.concat(framesOf(lines(rows).repeat(2))),
};

/** Files with results of the same length. */
const IN_PLACE = ['lines.txt', 'crlf.txt', 'cr.txt', 'grids.txt'];

const CASES: Record<string, { files: Record<string, string | Uint8Array>; flags?: string[] }> = {
  'files of all formats': { files: FILES },
  'a pipe': { files: { '-': lines(rows) } },
  'tables of rows with ratings': {
    files: { 'a.txt': lines(graded), 'b.txt': lines(graded) },
    flags: ['--grade', '--output', 'csv'],
  },
  'tables with canonical forms, and whether puzzles are minimal': {
    files: { 'a.txt': lines(rows.slice(0, 300)), 'b.txt': lines(graded) },
    flags: ['--canonical', '--minimal', '--output', 'jsonl'],
  },
  'tables in Parquet': {
    files: { 'a.txt': lines(few.slice(0, 2500)) },
    flags: ['--output', 'parquet'],
  },
  'tables of all solutions': {
    files: { 'a.txt': lines(few), 'b.txt': lines(MANY), 'c.json': JSON.stringify(MANY) },
    flags: ['--solutions', 'all', '--output', 'jsonl', '--limit', '100'],
  },
};

test.each(someOf(Object.entries(CASES), 2))(
  'writes the same bytes on any number of threads: %s',
  async (_, { files, flags = [] }) => {
    const [one, ...others] = THREADS;
    const expected = await solve(files, [...flags, '--concurrency', `${one}`]);
    for (const threads of someOf(others, 1)) {
      const got = await solve(files, [...flags, '--concurrency', `${threads}`]);
      for (const [name, result] of Object.entries(expected.results)) {
        const isSame = got.results[name]?.equals(result);
        expect({ threads, name, isSame }).toEqual({ threads, name, isSame: true });
      }
      expect({ ...got, results: {} }).toEqual({ ...expected, results: {} });
    }
    if (files === FILES) {
      const frames = framesIn(expected.results['frames.txt.zst']!);
      expect(frames.length).toBeGreaterThan(1);
      const result = expected.results['lines.txt']!;
      expect(Buffer.concat(frames).equals(Buffer.concat([result, result]))).toBe(true);
    }
    // solutions in place of their puzzles have the same length
    for (const name of IN_PLACE) {
      if (files === FILES) expect(expected.results[name]).toHaveLength(Buffer.byteLength(files[name]!));
    }
  },
);

/** The contents of zstandard frames. */
function framesIn(file: Buffer): Buffer[] {
  if (file.length === 0) return [];
  const { buffer, engine } = zstdDecompressSync(file, { info: true } as object) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  return [buffer, ...framesIn(file.subarray(engine.bytesWritten))];
}

/** Solves files, or standard input. @returns everything that does not depend on time */
async function solve(files: Record<string, string | Uint8Array>, flags: string[]) {
  const cwd = temporaryDirectory();
  const stdin = files['-'];
  if (stdin === undefined) {
    mkdirSync(join(cwd, 'in'));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, 'in', name), content);
  }
  const where = stdin === undefined ? ['in', '-o', 'out'] : ['-'];
  const ended = await sudoku(['solve', ...where, ...flags, '--json'], { cwd, stdin: stdin ?? '' });
  const names = Object.keys(files);
  const results = names.map((name) => [
    name,
    stdin === undefined ? readFileSync(join(cwd, 'out', name)) : ended.stdout,
  ]);
  const reports = events(ended.stderr)
    .filter(({ event }) => event === 'file')
    .map((facts) => ({
      ...facts,
      input: facts.input,
      date: '',
      seconds: 0,
      puzzlesPerSecond: 0,
      problems: placed(facts),
    }))
    // files that are solved at the same time are reported in any order
    .toSorted((a, b) => (JSON.stringify(a.input) < JSON.stringify(b.input) ? -1 : 1));
  return {
    code: ended.code,
    reports,
    results: Object.fromEntries(results) as Record<string, Buffer>,
  };
}

/** The problems of a file, without the excerpts of JSON: within a line longer than a block they depend on where it was cut. */
function placed({ problems, format }: Record<string, unknown>): object[] {
  return (problems as Problem[]).map(({ column, record, ...problem }) =>
    format === 'json' ? problem : { ...problem, column, record },
  );
}
