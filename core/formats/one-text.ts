// A puzzle in a text within a record, such as a field of a table: it is read as a file of one record.

import { FORMATS, type ResultType, writerOf } from './formats.ts';
import type { Block } from './shared/block.ts';
import { isComment } from './shared/bytes.ts';
import type { CellsLayout } from './shared/cell-blocks.ts';
import type { Format, OutputOptions, Reader, ReadOptions, Writer } from './shared/format.ts';
import { headOf } from './shared/head.ts';
import { latin1 } from './shared/latin1.ts';
import { parsePath, type StatedPlaces } from './shared/place.ts';
import { OnlyRecord, type TextReader, type TextRecord } from './shared/text-record.ts';

/** Cells of the smallest grid. */
const MIN_CELLS = 16;
/** Bytes of the longest text. */
const MAX_LENGTH = 1 << 16;

/** Opens a reader whose records may hold texts of any format. */
export function openReader(format: Format, state: unknown, options: ReadOptions, first: boolean): Reader {
  return format.reader(state, { ...options, readText: textReader(options) }, first);
}

/** Opens a writer whose tables show a broken record only if its text is no puzzle by itself. */
export function openWriter(
  format: Format,
  state: unknown,
  options: OutputOptions & ReadOptions,
  type: ResultType,
  records: number,
): Writer {
  return writerOf(format, state, options, type, records, textReader(options));
}

/** Reads texts with the options of a file. A text within a text is none. */
export function textReader({ readText, ...options }: ReadOptions): TextReader {
  return readText ?? ((text) => (mayHoldPuzzle(text) ? readOne(text, options) : undefined));
}

/** Whether a text has enough cells. */
function mayHoldPuzzle(text: string): boolean {
  if (text.length < MIN_CELLS || text.length > MAX_LENGTH) return false;
  let cells = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || code === 0x2e) cells++;
  }
  return cells >= MIN_CELLS;
}

/** The puzzle of the first format that finds one and nothing else, or why the first that knows the text finds none. */
function readOne(text: string, options: ReadOptions): TextRecord | string | undefined {
  if (/^\s*#!\s*sudoku\b/.test(text))
    return 'expected options in the first line of the file, got them in a record';
  const bytes = Buffer.from(text);
  const { alphabet, regions } = options;
  const head = headOf(bytes, true, '', { alphabet, jigsawCells: regions?.length });
  let fault: string | undefined;
  for (const format of FORMATS) {
    const state = format.isBinary ? undefined : format.recognise(head);
    if (state === undefined) continue;
    const deep = deepPlace(format.places?.(state));
    if (deep !== undefined) {
      fault ??= `expected a record whose puzzle is one of its members, got one with the puzzle at ${deep}`;
      continue;
    }
    const found = onlyPuzzle(format.reader(state, options, true), bytes);
    if (typeof found !== 'string') return found;
    fault ??= found;
  }
  return fault;
}

/** Where puzzles are within members of members: a text is a record, not a document. */
function deepPlace(places: StatedPlaces | undefined): string | undefined {
  return places?.names.find((place) => (parsePath(place)?.length ?? 0) > 1);
}

/** Words beside a puzzle from which on they are no title, but a text that has a grid in it, as a question to a model. */
const MIN_WORDS = 6;

function onlyPuzzle(reader: Reader, bytes: Uint8Array): TextRecord | string {
  const found = new OnlyRecord();
  let beside = '';
  try {
    for (const block of reader.read(bytes, true)) {
      found.add(block);
      beside += besideGrids(block);
    }
  } finally {
    reader.release?.();
  }
  const lines = beside.split('\n').filter((line) => !isComment(line));
  if ((lines.join('\n').match(/[A-Za-z]{2,}/g)?.length ?? 0) >= MIN_WORDS)
    return 'expected a puzzle by itself, got a text with one in it';
  return found.puzzle ?? found.fault?.reason ?? `expected one puzzle, got ${found.records}`;
}

/** The lines of a block that are no rows of its grids. */
function besideGrids({ bytes, count, layout }: Block): string {
  const { tops, bottoms } = layout as Partial<CellsLayout>;
  if (!tops || !bottoms) return '';
  let text = '';
  let at = 0;
  for (let p = 0; p < count; p++) {
    text += latin1(bytes, at, tops[p]!);
    at = bottoms[p]!;
  }
  return text + latin1(bytes, at, bytes.length);
}
