// Writes puzzles as text, to a file or standard output, compressed if the name of the output says so.
import { basename } from 'node:path';
import { type Codec, encoder } from '../../core/files/compression.ts';
import { ZipWriter } from '../../core/files/zip/writer.ts';
import { GridText } from '../../core/formats/shared/grid-text.ts';
import { Sink } from '../../core/formats/shared/sink.ts';
import { allowedAt, allowedByGivens } from '../../core/solver/model/allowed.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { type Output, openNamed } from '../files/output.ts';
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
  const codec = ZIP.test(path) ? zipEncoder(path, extension) : encoder('none');
  return encodedTarget(await openNamed(path), writer, codec);
}

/** Writes texts as a codec encodes them. */
export function encodedTarget(output: Output, writer: TextWriter, codec: Codec): Target {
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

/**
 * Puzzles and other grids as text: their cells, or a place for each digit of each cell where a puzzle excludes more than its
 * givens do. Each text is valid until the next one.
 */
export class PuzzleText {
  #size = 0;
  #text: GridText | undefined;
  readonly #isAlwaysLong: boolean;

  /** @param isAlwaysLong whether all puzzles have a place for each digit of each cell */
  constructor(isAlwaysLong = false) {
    this.#isAlwaysLong = isAlwaysLong;
  }

  of(held: HeldRecords, record: number): Uint8Array {
    const { geometry, cells, allowed } = held;
    const puzzle = held.puzzles[record]!;
    const own = this.#isAlwaysLong
      ? (allowedAt(allowed, geometry, puzzle) ?? allowedByGivens(geometry, cellsOf(held, record)))
      : restrictedOf(held, record);
    const text = this.#textOf(geometry);
    return own ? text.pencilmarks(own, 0) : text.cells(cells, puzzle * geometry.cells);
  }

  cells(geometry: Geometry, cells: Uint8Array): Uint8Array {
    return this.#textOf(geometry).cells(cells);
  }

  #textOf(geometry: Geometry): GridText {
    if (!this.#text || geometry.size !== this.#size) this.#text = new GridText(geometry);
    this.#size = geometry.size;
    return this.#text;
  }
}
