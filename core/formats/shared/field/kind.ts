import type { Geometry } from '../../../solver/geometry.ts';
import { DIGITS } from '../digits.ts';
import type { Shapes } from '../format.ts';
import { type SymbolTable, SymbolTables } from '../symbol-table.ts';
import type { SymbolsShown } from './text.ts';

/** How the cells of a field are written: a byte each without anything between them, a byte each, or a number each. */
export type Style = 'packed' | 'symbols' | 'numbers';

/** How the grid in a field is written. One object for equal kinds of a file. */
export interface FieldKind {
  readonly style: Style;
  readonly geometry: Geometry;
  /** Undefined for numbers. */
  readonly symbolTable: SymbolTable | undefined;
  /** Whether cells are packed and values are the digits that they look like. */
  readonly digits: boolean;
}

/** The kinds of a file's fields. */
export class FieldKinds {
  readonly #alphabets: SymbolTables;
  readonly #shapes: Shapes;
  readonly #known = new Map<string, FieldKind>();

  constructor({ alphabets, empties }: SymbolsShown, shapes: Shapes) {
    this.#alphabets = new SymbolTables(alphabets, empties);
    this.#shapes = shapes;
  }

  /** Undefined where no grid has this size. */
  of(style: Style, size: number | undefined): FieldKind | undefined {
    const geometry = size === undefined ? undefined : this.#shapes(size);
    if (!geometry) return undefined;
    const key = `${style} ${size}`;
    let kind = this.#known.get(key);
    if (!kind) {
      const symbolTable = style === 'numbers' ? undefined : this.#alphabets.of(geometry.size);
      const digits = style === 'packed' && DIGITS.startsWith(symbolTable!.alphabet.symbols);
      kind = { style, geometry, symbolTable, digits };
      this.#known.set(key, kind);
    }
    return kind;
  }
}
