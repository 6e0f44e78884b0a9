// Equivalence of puzzles of any size and with any rules: two puzzles are equivalent if moving the cells makes one of the other, so
// that rows and columns, boxes or regions, the units of variants and all rules move along; if no rule depends on the values of
// digits, these may be renamed, too.

import type { Geometry } from '../model/geometry.ts';
import { DIFFERENT, type Relation } from '../model/rules.ts';
import { type CanonicalForms, canonicalForms, hasMinlexForm, mapOf } from './canonical.ts';
import { type ColouredGraph, canonicalLabelling } from './canonical-labelling.ts';
import { applySymmetry, cellsMoved, type GridSymmetry, isRenamable, randomSymmetry } from './symmetry.ts';

/** Nodes of a search. Puzzles need a few, unless they have many symmetries themselves. */
const MAX_NODES = 600;

/**
 * Text that is equal for two puzzles if and only if they are equivalent. Their grids have cells, rows, columns and so on as the
 * vertices of a graph, whose canonical form it is.
 *
 * @param cells row by row, 0 for empty
 * @returns undefined if the search is too long, as for some puzzles with few givens and many symmetries
 */
export function equivalenceKey(geometry: Geometry, cells: Uint8Array): Uint8Array | undefined {
  const { graph, colours } = graphOf(geometry, cells);
  const found = canonicalLabelling(graph, MAX_NODES);
  if (!found) return undefined;
  const { certificate } = found;
  const head = Buffer.from(`${geometry.size} ${colours.join(';')}\n`);
  return Buffer.concat([head, new Uint8Array(certificate.buffer)]);
}

/** The canonical form of a classic puzzle, and what leads to it. */
export interface GridForm {
  /** Row by row, 0 for empty. */
  readonly form: Uint8Array;
  readonly symmetry: GridSymmetry;
  /** In how many different ways symmetries map the givens to themselves. */
  readonly automorphisms: number;
}

/**
 * The canonical form of a classic puzzle of any size: equal for equivalent puzzles, and one of them. Rows, columns and digits have
 * the order of their labels, with bands and stacks kept together.
 *
 * @returns undefined if the search is too long
 */
export function gridForm(geometry: Geometry, cells: Uint8Array): GridForm | undefined {
  const { size, boxRows, boxColumns } = geometry;
  const { graph, numbers } = graphOf(geometry, cells);
  const found = canonicalLabelling(graph, MAX_NODES);
  // automorphisms that move no given count once
  const fixed = found && graphOf(geometry, cells, true);
  const fixing = fixed && canonicalLabelling(fixed.graph, MAX_NODES);
  if (!found || !fixing) return undefined;
  const first = size * size;
  const labels = Array.from({ length: 2 * size }, (_, line) => found.labels[numbers[first + line]!]!);
  const isTransposed =
    boxRows === boxColumns && Math.min(...labels.slice(size)) < Math.min(...labels.slice(0, size));
  const [rows, columns] = isTransposed
    ? [labels.slice(size), labels.slice(0, size)]
    : [labels.slice(0, size), labels.slice(size)];
  const moved = { isTransposed, rows: inOrder(rows, boxRows), columns: inOrder(columns, boxColumns) };
  const digits = new Uint8Array(size + 1);
  let named = 0;
  const all = Array.from({ length: size }, (_, i) => i + 1);
  for (const digit of [...Array.from(cellsMoved(moved), (cell) => cells[cell]!), ...all])
    if (digit > 0 && digits[digit] === 0) digits[digit] = ++named;
  const symmetry = { ...moved, digits };
  const form = applySymmetry(cells, symmetry);
  return { form, symmetry, automorphisms: found.automorphisms / fixing.automorphisms };
}

/**
 * The canonical forms of classic puzzles of one size: of 9x9 with 3x3 boxes the lowest puzzles, by the kernel; of others as
 * {@link gridForm} finds them.
 */
export function classicForms(geometry: Geometry, cells: Uint8Array): CanonicalForms {
  if (hasMinlexForm(geometry)) return canonicalForms(cells);
  const count = cells.length / geometry.cells;
  const forms = new Uint8Array(cells.length);
  const automorphisms = new Float64Array(count);
  const maps: Uint8Array[] = [];
  for (let p = 0; p < count; p++) {
    const found = gridForm(geometry, cells.subarray(p * geometry.cells, (p + 1) * geometry.cells));
    maps.push(mapOf(found?.symmetry ?? randomSymmetry(() => 0, geometry)));
    if (!found) continue;
    forms.set(found.form, p * geometry.cells);
    automorphisms[p] = found.automorphisms;
  }
  return {
    size: geometry.size,
    forms,
    automorphisms,
    maps: Uint8Array.from(maps.flatMap((map) => [...map])),
  };
}

/** Lines in the order of their labels, band by band. */
function inOrder(labels: readonly number[], height: number): Uint8Array {
  const lowest = (line: number) => {
    const first = line - (line % height);
    return Math.min(...labels.slice(first, first + height));
  };
  const lines = [...labels.keys()].sort((a, b) => lowest(a) - lowest(b) || labels[a]! - labels[b]!);
  return Uint8Array.from(lines);
}

interface PuzzleGraph {
  /** Its vertices have the order of their colours. */
  readonly graph: ColouredGraph;
  /** Names of the colours, and how many vertices have each. */
  readonly colours: readonly string[];
  /** The vertex of each cell and of each unit after these. */
  readonly numbers: Uint32Array;
}

