import type { FilePlan } from '../../core/browser.ts';
import { geometry } from '../../core/solver/geometry.ts';
import { type Puzzle, puzzleOf } from './puzzle.ts';
import { cellsOf, symbolsFor } from './symbols.ts';

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
  /** Undefined if the record is no puzzle. */
  readonly puzzle?: Puzzle;
}

/** The rows of JSON Lines. @param plan of the file, with `output` set to `jsonl` */
export function rowsOf(pieces: readonly Uint8Array[], plan: FilePlan): Row[] {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => rowOf(JSON.parse(line), plan));
}

interface JsonRow {
  readonly id?: string | number;
  readonly puzzle?: string;
  readonly status?: string;
  readonly count?: number;
  readonly atLimit?: boolean;
  readonly grade?: { readonly er?: number | string };
}

function rowOf(json: JsonRow, plan: FilePlan): Row {
  const { id, puzzle: line = '', status = '', count, atLimit, grade } = json;
  const puzzle = readPuzzle(line, plan);
  const { er } = grade ?? {};
  return {
    ...(id !== undefined && { id: String(id) }),
    line,
    status,
    ...(count !== undefined && { count: `${count}${atLimit ? '+' : ''}` }),
    ...(er !== undefined && { rating: typeof er === 'number' ? er.toFixed(1) : er }),
    ...(puzzle && { puzzle }),
  };
}

function readPuzzle(line: string, { options, state }: FilePlan): Puzzle | undefined {
  const size = Math.sqrt(line.length);
  if (!Number.isInteger(size)) return undefined;
  const own = (state as { alphabets?: Readonly<Record<number, string>> }).alphabets?.[size];
  const symbols = own ?? symbolsFor(size);
  try {
    const { boxes, variant } = options;
    const fits = boxes !== undefined && boxes.rows * boxes.columns === size;
    return puzzleOf(geometry(size, variant, fits ? boxes : undefined), cellsOf(line, symbols), symbols);
  } catch {
    // a prime number of cells
    return undefined;
  }
}
