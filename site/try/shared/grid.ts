// The grid of a puzzle: a table of fields that can be typed into, or a drawing. Used by the page to try and by the front page.
import type { Geometry } from '../../../core/browser.ts';
import { element } from '../../../core/report/client/element.ts';
import { rulesPicture } from '../../../core/report/client/rules-picture.ts';
import { symbolsFor, valueFor } from './symbols.ts';

/** Why a cell is highlighted. */
export type Mark =
  /** part of the pattern that a step uses */
  | 'pattern'
  /** in a unit that a step looks at */
  | 'unit'
  /** has a digit of the user that is not the solution's */
  | 'wrong'
  /** gets its digit */
  | 'placed'
  /** loses candidates */
  | 'reduced'
  /** differs between two solutions */
  | 'open';

/** What a key or button writes into a cell. */
export type Writing =
  /** a digit that belongs to the puzzle */
  | 'clue'
  /** a digit of the user */
  | 'digit'
  /** pencil marks: in the corners, and in the middle */
  | 'corner'
  | 'centre';

/** What stands in the cells, row by row: values, 0 for none, and pencil marks as sets of bits, bit 0 for value 1. */
export interface Written {
  readonly clues: Uint8Array;
  /** of cells without a clue */
  readonly digits: Uint8Array;
  readonly corner: Uint32Array;
  readonly centre: Uint32Array;
}

/** Rows of the largest grid whose cells have room for pencil marks and candidates. */
export const MAX_MARKED_SIZE = 16;

/** A grid in which only clues are written. */
export function onlyClues(clues: Uint8Array): Written {
  const none = () => new Uint32Array(clues.length);
  return { clues, digits: new Uint8Array(clues.length), corner: none(), centre: none() };
}

/** What a grid draws in addition to what is written. */
export interface Drawing {
  /** Values of cells that have no clue, row by row; 0 for none. They hide what the user has written there. */
  readonly values?: Uint8Array;
  /** Whether only clues and what is drawn are shown. */
  readonly hidesWritten?: boolean;
  /** Candidates of each open cell as a set of bits, bit 0 for value 1. They hide pencil marks. */
  readonly candidates?: Uint32Array;
  readonly marks?: ReadonlyMap<number, Mark>;
  /** Candidates that belong to the pattern, by cell, as sets of bits. */
  readonly used?: ReadonlyMap<number, number>;
  /** Candidates that a step removes, by cell, as sets of bits. */
  readonly removed?: ReadonlyMap<number, number>;
  /** A picture over all cells, such as the arrows of a chain. */
  readonly overlay?: SVGElement | undefined;
}

/** Symbols that clear a cell when typed. */
const EMPTY = '.0 _-';

export interface GridOptions {
  readonly geometry: Geometry;
  /** Givens row by row, 0 for an empty cell. @default an empty grid */
  readonly cells?: Uint8Array;
  /** Symbols of the values. @default 1 to 9, then letters from A */
  readonly symbols?: string;
  /** Name for screen readers. @default `9x9 puzzle` */
  readonly label?: string;
  /** Whether the grid is a drawing. @default false */
  readonly readOnly?: boolean;
  /** Called after each clue that the user writes; without `onWrite`. */
  readonly onChange?: (cells: Uint8Array) => void;
  /**
   * Called in place of writing a clue, when the user types a value (0 clears): the caller then calls `show`. `mark` is the kind of
   * pencil mark that the keys alone request, by Shift or by Ctrl or Alt.
   */
  readonly onWrite?: (cell: number, value: number, mark?: 'corner' | 'centre') => void;
  /** Called when the user pastes more than one symbol. */
  readonly onPaste?: (text: string) => void;
  /** Called when another cell gets the focus. */
  readonly onFocus?: (cell: number) => void;
}

/**
 * A grid. Put `element` into an element of the class `try` on a page that has `grid.css`; it is as wide as there is room, up to
 * the CSS variable `--try-grid-width`.
 */
export interface Grid {
  readonly element: HTMLElement;
  readonly geometry: Geometry;
  readonly symbols: string;
  /** A copy of the clues. */
  cells(): Uint8Array;
  /** The cell that has, or last had, the focus. */
  readonly at: number;
  /** Writes other values into the cells, and draws on top of them. */
  show(written: Written, drawing?: Drawing): void;
  /** Draws on top of what is written; without an argument, shows only that. */
  draw(drawing?: Drawing): void;
  /** Writes a value (0 clears) into the cell that has, or last had, the focus, as if it was typed. */
  type(value: number): void;
  /** Moves the focus to a cell, by default the one that had it last. */
  focus(cell?: number): void;
}

