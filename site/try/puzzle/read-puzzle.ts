// Reads a text in any format of files. Several puzzles, and candidates, are for the panel of files.

import { planFile, RejectedFile } from '../../../core/browser.ts';
import { blockReader } from '../../../core/files/block-reader.ts';
import { CANDIDATES, puzzleAt } from '../shared/puzzle.ts';
import type { Reading, Tasks } from './protocol.ts';

export function readPuzzle({ text, variant }: Tasks['read']['takes']): Reading {
  const head = new TextEncoder().encode(text.endsWith('\n') ? text : `${text}\n`);
  const plan = planFile({ head, complete: true, name: '', given: [{ variant }] });
  const reader = blockReader(plan, true);
  let [found, records]: [ReturnType<typeof puzzleAt> | undefined, number] = [undefined, 0];
  let fault: string | undefined;
  for (const blocks of [reader.push(head), reader.end()]) {
    for (const block of blocks) {
      records += block.count + block.broken.length;
      fault ??= block.broken[0]?.reason;
      if (block.count > 0) found = puzzleAt(block, 0);
    }
  }
  reader.release();
  if (records !== 1 || found === CANDIDATES) return { kind: 'many' };
  if (typeof found === 'object') return { kind: 'one', puzzle: found };
  throw new RejectedFile(found ?? fault ?? 'expected a puzzle, got none');
}
