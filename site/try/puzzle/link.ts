// A puzzle in the fragment of a URL, so that a link opens it.
import type { Boxes, Variant } from '../../../core/browser.ts';
import { textsOf } from '../../../core/formats/rules/members.ts';
import { readRules, ruledGeometry } from '../../../core/formats/rules/read-rules.ts';
import { lineOf } from '../../../core/formats/shared/alphabet.ts';
import { anyGeometry, defaultBoxes, geometry } from '../../../core/solver/model/geometry.ts';
import { geometryOf, type Puzzle, puzzleOf } from '../shared/puzzle.ts';
import { cellsOf, symbolsFor } from '../shared/symbols.ts';

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

/** The puzzle of a fragment, with or without `#`; undefined if it has none. */
export function puzzleIn(fragment: string): Puzzle | undefined {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const line = parts.get('p') ?? '';
  const size = Math.sqrt(line.length);
  const [rows, columns] = (parts.get('boxes') ?? '').split('x').map(Number);
  const boxes: Boxes | undefined = rows && columns ? { rows, columns } : undefined;
  try {
    const members = [...parts].filter(([name]) => name !== 'variant');
    const variant = (parts.get('variant') ?? 'classic') as Variant;
    const rules = readRules(members, size);
    const shape = rules
      ? ruledGeometry(anyGeometry(size, variant, boxes), rules)
      : geometry(size, variant, boxes);
    if (shape.unfit !== undefined) return undefined;
    const symbols = parts.get('symbols') ?? symbolsFor(size);
    if (symbols.length !== size || new Set(symbols).size !== size || /[.\s]/.test(symbols)) return undefined;
    const cells = cellsOf(line, symbols);
    // a character of two code units makes the line longer than its cells
    return cells.length === shape.cells ? puzzleOf(shape, cells, symbols) : undefined;
  } catch {
    // no grid has this size or these boxes
    return undefined;
  }
}