/**
 * Makes a grid. Arrow keys, Home and End move in it, symbols set a cell, Backspace, Delete, `.` and the space bar clear one.
 * Two digits typed one after the other are a number, where the grid has such a value. Equal values in a unit are marked.
 */
export function makeGrid(options: GridOptions): Grid {
  const { geometry, readOnly = false, symbols = symbolsFor(geometry.size) } = options;
  const { size, boxRows, boxColumns } = geometry;
  let written = onlyClues(options.cells?.slice() ?? new Uint8Array(geometry.cells));
  const view = cellViews(geometry, symbols, readOnly);
  const label = options.label ?? `${size}x${size} puzzle`;
  const rows = Array.from({ length: size }, (_, row) =>
    element(
      'tr',
      { role: readOnly ? undefined : 'row' },
      ...view.slice(row * size, (row + 1) * size).map(({ td }) => td),
    ),
  );
  const table = element(
    'table',
    { role: readOnly ? undefined : 'grid', 'aria-label': label },
    element('tbody', { role: readOnly ? undefined : 'rowgroup' }, ...rows),
  );
  const picture = pictureOf(geometry);
  const sheet = element('div', { class: 'sheet' }, table, picture);
  const hasSums = geometry.rules.some(({ kind, value }) => kind === 'cage' && value !== undefined);
  const classes = hasSums ? 'grid-frame has-sums' : 'grid-frame';
  const frame = element('div', { class: classes, 'data-size': size }, sheet);
  for (const [name, value] of Object.entries({
    '--n': size,
    '--box-rows': boxRows,
    '--box-columns': boxColumns,
  }))
    frame.style.setProperty(name, String(value));

  let at = 0;
  /** The first digit of a number that is being typed: the cell and its value. */
  let begun: { cell: number; value: number } | undefined;
  let drawn: Drawing = {};
  /** The value that each cell shows. */
  const shown = new Uint8Array(geometry.cells);
  let overlay: SVGElement | undefined;

  function draw(drawing: Drawing = {}): void {
    drawn = drawing;
    const { clues, digits, corner, centre } = drawing.hidesWritten ? onlyClues(written.clues) : written;
    const conflicts = conflictsOf(geometry, digitsOf({ clues, digits }));
    for (const [cell, one] of view.entries()) {
      const value = clues[cell] || drawing.values?.[cell] || digits[cell] || 0;
      shown[cell] = value;
      const isOpen = value === 0 && size <= MAX_MARKED_SIZE;
      const candidates = isOpen ? (drawing.candidates?.[cell] ?? 0) : 0;
      const isMarked = isOpen && candidates === 0;
      one.show(value === 0 ? '' : symbols[value - 1]!, {
        given: clues[cell] !== 0,
        drawn: value !== 0 && value !== clues[cell] && value !== digits[cell],
        conflict: conflicts.has(cell) && value === (clues[cell] || digits[cell]),
        mark: drawing.marks?.get(cell),
        corner: isMarked ? corner[cell]! : 0,
        centre: isMarked ? centre[cell]! : 0,
      });
      const [used = 0, removed = 0] = [drawing.used?.get(cell), drawing.removed?.get(cell)];
      one.showCandidates(candidates, used, removed);
    }
    overlay?.remove();
    overlay = drawing.overlay;
    if (overlay) sheet.append(overlay);
    colourEqual();
  }

  /** Colours the cells that have the value of the focused one. */
  function colourEqual(): void {
    for (const [cell, { td }] of view.entries())
      td.classList.toggle('equal', shown[cell] !== 0 && shown[cell] === shown[at]);
  }

  function write(cell: number, value: number, mark?: 'corner' | 'centre'): void {
    if (options.onWrite) {
      options.onWrite(cell, value, mark);
      return;
    }
    written.clues[cell] = value;
    draw();
    options.onChange?.(written.clues.slice());
  }

  function typeSymbol(symbol: string): void {
    const digit = /^\d$/.test(symbol) ? Number(symbol) : undefined;
    const isBegun = begun?.cell === at && begun.value === digitsOf(written)[at];
    const number = isBegun && digit !== undefined ? begun!.value * 10 + digit : 0;
    const isNumber = number > 0 && number <= size;
    const value = isNumber ? number : valueFor(symbol, symbols);
    begun = !isNumber && value === digit && size > 9 ? { cell: at, value } : undefined;
    if (value > 0 || EMPTY.includes(symbol)) write(at, value);
    // the field may show the wrong symbol
    else draw(drawn);
  }

  function focus(cell = at): void {
    if (cell !== at) begun = undefined;
    view[at]!.field.tabIndex = -1;
    at = cell;
    view[at]!.field.tabIndex = 0;
    colourEqual();
    view[at]!.field.focus();
    if (view[at]!.field instanceof HTMLInputElement) (view[at]!.field as HTMLInputElement).select();
  }

  function onKey(event: KeyboardEvent): void {
    const mark = options.onWrite && markOf(event, symbols);
    if (mark) {
      event.preventDefault();
      write(at, mark.value, mark.kind);
      return;
    }
    if (event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    const target = destination(event.key, isControl, at, geometry);
    if (target !== undefined) {
      event.preventDefault();
      focus(target);
      return;
    }
    if (isControl) return;
    if (event.key === 'Backspace' && at > 0 && isBlank(written, at)) focus(at - 1);
    else if (event.key === 'Backspace' || event.key === 'Delete') write(at, 0);
    else if (event.key.length === 1) typeSymbol(event.key);
    else return;
    event.preventDefault();
  }

  if (!readOnly) table.addEventListener('keydown', onKey);
  table.addEventListener('focusin', ({ target }) => {
    const cell = view.findIndex(({ field }) => field === target);
    if (cell < 0 || cell === at) return;
    focus(cell);
    options.onFocus?.(cell);
  });
  // keyboards on a screen send no key events
  table.addEventListener('input', (event) => {
    const { data } = event as InputEvent;
    if (data) typeSymbol(data.at(-1)!);
    else write(at, 0);
  });
  table.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    const isSymbol = text.trim().length === 1;
    // what the grid does not take is for the page
    if (!isSymbol && !options.onPaste) return;
    event.preventDefault();
    if (isSymbol) typeSymbol(text.trim());
    else if (text.trim() !== '') options.onPaste?.(text);
  });
  if (!readOnly) view[0]!.field.tabIndex = 0;
  draw();
  return {
    element: frame,
    geometry,
    symbols,
    cells: () => written.clues.slice(),
    get at() {
      return at;
    },
    show(next, drawing) {
      written = next;
      draw(drawing);
    },
    draw,
    type: (value) => write(at, value),
    focus,
  };
}

