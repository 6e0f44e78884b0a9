// Solves a part of a file again until it has the rows that a table shows.

import { type FilePlan, openFile } from '../../../core/browser.ts';
import { blockReader } from '../../../core/files/block-reader.ts';
import { type Block, recordsOf } from '../../../core/formats/shared/block.ts';
import { type Puzzle, puzzleAt } from './puzzle.ts';

/** A row of a result as JSON Lines. */
export interface Row {
  /** As the file names it. */
  readonly id?: string;
  /** In the file's symbols; empty if the record is no puzzle. */
  readonly line: string;
  readonly status: string;
  /** Solutions found; `1000+` if there may be more. */
  readonly count?: string;
  /** ER, if it was requested and the puzzle has one. */
  readonly rating?: string;
  /** The puzzle with all that its record says; a text that says why the grid cannot show it; undefined if it is none. */
  readonly puzzle?: Puzzle | string | undefined;
}

/** A part of a file, and which of its records are wanted. */
export interface RowsWanted {
  readonly content: Blob;
  /** with `output` set to `jsonl` */
  readonly plan: FilePlan;
  /** Whether the part is the start of the file. */
  readonly first: boolean;
  /** records of the part before the first wanted one */
  readonly skip: number;
  readonly count: number;
}

export async function rowsIn(wanted: RowsWanted): Promise<Row[]> {
  const [lines, puzzles] = [await resultLines(wanted), await puzzlesIn(wanted)];
  if (lines.length !== puzzles.length)
    throw new Error(`expected ${puzzles.length} rows, one for each record, got ${lines.length}`);
  return lines.map((line, i) => rowOf(JSON.parse(line) as JsonRow, puzzles[i]));
}

async function resultLines({ content, plan, first, skip, count }: RowsWanted): Promise<string[]> {
  const solver = openFile(plan, { first });
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let passed = 0;
  let open = '';
  /** Returns whether there are enough lines. */
  const take = (output: Iterable<Uint8Array>): boolean => {
    for (const piece of output) {
      const complete = (open + decoder.decode(piece, { stream: true })).split('\n');
      open = complete.pop()!;
      for (const line of complete) if (passed++ >= skip) lines.push(line);
      if (lines.length >= count) return true;
    }
    return false;
  };
  let isDone = false;
  for await (const bytes of content.stream()) {
    isDone = take(solver.push(bytes));
    if (isDone) break;
  }
  if (!isDone) take(solver.end());
  return lines.slice(0, count);
}

/** The puzzles as the reader of the format has them: the result does not say all that a record does. */
async function puzzlesIn({ content, plan, first, skip, count }: RowsWanted): Promise<Row['puzzle'][]> {
  const reader = blockReader(plan, first);
  const puzzles: Row['puzzle'][] = [];
  let passed = 0;
  const take = (blocks: Iterable<Block>): boolean => {
    for (const block of blocks) {
      for (const record of recordsOf(block)) {
        if (typeof record !== 'number' && record.continued) continue;
        if (passed++ < skip) continue;
        puzzles.push(typeof record === 'number' ? puzzleAt(block, record) : undefined);
        if (puzzles.length === count) return true;
      }
    }
    return false;
  };
  try {
    for await (const bytes of content.stream()) if (take(reader.push(bytes))) return puzzles;
    take(reader.end());
    return puzzles;
  } finally {
    reader.release();
  }
}

interface JsonRow {
  readonly id?: string | number;
  readonly puzzle?: string;
  readonly status?: string;
  readonly count?: number;
  readonly atLimit?: boolean;
  readonly grade?: { readonly er?: number | string };
}

function rowOf(json: JsonRow, puzzle: Row['puzzle']): Row {
  const { id, puzzle: line = '', status = '', count, atLimit, grade } = json;
  const { er } = grade ?? {};
  return {
    ...(id !== undefined && { id: String(id) }),
    line,
    status,
    ...(count !== undefined && { count: `${count}${atLimit ? '+' : ''}` }),
    ...(er !== undefined && { rating: typeof er === 'number' ? er.toFixed(1) : er }),
    puzzle,
  };
}
