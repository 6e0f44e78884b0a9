// Solves archives as solveStream does, for the tests of this folder.

import { readFileSync } from 'node:fs';
import { type FileSolverOptions, type PartialOptions, solveStream } from '../../../../core/files/index.ts';
import { planOf } from '../../formats/solve-bytes.ts';
import { type Made, unzip } from './archives.ts';

export const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

export const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

/** A file of one puzzle. */
export const lines = (name: string, more: Partial<Made> = {}): Made => ({
  name,
  content: `${PUZZLE}\n`,
  ...more,
});

/** Solves an archive that arrives in pieces, which end at `ends`. */
export async function solveArchive(
  archive: Buffer,
  {
    given = {},
    ends = [],
    ...options
  }: FileSolverOptions & { given?: PartialOptions; ends?: readonly number[] } = {},
) {
  const output: Uint8Array[] = [];
  const write = (piece: Uint8Array) => void output.push(Buffer.from(piece));
  const outcome = await solveStream(planOf(archive, given, 'a.zip'), cut(archive, ends), write, options);
  return { ...outcome, output: Buffer.concat(output) };
}

async function* cut(file: Uint8Array, ends: readonly number[]) {
  for (const [i, end] of [...ends, file.length].entries()) yield file.subarray(ends[i - 1] ?? 0, end);
}

/** The content of each file as text. */
export const textsOf = (archive: Buffer): Record<string, string> =>
  Object.fromEntries(Array.from(unzip(archive), ([name, content]) => [name, content.toString()]));
