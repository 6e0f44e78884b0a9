// Collects what a link says about a puzzle, in whatever form, and makes a geometry of it; and finds what a link must say about one.

import { type Boxes, type Variant, variantNames } from '../../options/options.ts';
import { VARIANT_NAMES, type VariantName } from '../../options/variants.ts';
import { allowAll, allowDigit, digitsAllowed, WORDS } from '../../solver/model/allowed.ts';
import { anyGeometry, defaultBoxes, type Geometry, isSize, withRules } from '../../solver/model/geometry.ts';
import { cellCode, RULE_KINDS, type Rule, type RuleKind } from '../../solver/model/rule-kinds.ts';
import { regionSymbols } from '../../solver/model/variants.ts';
import { MAX_RECORD_CELLS, MAX_RECORD_RULES } from '../rules/items.ts';
import { inOrderOfKinds } from '../rules/members.ts';

/** Why a text is no puzzle: `expected …, got …`. */
export class LinkFault extends Error {
  override readonly name = 'LinkFault';
}

/** A puzzle that a link contains. */
export interface LinkPuzzle {
  /** With the rules of the puzzle. Puzzles without rules or regions of their own share one object. */
  readonly geometry: Geometry;
  /** Values of the cells, 0 for empty. */
  readonly cells: Uint8Array;
  /** The digits that the cells may have, as in a solver's batch; undefined if there are only givens. */
  readonly allowed?: Uint32Array | undefined;
  /** What it says in words, by name: `title`, `author`, `ruleset`. */
  readonly notes: ReadonlyMap<string, string>;
  /** Offset in the text of its cells, if it has a symbol for each, and these alone would make it another puzzle. */
  readonly run?: number | undefined;
}

/** Whether other puzzles can share a geometry: it has no rules, regions or fault of a single puzzle. */
export function isSharedGeometry({ regions, rules, unfit, unsupported }: Geometry): boolean {
  return !regions && rules.length === 0 && unfit === undefined && unsupported === undefined;
}

/** The options of a file that also apply to its links. */
export interface LinkOptions {
  readonly variant?: Variant;
  readonly boxes?: Boxes | undefined;
  /** A symbol for each cell of grids with as many cells. */
  readonly regions?: string | undefined;
}

/** Collects what a link says. */
export class Description {
  readonly size: number;
  readonly cells: Uint8Array;
  /** The number of each cell's region; undefined for boxes. */
  regions: readonly number[] | undefined;
  /** See {@link LinkPuzzle.run}. */
  run: number | undefined;
  readonly #notes = new Map<string, string>();
  readonly #variants = new Set<VariantName>();
  readonly #rules: Rule[] = [];
  /** Areas in which no digit repeats, such as a diagonal. */
  readonly #areas: { readonly name: string; readonly cells: readonly number[] }[] = [];
  readonly #candidates = new Map<number, readonly number[]>();
  #unsupported: string | undefined;
  /** Number of cells of all rules together. */
  #ruled = 0;

  /** @throws LinkFault if {@link isLinkSize} is false for the size */
  constructor(size: unknown) {
    if (!isLinkSize(size))
      throw new LinkFault(`expected a grid of 4x4 to 36x36 cells, got ${printed(size)}x${printed(size)}`);
    this.size = size;
    this.cells = new Uint8Array(this.size ** 2);
  }

  /** @throws LinkFault if the value is none of the grid, or the cell has another */
  given(cell: number, value: unknown): void {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (!Number.isInteger(number) || (number as number) < 1 || (number as number) > this.size)
      throw new LinkFault(
        `expected a number from 1 to ${this.size} in ${cellCode(cell, this.size)}, got ${printed(value)}`,
      );
    const before = this.cells[cell]!;
    if (before !== 0 && before !== number)
      throw new LinkFault(
        `expected one value in ${cellCode(cell, this.size)}, got ${before} and ${printed(value)}`,
      );
    this.cells[cell] = number as number;
  }