/** The digits of the cells, whoever wrote them. */
export function digitsOf({ clues, digits }: Pick<Written, 'clues' | 'digits'>): Uint8Array {
  return clues.map((clue, cell) => clue || digits[cell]!);
}

const isBlank = ({ clues, digits, corner, centre }: Written, cell: number): boolean =>
  (clues[cell]! | digits[cell]! | corner[cell]! | centre[cell]!) === 0;

/** The pencil mark that a digit with Shift, or with Ctrl or Alt, requests; on keyboards where Shift makes the digit, it is a digit. */
function markOf(
  { key, code, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent,
  symbols: string,
): { value: number; kind: 'corner' | 'centre' } | undefined {
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  const isShift = shiftKey && !/^\d$/.test(key);
  if (digit === undefined || metaKey || !(isShift || ctrlKey || altKey)) return undefined;
  const value = valueFor(digit, symbols);
  return value === 0 ? undefined : { value, kind: ctrlKey || altKey ? 'centre' : 'corner' };
}

interface CellLook {
  readonly given: boolean;
  /** Whether the value is neither a clue nor the user's. */
  readonly drawn: boolean;
  readonly conflict: boolean;
  readonly mark: Mark | undefined;
  readonly corner: number;
  readonly centre: number;
}

interface CellView {
  readonly td: HTMLElement;
  readonly field: HTMLElement;
  show(text: string, look: CellLook): void;
  showCandidates(candidates: number, used: number, removed: number): void;
}

const MARK_NAMES: Readonly<Record<Mark, string>> = {
  pattern: 'pattern',
  unit: '',
  placed: 'solved by this step',
  reduced: 'loses candidates',
  open: 'differs between solutions',
  wrong: 'wrong',
};

/** The rules of a puzzle, and the units of its variants, which lie over the grid. */
function pictureOf({ size, regions, rules, units, unitNames }: Geometry): SVGSVGElement | undefined {
  const shaded = units.flatMap((unit, i) => (SHADED.test(unitNames[i]!) ? [...unit] : []));
  return rulesPicture({ size, regions, rules, shaded });
}

/** Units that are drawn as shades: those that are neither lines nor boxes, nor spread over the whole grid. */
const SHADED = /^(?:window|asterisk|centre)/;

function cellViews(
  { size, boxRows, boxColumns, regions, variant }: Geometry,
  symbols: string,
  readOnly: boolean,
): CellView[] {
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const name = `row ${row + 1} column ${column + 1}`;
    const field = readOnly
      ? element('span', { class: 'value' })
      : element('input', {
          class: 'value',
          tabindex: -1,
          'aria-label': name,
          autocomplete: 'off',
          autocapitalize: 'off',
          spellcheck: 'false',
          // the page has its own digits for fingers
          inputmode: matchMedia('(pointer: coarse)').matches ? 'none' : 'text',
        });
    const classes = [
      (regions ? row === 0 : row % boxRows === 0) && 'top',
      (regions ? column === 0 : column % boxColumns === 0) && 'left',
      variant.split(',').includes('x') && (row === column || row + column === size - 1) && 'diagonal',
    ].filter((one) => one !== false);
    const td = element('td', { role: readOnly ? undefined : 'gridcell', class: classes.join(' ') }, field);
    const layers = new Map<string, { shown: string; node: HTMLElement }>();
    /** Draws small digits; nothing is drawn again that stands there already. */
    const showLayer = (name: string, shown: string, content: () => readonly Node[]) => {
      const before = layers.get(name);
      if (before?.shown === shown || (!before && shown === '')) return;
      before?.node.remove();
      layers.delete(name);
      if (shown === '') return;
      const node = element('div', { class: `small ${name}`, 'aria-hidden': 'true' }, ...content());
      layers.set(name, { shown, node });
      td.append(node);
    };
    const textOf = (set: number) =>
      Array.from(symbols, (symbol, i) => (set & (1 << i) ? symbol : '')).join('');
    return {
      td,
      field,
      show(text, { given, drawn, conflict, mark, corner, centre }) {
        const [inCorners, inMiddle] = [textOf(corner), textOf(centre)];
        if (field instanceof HTMLInputElement) {
          field.value = text;
          const notes = [
            given && 'given',
            conflict && 'conflict',
            mark && MARK_NAMES[mark],
            inCorners && `corner marks ${Array.from(inCorners).join(' ')}`,
            inMiddle && `centre marks ${Array.from(inMiddle).join(' ')}`,
          ];
          field.setAttribute('aria-label', [name, ...notes.filter((note) => note)].join(', '));
          if (conflict) field.setAttribute('aria-invalid', 'true');
          else field.removeAttribute('aria-invalid');
        } else field.textContent = text;
        td.classList.toggle('given', given);
        td.classList.toggle('drawn', drawn);
        td.classList.toggle('conflict', conflict);
        if (mark) td.dataset.mark = mark;
        else delete td.dataset.mark;
        const span = (symbol: string) => element('span', {}, symbol);
        showLayer('corner', inCorners, () => Array.from(inCorners, span));
        showLayer('centre', inMiddle, () => [
          element('span', { style: `--length: ${inMiddle.length}` }, inMiddle),
        ]);
      },
      showCandidates(candidates, used, removed) {
        const shown = candidates === 0 ? '' : `${candidates} ${used} ${removed}`;
        showLayer('candidates', shown, () =>
          Array.from({ length: size }, (_, i) => {
            const bit = 1 << i;
            const kind = removed & bit ? 'removed' : used & bit ? 'used' : undefined;
            return element('span', { class: kind }, candidates & bit ? symbols[i] : '');
          }),
        );
      },
    };
  });
}

