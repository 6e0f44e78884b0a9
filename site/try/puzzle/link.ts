// A puzzle in the fragment of a URL, so that a link opens it.
import type { Boxes, Variant } from '../../../core/browser.ts';
import { defaultBoxes, geometry } from '../../../core/solver/geometry.ts';
import { type Puzzle, puzzleOf } from '../puzzle.ts';
import { cellsOf, lineOf, symbolsFor } from '../symbols.ts';

/** `p=53..7…`, and `variant`, `boxes` and `symbols` where they are not the default ones. */
export function linkOf({ size, boxes, variant, cells, symbols }: Puzzle): string {
  const parts = new URLSearchParams({ p: lineOf(cells, symbols) });
  const usual = defaultBoxes(size);
  if (variant !== 'classic') parts.set('variant', variant);
  if (usual.rows !== boxes.rows) parts.set('boxes', `${boxes.rows}x${boxes.columns}`);
  if (symbols !== symbolsFor(size)) parts.set('symbols', symbols);
  return parts.toString();
}

/** The puzzle of a fragment, with or without `#`; undefined if it has none. */
export function puzzleIn(fragment: string): Puzzle | undefined {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const line = parts.get('p') ?? '';
  const size = Math.sqrt(line.length);
  const variant = parts.get('variant') ?? 'classic';
  const [rows, columns] = (parts.get('boxes') ?? '').split('x').map(Number);
  const boxes: Boxes | undefined = rows && columns ? { rows, columns } : undefined;
  try {
    const shape = geometry(size, variant as Variant, boxes);
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
