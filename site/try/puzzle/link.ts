// A puzzle in the address of the page, so that a link opens it: in the fragment, or in the query.
import { ruleNameOf, textsOf } from '../../../core/formats/rules/members.ts';
import { readRules, ruledGeometry } from '../../../core/formats/rules/read-rules.ts';
import { lineOf } from '../../../core/formats/shared/alphabet.ts';
import type { Boxes, Variant } from '../../../core/options/options.ts';
import { anyGeometry, defaultBoxes, GeometryError, geometry } from '../../../core/solver/model/geometry.ts';
import { cellCode } from '../../../core/solver/model/rule-kinds.ts';
import { geometryOf, type Puzzle, puzzleOf } from '../shared/puzzle.ts';
import { cellsOf, symbolsFor, valueFor } from '../shared/symbols.ts';

/** `p=53..7…`, and `variant`, `boxes`, `symbols`, `regions`, `cages`, … where they are not the usual ones. */
export function linkOf(puzzle: Puzzle): string {
  const { size, boxes, regions, cells, symbols } = puzzle;
  const parts = new URLSearchParams({ p: lineOf(cells, { symbols }) });
  for (const [name, text] of Object.entries(textsOf(geometryOf(puzzle)))) parts.set(name, text);
  if (regions === undefined && defaultBoxes(size).rows !== boxes.rows)
    parts.set('boxes', `${boxes.rows}x${boxes.columns}`);
  if (symbols !== symbolsFor(size)) parts.set('symbols', symbols);
  return parts.toString();
}

/** Parts of a link beside those that hold rules. */
const PARTS = ['p', 'boxes', 'symbols'];

/** Signs for an empty cell in a line. */
const EMPTY = '.0_-* ';

/** The part of the page's address that names a puzzle: its fragment, unless that leads to a place in the page, or else its query. */
export function linkIn({ hash, search }: Pick<Location, 'hash' | 'search'>): string {
  if (hash.length > 1 && document.getElementById(hash.slice(1)) === null) return hash;
  return /[?&]p=/.test(search) ? search : '';
}

/** What programs that share addresses add to their queries. */
const TRACKER = /^(?:utm_\w+|\w*clid)$/;

/**
 * The puzzle of a fragment or query, with or without `#` or `?`.
 * @returns a text that says which part cannot be read; undefined for an empty one
 */
export function puzzleIn(link: string): Puzzle | string | undefined {
  // cells alone, or what may be meant as some, are those of a puzzle
  const text = link.replace(/^[#?]/, '').replace(/^(?:[\d.]+|[^=]{16,})$/, 'p=$&');
  if (text === '') return undefined;
  if (!text.includes('=')) return `expected p, the cells of a puzzle, got ${shortened(text)}`;
  const parts = new URLSearchParams(text);
  for (const name of [...parts.keys()]) if (TRACKER.test(name)) parts.delete(name);
  for (const name of new Set(parts.keys())) {
    const isKnown = PARTS.includes(name) || ruleNameOf(name)?.member !== undefined;
    if (!isKnown) return `expected p, the cells of a puzzle, and its rules, got ${shortened(name)}`;
    const values = parts.getAll(name);
    if (values.length > 1) return `expected ${name} once, got it ${values.length} times`;
  }
  const line = Array.from(parts.get('p') ?? '');
  const size = Math.sqrt(line.length);
  const boxes = parts.get('boxes');
  const [, rows, columns] = /^(\d{1,2})x(\d{1,2})$/.exec(boxes ?? '') ?? [];
  if (boxes !== null && columns === undefined)
    return `boxes: expected rows and columns such as 2x3, got ${shortened(boxes)}`;
  try {
    if (line.length === 0) return 'expected p, the cells of a puzzle, got none';
    if (!Number.isInteger(size)) return `p: expected as many cells as a square has, got ${line.length}`;
    const variant = (parts.get('variant') ?? 'classic') as Variant;
    const rules = readRules(
      [...parts].filter(([name]) => !PARTS.includes(name) && name !== 'variant'),
      size,
    );
    const fault = rules?.fault ?? (rules?.unsupported && `expected known rules, got ${rules.unsupported}`);
    if (fault !== undefined) return fault;
    const own: Boxes | undefined = columns === undefined ? undefined : { rows: +rows!, columns: +columns };
    const shape = rules
      ? ruledGeometry(anyGeometry(size, variant, own), rules)
      : geometry(size, variant, own);
    if (shape.unfit !== undefined) return shape.unfit;
    const symbols = parts.get('symbols') ?? symbolsFor(size);
    if (symbols.length !== size || new Set(symbols).size !== size || /[.\s]/.test(symbols))
      return `symbols: expected ${size} different ones, got ${shortened(symbols)}`;
    const strange = line.findIndex((one) => valueFor(one, symbols) === 0 && !EMPTY.includes(one));
    if (strange >= 0)
      return `p: expected symbols of ${symbols}, or . for an empty cell, got ${line[strange]} in ${cellCode(strange, size)}`;
    return puzzleOf(shape, cellsOf(line.join(''), symbols), symbols);
  } catch (error) {
    // no grid has this size, these boxes or this variant
    if (error instanceof GeometryError) return error.message;
    throw error;
  }
}

/** A part of a link for a message. */
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
