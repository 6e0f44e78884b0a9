// Writes puzzles as text, to a file or standard output, compressed if the name of the output says so.
import { basename } from 'node:path';
import { type Codec, encoder } from '../../core/files/compression.ts';
import { ZipWriter } from '../../core/files/zip/writer.ts';
import { alphabetOf, DIGITS } from '../../core/formats/shared/alphabet.ts';
import { viewOf, writeCells } from '../../core/formats/shared/cells.ts';
import { Sink } from '../../core/formats/shared/sink.ts';
import { POINT } from '../../core/kernel/constants.ts';
import { allowedAt, allowedByGivens, isAllowed } from '../../core/solver/model/allowed.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { openNamed } from '../files/output.ts';
import { cellsOf, type HeldRecords, restrictedOf, type Target } from './target.ts';

/** Writes puzzles as text. */
export interface TextWriter {
  /** Writes before the first puzzle, also of a file without any. */
  begin?(sink: Sink): void;
  puzzle(sink: Sink, held: HeldRecords, record: number): void;
  /** Looks at puzzles before the first of them is written. */
  prepare?(held: HeldRecords): void;
  columns?: Target['columns'];
  end?(sink: Sink): void;
  readonly omitted?: ReadonlySet<string>;
}

const ZIP = /\.zip$/i;

/** A file's name without the ending of an archive, which holds one file here. */
export function withoutZip(path: string): string {
  return path.replace(ZIP, '');
}

/**
 * Writes texts to a file or standard output, compressed if its name says so.
 * @param extension for the name within an archive, if the archive's has none
 * @throws UsageError or FailureError
 */
export async function textTarget(path: string, writer: TextWriter, extension = '.txt'): Promise<Target> {
  const output = await openNamed(path);
  const codec = ZIP.test(path) ? zipEncoder(path, extension) : encoder('none');
  const sink = new Sink();
  writer.begin?.(sink);
  const flush = async () => {
    for await (const piece of codec.push(sink.take())) await output.write(piece);
  };
  return {
    async write(held) {
      writer.prepare?.(held);
      for (const record of held.records) {
        writer.puzzle(sink, held, record);
        if (sink.isFull) await flush();
      }
    },
    columns: (names, hasSolutions) => writer.columns?.(names, hasSolutions),
    async commit() {
      writer.end?.(sink);
      await flush();
      for await (const piece of codec.end()) await output.write(piece);
      codec.close();
      await output.commit();
    },
    discard: () => output.discard(),
    ...(writer.omitted && { omitted: writer.omitted }),
  };
}

/** When files in archives were changed, in the form of MS-DOS: 1 January 1980, so that the same puzzles make the same file. */
export const ARCHIVE_TIME = 0x210000;

/** Puts one file into an archive, under the archive's name without its ending. */
function zipEncoder(path: string, extension: string): Codec {
  const zip = new ZipWriter();
  const own = withoutZip(basename(path)).replaceAll('\\', '_') || 'puzzles';
  const name = own.includes('.') ? own : own + extension;
  let isBegun = false;
  async function* push(bytes: Uint8Array) {
    if (!isBegun) yield* zip.begin({ name, time: ARCHIVE_TIME }, true);
    isBegun = true;
    yield* zip.push(bytes);
  }
  async function* end() {
    yield* push(new Uint8Array(0));
    yield* zip.end();
    yield* zip.finish();
  }
  return { push, end, close: () => zip.close() };
}

/** Grids as text, one byte a cell: digits, then letters from `A`, and `.` for empty; 36x36 begins with `0`. */
export class CellText {
  #geometry: Geometry | undefined;
  #symbols = new Uint8Array(0);
  #areDigits = false;
  #text = new Uint8Array(0);
  #view = viewOf(this.#text);
  #cells: Uint8Array = new Uint8Array(0);
  #cellsView = viewOf(this.#cells);

  /** @param from offset of the grid in `cells` @returns text that is valid until the next call */
  of(geometry: Geometry, cells: Uint8Array, from: number): Uint8Array {
    if (geometry.size !== this.#geometry?.size) this.#become(geometry);
    const text = this.#text;
    if (this.#areDigits) {
      if (cells !== this.#cells) [this.#cells, this.#cellsView] = [cells, viewOf(cells)];
      writeCells(this.#cellsView, from, text.length, this.#view, 0);
    } else for (let i = 0; i < text.length; i++) text[i] = this.#symbols[cells[from + i]!]!;
    return text;
  }

  #become(geometry: Geometry): void {
    const { size, cells } = geometry;
    const { symbols } = (alphabetOf('ones', size) ?? alphabetOf('zeros', size))!;
    this.#geometry = geometry;
    this.#symbols = Buffer.from(`.${symbols}`);
    this.#areDigits = DIGITS.startsWith(symbols);
    this.#text = new Uint8Array(cells);
    this.#view = viewOf(this.#text);
  }
}

/** Puzzles as text: their cells, or a place for each digit of each cell where a puzzle excludes more than its givens do. */
export class PuzzleText {
  readonly #cells = new CellText();
  readonly #isAlwaysLong: boolean;

  /** @param isAlwaysLong whether all puzzles have a place for each digit of each cell */
  constructor(isAlwaysLong = false) {
    this.#isAlwaysLong = isAlwaysLong;
  }

  /** @returns text that is valid until the next call */
  of(held: HeldRecords, record: number): Uint8Array {
    const { geometry, cells, puzzles, allowed } = held;
    const puzzle = puzzles[record]!;
    if (!this.#isAlwaysLong && !restrictedOf(held, record)) {
      return this.#cells.of(geometry, cells, puzzle * geometry.cells);
    }
    const own = allowedAt(allowed, geometry, puzzle) ?? allowedByGivens(geometry, cellsOf(held, record));
    return pencilmarks(geometry, own);
  }
}

function pencilmarks({ size, cells }: Geometry, allowed: Uint32Array): Uint8Array {
  const symbols = Buffer.from((alphabetOf('ones', size) ?? alphabetOf('zeros', size))!.symbols);
  const text = new Uint8Array(cells * size).fill(POINT);
  for (let cell = 0; cell < cells; cell++)
    for (let digit = 1; digit <= size; digit++)
      if (isAllowed(allowed, cell, digit)) text[cell * size + digit - 1] = symbols[digit - 1]!;
  return text;
}