/** Collects vertices with their colours. */
class Vertices {
  readonly #colours: string[] = [];
  readonly #edges: [number, number][] = [];

  add(colour: string, neighbours: Iterable<number> = []): number {
    const vertex = this.#colours.push(colour) - 1;
    for (const other of neighbours) this.join(vertex, other);
    return vertex;
  }

  join(one: number, other: number): void {
    this.#edges.push([one, other]);
  }

  end(): PuzzleGraph {
    const sorted = [...this.#colours.keys()].sort((a, b) => {
      const [one, other] = [this.#colours[a]!, this.#colours[b]!];
      return one < other ? -1 : one > other ? 1 : a - b;
    });
    const numbers = new Uint32Array(sorted.length);
    for (const [number, vertex] of sorted.entries()) numbers[vertex] = number;
    const neighbours: number[][] = sorted.map(() => []);
    for (const [one, other] of this.#edges) {
      neighbours[numbers[one]!]!.push(numbers[other]!);
      neighbours[numbers[other]!]!.push(numbers[one]!);
    }
    const counts = new Map<string, number>();
    for (const vertex of sorted) {
      const colour = this.#colours[vertex]!;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return {
      graph: { colours: [...counts.values()], neighbours },
      colours: Array.from(counts, ([colour, count]) => `${colour}*${count}`),
      numbers,
    };
  }
}

/** @param fixesGivens whether each cell with a given is its own colour, so that no automorphism moves it */
function graphOf(geometry: Geometry, cells: Uint8Array, fixesGivens = false): PuzzleGraph {
  const { size, units, unitNames, pairs, groups, sums, digits } = geometry;
  const all = Array.from({ length: size }, (_, i) => i + 1);
  const vertices = new Vertices();
  const kinds = Array.from(cells, (given, cell) => (fixesGivens && given > 0 ? `cell ${cell}` : 'cell'));
  if (!cells.includes(0))
    for (const [cell, kind] of cycleKinds(cells, size).entries()) kinds[cell] += ` ${kind}`;
  for (const { cell, allows } of digits) kinds[cell] += ` of ${all.filter(allows).join()}`;
  // the first vertices have the numbers of their cells
  for (const kind of kinds) vertices.add(kind);
  for (const [u, unit] of units.entries()) {
    const kind = u < 2 * size ? 'line' : u < 3 * size ? 'area' : unitNames[u]!.replace(/ \d+/, '');
    vertices.add(`unit ${kind}`, unit);
  }
  const canRename = isRenamable(geometry);
  for (const digit of all) {
    const givens = [...cells.keys()].filter((cell) => cells[cell] === digit);
    if (givens.length > 0) vertices.add(canRename ? 'digit' : `digit ${digit}`, givens);
  }
  for (const { cells: related, relation } of pairs) {
    if (relation === DIFFERENT) vertices.join(...related);
    else if (isSymmetric(relation, all)) vertices.add(`pair ${relation.name}`, related);
    else vertices.add(`first ${relation.name}`, [related[0], vertices.add('second', [related[1]])]);
  }
  for (const { cells: members, sum, consecutive } of groups)
    vertices.add(consecutive ? 'consecutive' : `group ${sum ?? ''}`, members);
  for (const { plus, minus, sum } of sums) {
    const added = vertices.add(`sum ${sum}`, plus);
    if (minus.length > 0) vertices.add('subtracted', [added, ...minus]);
  }
  return vertices.end();
}

function isSymmetric({ allows }: Relation, digits: readonly number[]): boolean {
  return digits.every((a) => digits.every((b) => allows(a, b) === allows(b, a)));
}

/**
 * A text for each cell of a full grid, which moves with it: the graphs of full grids are so regular that refinement alone finds
 * nothing. Two rows that hold the same digits are a permutation; the lengths of its cycles, for all pairs of rows, of columns and of
 * digits that a cell belongs to, tell most cells apart.
 */
function cycleKinds(cells: Uint8Array, size: number): string[] {
  const triples = Array.from(
    cells,
    (digit, cell) => [Math.floor(cell / size), cell % size, digit - 1] as const,
  );
  const views = [
    [0, 1, 2],
    [1, 0, 2],
    [2, 0, 1],
  ] as const;
  const [byRow, byColumn, byDigit] = views.map(([line, place, symbol]) => {
    /** the place of a symbol in a line, and the symbol at a place */
    const placeOf = new Int16Array(size * size).fill(-1);
    const symbolAt = new Int16Array(size * size).fill(-1);
    for (const triple of triples) {
      placeOf[triple[line]! * size + triple[symbol]!] = triple[place]!;
      symbolAt[triple[line]! * size + triple[place]!] = triple[symbol]!;
    }
    return triples.map((triple) => {
      const own = triple[line]! * size;
      const lengths = new Uint8Array(size);
      for (let other = 0; other < size; other++) {
        let at: number = triple[place]!;
        let length = 0;
        do {
          const symbolThere = symbolAt[other * size + at]!;
          at = symbolThere < 0 ? -1 : placeOf[own + symbolThere]!;
          length++;
        } while (at >= 0 && at !== triple[place] && length <= size);
        lengths[other] = length;
      }
      return lengths.sort().join();
    });
  }) as [string[], string[], string[]];
  return triples.map((_, cell) => `${[byRow[cell]!, byColumn[cell]!].sort().join(' ')} ${byDigit[cell]!}`);
}