  /** Some digits that a cell may have. @throws LinkFault if one is none of the grid */
  candidates(cell: number, digits: readonly unknown[]): void {
    const numbers = [...new Set(digits.map(Number))];
    const wrong = numbers.find((digit) => !Number.isInteger(digit) || digit < 1 || digit > this.size);
    if (wrong !== undefined || numbers.length === 0)
      throw new LinkFault(
        `expected digits from 1 to ${this.size} in ${cellCode(cell, this.size)}, got ${printed(digits.slice(0, MAX_SIZE_SHOWN).join())}`,
      );
    const before = this.#candidates.get(cell);
    this.#candidates.set(cell, before ? before.filter((digit) => numbers.includes(digit)) : numbers);
  }

  variant(name: VariantName): void {
    this.#variants.add(name);
  }

  /** @throws LinkFault if there are more rules than a puzzle has */
  rule(rule: Rule): void {
    this.#count(rule.cells);
    this.#rules.push(rule);
  }

  /** Adds an area in which no digit repeats. @param name for the message if such an area is not supported */
  area(name: string, cells: readonly number[]): void {
    this.#count(cells);
    this.#areas.push({ name, cells });
  }

  /** Adds the area of a diagonal: `diagonal+` rises from the left to the right. */
  diagonal(name: 'diagonal+' | 'diagonal-'): void {
    const { size } = this;
    const columnOf = (row: number) => (name === 'diagonal-' ? row : size - 1 - row);
    this.area(
      name,
      Array.from({ length: size }, (_, row) => this.cell(row, columnOf(row))),
    );
  }

  /** Adds a line of consecutive digits, which may return to its first cell. */
  renban(line: readonly number[]): void {
    const isClosed = line.length > 2 && line[0] === line.at(-1);
    this.rule({ kind: 'renban', cells: isClosed ? line.slice(0, -1) : line });
  }

  /** Adds a line on which neighbours differ by a number, which may return to a cell: then it is several rules. */
  whisper(line: readonly number[], least = RULE_KINDS.whisper.value!.usual): void {
    const value = least === RULE_KINDS.whisper.value!.usual ? undefined : least;
    let from = 0;
    let seen = new Set<number>();
    const add = (cells: readonly number[]) => {
      if (cells.length > 1 || line.length < 2) this.rule({ kind: 'whisper', cells, value });
    };
    for (const [i, cell] of line.entries()) {
      if (seen.has(cell)) {
        add(line.slice(from, i));
        from = i - 1;
        seen = new Set([line[from]!]);
      }
      seen.add(cell);
    }
    add(line.slice(from));
  }

