import { anyOf, members, optional } from '../../options/shape.ts';
import type { CellsLayout } from '../shared/cells/block-builder.ts';
import { LineReader } from '../shared/cells/line-reader.ts';
import { writeBlock } from '../shared/cells/write-block.ts';
import { isComment } from '../shared/comments.ts';
import type { Format } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { isMarker } from '../shared/markers.ts';
import { sizeOfCells } from '../shared/sizes.ts';
import { NumbersScanner } from './scanner.ts';

/** What the head tells of a file of lines of numbers. Plain JSON. */
interface NumberLinesState {
  /** Whether the first line that is no comment names the columns. Missing where it does not. */
  readonly header?: true;
}

/** One puzzle a line, its numbers parted by commas, spaces, tabs or semicolons. */
export const numberLines: Format<NumberLinesState, CellsLayout> = {
  name: 'number-lines',
  recognise,
  state: members<NumberLinesState>({ header: optional(anyOf(true)) }),
  splittable: () => true,
  holds: ['first', 'unique'],
  alphabets: () => [],
  reader: ({ header }, options, first) =>
    new LineReader(new NumbersScanner(options), first, first && header === true),
  writer: () => ({ batch: (block, result) => writeBlock(block, result, true) }),
};

function recognise({ lines, asked }: Head): NumberLinesState | undefined {
  let puzzles = 0;
  let others = 0;
  let header: boolean | undefined;
  for (const line of lines) {
    // no two numbers are in it
    if (header !== undefined && line.isPlain) {
      others++;
      continue;
    }
    const { text } = line;
    if (text.trim() === '' || isComment(text) || isMarker(text)) continue;
    if (header === undefined) {
      header = isHeader(text);
      if (header) continue;
    }
    if (isPuzzle(text)) puzzles++;
    else others++;
  }
  return puzzles > others || asked === 'number-lines' ? { ...(header && { header }) } : undefined;
}

/** Whether all that a line parts begins with a letter: names of columns. */
function isHeader(text: string): boolean {
  const fields = text.split(/[\s,;|]+/).filter(Boolean);
  return fields.length > 1 && fields.every((field) => /^["']?[A-Za-z_]\w/.test(field));
}

function isPuzzle(text: string): boolean {
  const cells = text.split(/[\s,;|]+/).filter(Boolean);
  const size = sizeOfCells(cells.length);
  if (size === undefined) return false;
  // sixteen numbers are rather a row of a 16x16 grid than a 4x4 one, unless none is above four; thirty-six likewise
  return cells.every((cell) =>
    /^\d{1,2}(\.0)?$/.test(cell) ? Number(cell) <= size : /^(-1|[.*_?x-]{1,2}|nan)$/i.test(cell),
  );
}
