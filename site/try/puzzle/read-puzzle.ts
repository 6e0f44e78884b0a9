// Reads a text in any format of files, and positions of SudokuWiki. Several puzzles, and candidates, are for the panel of files.

import { planFile, RejectedFile } from '../../../core/browser.ts';
import { blockReader } from '../../../core/files/block-reader.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { CANDIDATES, puzzleAt, puzzleOf } from '../shared/puzzle.ts';
import type { Reading, Tasks } from './protocol.ts';

export function readPuzzle({ text, variant }: Tasks['read']['takes']): Reading {
  const [, position] = /[?&]bd=S9B([0-9a-z]{162})(?![0-9a-z])/i.exec(text) ?? [];
  if (position !== undefined) return readSudokuWiki(position);
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
  if (records > 1 || found === CANDIDATES) return { kind: 'many' };
  if (typeof found === 'object') return { kind: 'one', puzzle: found };
  throw new RejectedFile(found ?? fault ?? 'expected a puzzle, got none');
}

/**
 * A position of SudokuWiki: for each cell a number of two digits to base 36, which is a clue up to 9, a digit of the user up to
 * 18, and above 18 a set of candidates, bit 0 for 1.
 */
function readSudokuWiki(position: string): Reading {
  const numbers = Array.from(position.matchAll(/../g), ([pair]) => Number.parseInt(pair, 36));
  const cells = Uint8Array.from(numbers, (number) => (number <= 9 ? number : 0));
  const digits = Uint8Array.from(numbers, (number) => (number > 9 && number <= 18 ? number - 9 : 0));
  const left = Uint32Array.from(numbers, (number) => (number > 18 ? number - 18 : 0));
  return { kind: 'one', puzzle: puzzleOf(geometry(9), cells), digits, left };
}