  #count({ length }: readonly number[]): void {
    this.#ruled += length;
    if (this.#ruled > MAX_RECORD_CELLS)
      throw new LinkFault(`expected rules of at most ${MAX_RECORD_CELLS} cells in all, got more`);
    if (this.#rules.length + this.#areas.length === MAX_RECORD_RULES)
      throw new LinkFault(`expected at most ${MAX_RECORD_RULES} rules, got more`);
  }

  /** Keeps what the link says in words. */
  note(name: string, text: unknown): void {
    if (typeof text === 'string' && text.trim() !== '') this.#notes.set(name, text);
  }

  /** Marks the puzzle as unsupported. @param name of the unknown rule; the first one is reported */
  unsupported(name: string): void {
    this.#unsupported ??= name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  }

  /** Whether the puzzle has an unknown rule. */
  get isUnsupported(): boolean {
    return this.#unsupported !== undefined;
  }

  /** The kinds and variants that the puzzle has, and whether regions. An area counts as a cage. */
  get kinds(): ReadonlySet<RuleKind | VariantName | 'regions'> {
    const parities = this.#candidates.size > 0 ? (['even', 'odd'] as const) : [];
    const areas = this.#areas.length > 0 ? (['cage'] as const) : [];
    const regions = this.#areBoxes(undefined) ? [] : (['regions'] as const);
    return new Set([
      ...this.#rules.map(({ kind }) => kind),
      ...this.#variants,
      ...parities,
      ...areas,
      ...regions,
    ]);
  }

  get rules(): readonly Rule[] {
    return this.#rules;
  }

  /** The number of a cell. @throws LinkFault if it is outside of the grid */
  cell(row: number, column: number): number {
    const { size } = this;
    if (row >= 0 && row < size && column >= 0 && column < size) return row * size + column;
    throw new LinkFault(`expected cells of a ${size}x${size} grid, got r${row + 1}c${column + 1}`);
  }

  /** The puzzle. @param options of the file */
  puzzle({ variant = 'classic', boxes, regions }: LinkOptions = {}): LinkPuzzle {
    const { size } = this;
    const own = boxes && boxes.rows * boxes.columns === size ? boxes : undefined;
    const given = regions?.length === size * size && this.#areBoxes(own) ? regions : undefined;
    const symbols = given ?? this.#regionSymbols(own);
    for (const name of variantNames(variant) ?? []) this.#variants.add(name);
    const rules = [...this.#rules, ...this.#areaRules(own, symbols)];
    const caged = rules.flatMap(({ kind, cells }) => (kind === 'cage' ? [...new Set(cells)] : []));
    if (new Set(caged).size < caged.length) this.unsupported('cages that overlap');
    const parities = this.#takeParities();
    rules.push(...parities);
    const names = VARIANT_NAMES.filter((name) => this.#variants.has(name));
    const base = anyGeometry(size, (names.join() || 'classic') as Variant, own, symbols);
    const isPlain = rules.length === 0 && this.#unsupported === undefined;
    const geometry = isPlain ? base : withRules(base, inOrderOfKinds(rules), this.#unsupported);
    return { geometry, cells: this.cells, allowed: this.#allowed(), notes: this.#notes, run: this.run };
  }

  /** Replaces areas that together are a variant, such as both diagonals for `x`. All others become cages without a sum. */
  #areaRules(boxes: Boxes | undefined, regions: string | undefined): Rule[] {
    if (this.#areas.length === 0) return [];
    const { size } = this;
    const keyOf = (cells: Iterable<number>) => [...cells].sort((a, b) => a - b).join();
    const left = new Map(this.#areas.map((area) => [keyOf(area.cells), area]));
    for (const name of AREA_VARIANTS) {
      const keys = unitsOf(name, size, boxes, regions).map(keyOf);
      if (keys.length === 0 || !keys.every((key) => left.has(key))) continue;
      this.#variants.add(name);
      for (const key of keys) left.delete(key);
    }
    const caged = new Set(this.#rules.flatMap(({ kind, cells }) => (kind === 'cage' ? cells : [])));
    const rules: Rule[] = [];
    for (const { name, cells } of left.values()) {
      // cages share no cell
      if (cells.some((cell) => caged.has(cell))) this.unsupported(name);
      else rules.push({ kind: 'cage', cells });
      for (const cell of cells) caged.add(cell);
    }
    return rules;
  }

  /** Replaces the candidates of cells that may have all even digits, or all odd ones, by rules. */
  #takeParities(): Rule[] {
    const rules: Rule[] = [];
    for (const [cell, digits] of this.#candidates) {
      const kind = (['even', 'odd'] as const).find((parity) => areAll(digits, parity, this.size));
      if (!kind) continue;
      rules.push({ kind, cells: [cell] });
      this.#candidates.delete(cell);
    }
    return rules;
  }

  #allowed(): Uint32Array | undefined {
    if (this.#candidates.size === 0) return undefined;
    const { cells, size } = this;
    const allowed = new Uint32Array(WORDS * cells.length);
    for (const [cell, value] of cells.entries()) {
      const digits = this.#candidates.get(cell);
      if (value > 0 && (digits?.includes(value) ?? true)) allowDigit(allowed, cell, value);
      else if (digits) for (const digit of digits) allowDigit(allowed, cell, digit);
      else allowAll(allowed, cell, size);
    }
    return allowed;
  }

  /** A symbol for the region of each cell; undefined if the regions are the boxes. */
  #regionSymbols(boxes: Boxes | undefined): string | undefined {
    const { size } = this;
    if (this.#areBoxes(boxes)) return undefined;
    const regions = this.regions ?? Array.from(this.cells, (_, cell) => Math.floor(cell / size));
    const numbers = new Map<number, number>();
    for (const region of regions) if (!numbers.has(region)) numbers.set(region, numbers.size);
    return Array.from(regions, (region) => regionSymbol(numbers.get(region)!)).join('');
  }

  #areBoxes(given: Boxes | undefined): boolean {
    const { size, regions } = this;
    if (!isSize(size) || !regions) return isSize(size);
    const boxes = given ?? defaultBoxes(size);
    const boxOfRegion = new Map<number, number>();
    return (
      regions.every((region, cell) => {
        const box = boxOf(cell, size, boxes);
        if (!boxOfRegion.has(region)) boxOfRegion.set(region, box);
        return boxOfRegion.get(region) === box;
      }) && boxOfRegion.size === size
    );
  }
}

/** The number of a cell's box, row by row. */
export function boxOf(cell: number, size: number, { rows, columns }: Boxes): number {
  return Math.floor(cell / size / rows) * (size / columns) + Math.floor((cell % size) / columns);
}

const PRIMES: readonly number[] = [5, 7, 11, 13];

/** Whether links can have grids of this size. */
export function isLinkSize(size: unknown): size is number {
  return isSize(size as number) || PRIMES.includes(size as number);
}

/** Variants that consist of areas. */
const AREA_VARIANTS = ['x', 'windoku', 'center-dot', 'asterisk'] as const;

/** Characters of the name of a rule. */
const MAX_NAME = 60;
const MAX_SIZE_SHOWN = 36;

/** Rows of the largest grid that the programs have. */
export const MAX_LINK_SIZE = 16;

/** The units that a variant adds to a grid; none if the grid cannot have it. @param regions a symbol for each cell */
function unitsOf(name: VariantName, size: number, boxes?: Boxes, regions?: string): readonly Uint16Array[] {
  const { unfit, units } = anyGeometry(size, name, boxes, regions);
  return unfit === undefined ? units.slice(3 * size) : [];
}

/** The units of a variant in a grid. */
export function areasOf(name: VariantName, { size, boxRows, boxColumns, regions }: Geometry) {
  return unitsOf(name, size, { rows: boxRows, columns: boxColumns }, regions && regionSymbols(regions));
}

/** The number of each cell's region, if a program would not assume them: irregular ones, and boxes of an unusual shape. */
export function regionsOf({ size, regions, boxRows, boxColumns }: Geometry): number[] | undefined {
  if (regions) return Array.from(regions);
  if (isSize(size) && defaultBoxes(size).rows === boxRows) return undefined;
  const boxes = { rows: boxRows, columns: boxColumns };
  return Array.from({ length: size * size }, (_, cell) => boxOf(cell, size, boxes));
}

/** The digits that an empty cell may have; undefined if it may have all. */
export function candidatesOf(
  cell: number,
  size: number,
  allowed: Uint32Array | undefined,
): number[] | undefined {
  if (!allowed) return undefined;
  const digits = digitsAllowed(allowed, cell, size);
  return digits.length === size ? undefined : digits;
}

function areAll(digits: readonly number[], parity: 'even' | 'odd', size: number): boolean {
  const remainder = parity === 'even' ? 0 : 1;
  const count = parity === 'even' ? Math.floor(size / 2) : Math.ceil(size / 2);
  return digits.every((digit) => digit % 2 === remainder) && new Set(digits).size === count;
}

/** `1` to `9`, then letters, then what follows them. */
function regionSymbol(number: number): string {
  return number < 9 ? `${number + 1}` : String.fromCharCode(number < 35 ? 0x41 + number - 9 : 0x100 + number);
}

/** A value for a message, shortened. */
export function printed(value: unknown): string {
  // without a look into objects, which may be nested deeply
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  const text = typeof value === 'string' ? value : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const MAX_SHOWN = 40;
