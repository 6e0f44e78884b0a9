import { planFile, RejectedFile } from '../../../core/browser.ts';
import { blockReader } from '../../../core/files/block-reader.ts';
import { type Puzzle, puzzleOf } from '../puzzle.ts';
import type { Reading, Tasks } from './protocol.ts';

/**
 * Reads a text in any format of files. A puzzle whose cells may have some digits only is for the panel of files, as the grid
 * has no place for these.
 */
export function readPuzzle({ text, variant }: Tasks['read']['takes']): Reading {
  const head = new TextEncoder().encode(text.endsWith('\n') ? text : `${text}\n`);
  const plan = planFile({ head, complete: true, name: '', given: [{ variant }] });
  const reader = blockReader(plan, true);
  let [found, records]: [Puzzle | undefined, number] = [undefined, 0];
  let fault: string | undefined;
  let hasCandidates = false;
  for (const blocks of [reader.push(head), reader.end()]) {
    for (const { geometry, own, count, cells, allowed, alphabet, broken } of blocks) {
      records += count + broken.length;
      fault ??= broken[0]?.reason;
      if (!geometry || count === 0) continue;
      const shape = own?.[0] ?? geometry;
      if (shape.unfit !== undefined) throw new RejectedFile(shape.unfit);
      if (shape.unsupported !== undefined)
        throw new RejectedFile(`expected rules that are known, got ${shape.unsupported}`);
      hasCandidates ||= allowed !== undefined;
      found = puzzleOf(shape, cells.slice(0, shape.cells), alphabet?.symbols);
    }
  }
  reader.release();
  if (records !== 1 || hasCandidates) return { kind: 'many' };
  if (!found) throw new RejectedFile(fault ?? 'expected a puzzle, got none');
  return { kind: 'one', puzzle: found };
}
