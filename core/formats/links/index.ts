// Links that contain a puzzle with its rules, one a line.

import { MIN_SIZE } from '../../options/options.ts';
import { members } from '../../options/shape.ts';
import type { Geometry } from '../../solver/model/geometry.ts';
import { PatternRuns } from '../patterns/runs.ts';
import { RECORD_MEMBERS } from '../rules/members.ts';
import { cached, SymbolTables } from '../shared/alphabet.ts';
import { isComment } from '../shared/bytes.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import { solutionLines } from '../shared/cell-writer.ts';
import { emptyRow, type Row, type RowKind } from '../shared/cells.ts';
import { type Format, type ReadOptions, type Shapes, shapesUnder } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { decodedLatin1, latin1 } from '../shared/latin1.ts';
import { LineReader, type LineScanner, type ScannedLine } from '../shared/line-reader.ts';
import { isMarker } from '../shared/markers.ts';
import { roleOf } from '../shared/roles.ts';
import { isTitle } from '../shared/text-line.ts';
import type { TextRecord } from '../shared/text-record.ts';
import { isSharedGeometry, type LinkPuzzle } from './description.ts';
import { isObjectText, puzzleInLink } from './link.ts';
import { linkPlace } from './link-line.ts';

type LinksState = Readonly<Record<never, never>>;

/** One link a line, or another text that contains a puzzle with its rules. */
export const links: Format<LinksState, CellsLayout> = {
  name: 'links',
  recognise,
  state: members<LinksState>({}),
  splittable: () => true,
  rules: () => RECORD_MEMBERS,
  reader: (_, options, first) =>
    new LineReader(
      new LinkScanner(options),
      first,
      undefined,
      new PatternRuns({ arePlain: true, areNoFrames: true }),
    ),
  writer: () => solutionLines,
};

/** What each link has that is no object: an address of a site, a packed puzzle, or a constraint. */
const LINK_SIGN = /:\/\/|\.[A-Za-z~]|scl|ctc|fpu|N4/;

function recognise({ lines, requested, text }: Head): LinksState | undefined {
  if (requested === 'links') return {};
  if (!LINK_SIGN.test(text)) return undefined;
  // a list of strings is JSON, which can have several in a line
  if (/^(ï»¿)?(\s*(#|%|\/\/).*\n)*\s*\[\s*"/.test(text)) return undefined;
  let [found, others] = [0, 0];
  /** Titles, and rows of grids. */
  const rest: string[] = [];
  /** the first line, if it has no link */
  let first: string | undefined;
  for (const line of lines) {
    if (line.length === 0) continue;
    if (line.isPlain) {
      if (line.length >= MIN_SIZE) others++;
      continue;
    }
    const own = line.text;
    // objects alone are JSON
    if (isComment(own) || isMarker(own) || isObjectText(own)) continue;
    const { start, kind } = linkPlace(own);
    // a quoted one is a value beside others
    if (kind === 'address' && !/["']/.test(own[start - 1] ?? '')) continue;
    const isOfLink = kind === 'link' && own[start] !== '{';
    if (isOfLink && first !== undefined && areRows(first, own)) return undefined;
    // after a comma, it is a field of a table
    if (isOfLink && !/[,;|]\s*$/.test(own.slice(0, start))) found++;
    // names before links are the header of a table
    else if (found + others + rest.length === 0 && isHeader(own)) return undefined;
    else if (kind !== undefined) others++;
    else rest.push(own);
    if (found === 0) first ??= own;
  }
  // nearly all files have no link
  return found > others && found > others + rest.filter((own) => !isTitle(own)).length ? {} : undefined;
}

/** Whether a line names columns, of which one has puzzles. */
function isHeader(line: string): boolean {
  return (
    line.length < 200 && line.split(/[,;|\t]/).some((name) => roleOf(name.replaceAll('"', '')) === 'puzzle')
  );
}

/** Whether two lines have as many separators of one kind, as the header of a table and a row. */
const areRows = (header: string, row: string) =>
  [',', ';', '|', '\t'].some((separator) => {
    const [names, fields] = [header, row].map((line) => line.split(separator).length);
    return names! > 1 && names === fields;
  });

/** Reads the links of lines. */
class LinkScanner implements LineScanner {
  /** Links have no cells in the file. */
  readonly row: Row = emptyRow(0);
  readonly #options: ReadOptions;
  readonly #shapes: Shapes;
  readonly #alphabets = new SymbolTables({});
  readonly #kinds = new Map<string, RowKind>();

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#shapes = shapesUnder(options);
  }

  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine {
    const line = latin1(bytes, start, stop);
    const found = linkPlace(line);
    const place = { start: start + found.start, end: start + found.end };
    const isText = found.kind === 'address' || (found.kind === undefined && isTitle(line));
    if (isText) return { ...place, kind: undefined, reason: undefined };
    const text = decodedLatin1(line.slice(found.start, found.end));
    const own = found.kind === 'text' ? this.#options.readText?.(text) : undefined;
    const read = own ?? puzzleInLink(text, this.#options);
    if (typeof read === 'string') return { ...place, kind: undefined, reason: read, column: 1 };
    const { geometry, allowed, run }: TextRecord & Pick<LinkPuzzle, 'run'> = read;
    const isShared = isSharedGeometry(geometry);
    const kind = this.#kindOf(geometry, isShared, allowed !== undefined);
    const isAsInFile = isShared && text.length === found.end - found.start;
    const digits = run === undefined || !isAsInFile ? undefined : place.start + run;
    return { ...place, kind, puzzle: read, digits, own: isShared ? undefined : geometry, reason: undefined };
  }

  /**
   * Puzzles of one kind can stand in one block; a kind that is made again only begins another one.
   * @param isShared whether they all have this geometry, or else each its own
   */
  #kindOf(geometry: Geometry, isShared: boolean, hasCandidates: boolean): RowKind {
    const { size, variant } = geometry;
    const key = `${size} ${hasCandidates} ${isShared ? variant : 'own'}`;
    return cached(this.#kinds, key, () => {
      const shape = isShared ? geometry : this.#shapes(size, true)!;
      return { style: 'symbols', geometry: shape, symbolTable: this.#alphabets.of(size) };
    });
  }
}
