import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { HEAD_BYTES } from '../core/files/contract.ts';
import { planFile } from '../core/files/plan.ts';
import { formatOf } from '../core/formats/formats.ts';
import { RecordBuffer } from '../core/formats/record-buffer.ts';
import { expandAlphabet, type Variant } from '../core/options/options.ts';

import type { Geometry } from '../core/solver/geometry.ts';
import type { PuzzleSet } from './puzzle-set.ts';

/** The puzzles of a file in any format that the project reads: one set for each geometry in it, broken records left out. */
export async function loadSets(path: string, variant: Variant | undefined): Promise<PuzzleSet[]> {
  const bytes = await readFile(path);
  const plan = planFile({
    head: bytes.subarray(0, HEAD_BYTES),
    complete: bytes.length <= HEAD_BYTES,
    name: path,
    given: variant ? [{ variant }] : [],
  });
  const { alphabet, ...options } = plan.options;
  const reader = formatOf(plan).reader(
    plan.state,
    { ...options, ...(alphabet !== undefined && { alphabet: expandAlphabet(alphabet) }) },
    true,
  );
  const found = new Map<Geometry, Uint8Array[]>();
  const buffer = new RecordBuffer(reader);
  for (const blocks of [buffer.push(bytes), buffer.end()]) {
    for (const { geometry, count, cells } of blocks) {
      if (!geometry) continue;
      const parts = found.get(geometry) ?? [];
      parts.push(cells.slice(0, count * geometry.cells));
      found.set(geometry, parts);
    }
  }
  return Array.from(found, ([geometry, parts]) => {
    const cells = new Uint8Array(Buffer.concat(parts));
    return { name: basename(path), geometry, count: cells.length / geometry.cells, cells };
  });
}
