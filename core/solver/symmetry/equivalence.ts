// Equivalence of puzzles of any size and with any rules: two puzzles are equivalent if moving the cells makes one of the other, so
// that rows and columns, boxes or regions, the units of variants and all rules move along; if no rule depends on the values of
// digits, these may be renamed, too.

import type { Geometry } from '../model/geometry.ts';
import { areRenamable, DIFFERENT, type Relation } from '../model/rules.ts';
import { type ColouredGraph, canonicalLabelling } from './canonical-labelling.ts';

/** Nodes of a search. Puzzles need a few, unless they have many symmetries themselves. */
const MAX_NODES = 2000;

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

  /** The graph, with the vertices in the order of their colours. */
  end(): { graph: ColouredGraph; colours: string[] } {
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
    };
  }
}

function graphOf(
  { size, units, unitNames, pairs, groups, sums, digits }: Geometry,
  cells: Uint8Array,
): { graph: ColouredGraph; colours: string[] } {
  const all = Array.from({ length: size }, (_, i) => i + 1);
  const vertices = new Vertices();
  const kinds = Array.from(cells, () => 'cell');
  for (const { cell, allows } of digits) kinds[cell] += ` of ${all.filter(allows).join()}`;
  // the first vertices have the numbers of their cells
  for (const kind of kinds) vertices.add(kind);
  for (const [u, unit] of units.entries()) {
    const kind = u < 2 * size ? 'line' : u < 3 * size ? 'area' : unitNames[u]!.replace(/ \d+$/, '');
    vertices.add(`unit ${kind}`, unit);
  }
  const canRename =
    areRenamable(pairs) &&
    groups.every(({ sum, consecutive }) => sum === undefined && !consecutive) &&
    sums.length + digits.length === 0;
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