/** The cell that a key leads to; undefined for other keys. */
function destination(
  key: string,
  control: boolean,
  cell: number,
  { size, cells }: Geometry,
): number | undefined {
  const [row, column] = [Math.floor(cell / size), cell % size];
  const last = size - 1;
  const to = (r: number, c: number) => Math.min(Math.max(r, 0), last) * size + Math.min(Math.max(c, 0), last);
  if (key === 'ArrowUp') return to(control ? 0 : row - 1, column);
  if (key === 'ArrowDown') return to(control ? last : row + 1, column);
  if (key === 'ArrowLeft') return to(row, control ? 0 : column - 1);
  if (key === 'ArrowRight') return to(row, control ? last : column + 1);
  if (key === 'Home') return control ? 0 : to(row, 0);
  if (key === 'End') return control ? cells - 1 : to(row, last);
  if (key === 'Enter') return (cell + 1) % cells;
  return undefined;
}

/** The cells that have the same value as another cell of one of their units. */
export function conflictsOf({ units }: Geometry, cells: Uint8Array): Set<number> {
  const found = new Set<number>();
  for (const unit of units) {
    const first = new Map<number, number>();
    for (const cell of unit) {
      const value = cells[cell]!;
      if (value === 0) continue;
      const other = first.get(value);
      if (other === undefined) first.set(value, cell);
      else found.add(other).add(cell);
    }
  }
  return found;
}
