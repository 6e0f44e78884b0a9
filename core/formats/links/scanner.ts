// Reads the puzzle in the link of a line.

import { WORDS } from '../../solver/allowed.ts';
import type { Geometry } from '../../solver/geometry.ts';
import { SymbolTables } from '../shared/alphabet.ts';
import type { Block } from '../shared/block.ts';
import { BlockBuilder, type CellsLayout, withRoom } from '../shared/cell-blocks.ts';
import { emptyRow, type Row, type RowKind } from '../shared/cells.ts';
import { type ReadOptions, type Shapes, shapesUnder } from '../shared/format.ts';
import type { LineScanner, ScannedLine } from '../shared/line-reader.ts';
import { isTitle } from '../shared/text-line.ts';
import type { TextRecord } from '../shared/text-record.ts';
import { isSharedGeometry, LinkFault } from './description.ts';
import { readLink } from './link.ts';
import { type LinkPlace, linkPlace } from './link-line.ts';

/** Reads the links of lines. */
export class LinkScanner implements LineScanner {
  /** Links have no cells in the file. */
  readonly row: Row = emptyRow(0);
  /** The puzzle of the last line, if it has one. */
  puzzle: TextRecord | undefined;
  readonly #options: ReadOptions;
  readonly #shapes: Shapes;
  readonly #alphabets = new SymbolTables({});
  readonly #kinds = new Map<string, RowKind>();

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#shapes = shapesUnder(options);
  }

  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine {
    const line = Buffer.from(bytes.buffer, bytes.byteOffset + start, stop - start).toString('latin1');
    const found = linkPlace(line);
    const place = { start: start + found.start, end: start + found.end };
    this.puzzle = undefined;
    const isText = found.kind === 'address' || (found.kind === undefined && isTitle(line));
    if (isText) return { ...place, kind: undefined, reason: undefined };
    const read = this.#read(utf8(line.slice(found.start, found.end)), found.kind);
    if (typeof read === 'string') return { ...place, kind: undefined, reason: read, column: 1 };
    this.puzzle = read;
    const { geometry, allowed } = read;
    const isShared = isSharedGeometry(geometry);
    const kind = this.#kindOf(geometry, isShared, allowed !== undefined);
    return { ...place, kind, own: isShared ? undefined : geometry, reason: undefined };
  }

  /** The puzzle of a text, or why it has none. */
  #read(text: string, kind: LinkPlace['kind']): TextRecord | string {
    const found = kind === 'text' ? this.#options.readText?.(text) : undefined;
    if (found !== undefined) return found;
    try {
      return readLink(text, this.#options);
    } catch (error) {
      if (error instanceof LinkFault) return error.message;
      throw error;
    }
  }

  /** Puzzles of one kind can stand in one block. @param isShared whether they all have this geometry, or else each its own */
  #kindOf(geometry: Geometry, isShared: boolean, hasCandidates: boolean): RowKind {
    const { size, variant } = geometry;
    const key = `${size} ${hasCandidates} ${isShared ? variant : 'own'}`;
    let kind = this.#kinds.get(key);
    if (!kind) {
      const shape = isShared ? geometry : this.#shapes(size, true)!;
      kind = { style: 'symbols', geometry: shape, symbolTable: this.#alphabets.of(size) };
      if (this.#kinds.size === MAX_KINDS) this.#kinds.clear();
      this.#kinds.set(key, kind);
    }
    return kind;
  }
}

/** Kinds that are kept: each link can have other variants. A kind that is made again only begins another block. */
const MAX_KINDS = 256;

/** Decodes UTF-8 that was read as Latin-1. */
const utf8 = (text: string) =>
  /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;

/** Collects the puzzles of links, whose cells are not in the bytes of the file. */
export class LinkBuilder extends BlockBuilder {
  readonly #scanner: LinkScanner;
  #allowed: Uint32Array | undefined;

  constructor(scanner: LinkScanner) {
    super();
    this.#scanner = scanner;
  }

  /** A short link can be a large grid. */
  override begin(): void {
    super.begin(0);
    this.#allowed = undefined;
  }

  override addCells(_bytes: Uint8Array, _from: number, _row: Row, kind: RowKind): void {
    const { cells, allowed } = this.#scanner.puzzle!;
    const { cells: size } = kind.geometry;
    const at = this.count * size;
    this.cells = withRoom(this.cells, at + size);
    this.cells.set(cells, at);
    if (!allowed) return;
    this.#allowed = withRoom(this.#allowed ?? new Uint32Array(0), WORDS * (at + size));
    this.#allowed.set(allowed, WORDS * at);
  }

  override end(bytes: Uint8Array, lineFeeds: number): Block<CellsLayout> {
    const block = super.end(bytes, lineFeeds);
    return this.#allowed && block.count > 0 ? { ...block, allowed: this.#allowed } : block;
  }
}
