// Canonical labelling of coloured graphs, by individualisation and refinement (B. D. McKay, Practical graph isomorphism, 1981):
// two graphs get equal certificates if and only if they are isomorphic. Cells of equal vertices are split by the numbers of their
// neighbours; where that ends, each vertex of a cell in turn is set apart. Of all leaves of this search, the one with the lowest
// trace and certificate decides. Leaves with equal certificates are automorphisms, which make most of the search unnecessary.

export interface ColouredGraph {
  /** Vertices of each colour, in the order of the colours: these are the first, then those of the next one. */
  readonly colours: readonly number[];
  /** Neighbours of each vertex. Each edge occurs at both its ends. */
  readonly neighbours: readonly (readonly number[])[];
}

export interface Labelling {
  /** The edges by the labels of their ends, ascending: equal for graphs that are isomorphic. */
  readonly certificate: Uint32Array;
  /** The label of each vertex, from 0. */
  readonly labels: Uint32Array;
}

/** @returns undefined if the search needs more than `maxNodes` nodes */
export function canonicalLabelling(
  graph: ColouredGraph,
  maxNodes: number,
): (Labelling & { readonly automorphisms: number }) | undefined {
  const search = new Search(graph, maxNodes);
  return search.run() ? { ...search.best!, automorphisms: search.automorphisms } : undefined;
}

/** An ordered partition of the vertices. */
class Partition {
  /** vertices, cell by cell */
  readonly order: Uint32Array;
  /** index of each vertex in `order` */
  readonly places: Uint32Array;
  /** where the cell of each vertex begins in `order` */
  readonly starts: Uint32Array;
  /** length of the cell that begins at an index */
  readonly lengths: Uint32Array;
  cells: number;

  constructor(count: number, other?: Partition) {
    this.order = other ? other.order.slice() : Uint32Array.from({ length: count }, (_, i) => i);
    this.places = other ? other.places.slice() : this.order.slice();
    this.starts = other ? other.starts.slice() : new Uint32Array(count);
    this.lengths = other ? other.lengths.slice() : new Uint32Array(count);
    this.cells = other ? other.cells : 0;
  }

  /**
   * The first of the largest cells with several vertices; -1 if there is none. A vertex of a large cell splits most others: regular
   * grids take thousands of nodes by the smallest cell, and ten by the largest.
   */
  target(): number {
    let best = -1;
    for (let start = 0; start < this.order.length; start += this.lengths[start]!)
      if (this.lengths[start]! > 1 && (best < 0 || this.lengths[start]! > this.lengths[best]!)) best = start;
    return best;
  }

  /** Puts a vertex into a cell of its own, before the others of its cell. */
  setApart(vertex: number): void {
    const start = this.starts[vertex]!;
    const other = this.order[start]!;
    const place = this.places[vertex]!;
    [this.order[start], this.order[place]] = [vertex, other];
    [this.places[vertex], this.places[other]] = [start, place];
    const length = this.lengths[start]!;
    this.lengths[start] = 1;
    this.lengths[start + 1] = length - 1;
    for (let i = start + 1; i < start + length; i++) this.starts[this.order[i]!] = start + 1;
    this.cells++;
  }
}

class Search {
  readonly #graph: ColouredGraph;
  readonly #count: number;
  readonly #maxNodes: number;
  readonly #counts: Uint32Array;
  #nodes = 0;
  /** vertices that were set apart */
  readonly #path: number[] = [];
  /** of each level, what its refinement met: equal for equal nodes */
  readonly #trace: number[] = [];
  #first: Leaf | undefined;
  #best: Leaf | undefined;
  readonly #automorphisms: Uint32Array[] = [];

  constructor(graph: ColouredGraph, maxNodes: number) {
    this.#graph = graph;
    this.#count = graph.neighbours.length;
    this.#maxNodes = maxNodes;
    this.#counts = new Uint32Array(this.#count);
  }

  get best(): Labelling | undefined {
    return this.#best;
  }

  /** Order of the automorphism group: the product of the orbits along the first path, each with the vertices before it fixed. */
  get automorphisms(): number {
    let order = 1;
    for (const [level, vertex] of this.#first!.path.entries())
      order *= this.#orbitOf(vertex, this.#first!.path.slice(0, level)).size;
    return order;
  }

  /** Whether the search ended within its limit. */
  run(): boolean {
    const partition = new Partition(this.#count);
    const queue: number[] = [];
    let at = 0;
    for (const length of this.#graph.colours) {
      if (length === 0) continue;
      partition.lengths[at] = length;
      for (let i = at; i < at + length; i++) partition.starts[i] = at;
      partition.cells++;
      queue.push(at);
      at += length;
    }
    this.#trace.push(this.#refine(partition, queue));
    return this.#visit(partition, 0) >= 0;
  }

  /** @returns the level to go back to; -1 to give up */
  #visit(partition: Partition, level: number): number {
    if (++this.#nodes > this.#maxNodes) return -1;
    const target = partition.target();
    if (target < 0) return this.#leaf(partition, level);
    const vertices = partition.order.slice(target, target + partition.lengths[target]!);
    const done: number[] = [];
    for (const vertex of vertices) {
      if (done.length > 0 && this.#isEquivalent(vertex, done)) continue;
      done.push(vertex);
      const child = new Partition(this.#count, partition);
      child.setApart(vertex);
      this.#path.push(vertex);
      this.#trace.push(this.#refine(child, [target]));
      const back = this.#isHopeless() ? level : this.#visit(child, level + 1);
      this.#path.pop();
      this.#trace.pop();
      if (back < level) return back;
    }
    return level;
  }

  /** Whether the trace so far is above that of the best leaf, and not that of the first, which may show an automorphism. */
  #isHopeless(): boolean {
    return (
      this.#best !== undefined &&
      compare(this.#trace, this.#best.trace) > 0 &&
      compare(this.#trace, this.#first!.trace) !== 0
    );
  }

  #leaf({ places }: Partition, level: number): number {
    const leaf: Leaf = {
      labels: places.slice(),
      certificate: this.#certificate(places),
      trace: this.#trace.slice(),
      path: this.#path.slice(),
    };
    if (!this.#best) {
      this.#first = leaf;
      this.#best = leaf;
      return level;
    }
    for (const known of this.#first === this.#best ? [this.#best] : [this.#first!, this.#best]) {
      if (compare(leaf.trace, known.trace) !== 0 || leaf.trace.length !== known.trace.length) continue;
      if (compare(leaf.certificate, known.certificate) !== 0) continue;
      this.#addAutomorphism(leaf, known);
      // the subtree where the paths part is that of the known leaf, with other vertices
      let shared = 0;
      while (leaf.path[shared] === known.path[shared]) shared++;
      return shared;
    }
    const order =
      compare(leaf.trace, this.#best.trace) ||
      leaf.trace.length - this.#best.trace.length ||
      compare(leaf.certificate, this.#best.certificate);
    if (order < 0) this.#best = leaf;
    return level;
  }

  #addAutomorphism({ labels }: Leaf, known: Leaf): void {
    const vertexAt = new Uint32Array(this.#count);
    for (const [vertex, label] of known.labels.entries()) vertexAt[label] = vertex;
    this.#automorphisms.push(labels.map((label) => vertexAt[label]!));
  }

  /** Whether automorphisms that fix the path take a vertex to one that was visited. */
  #isEquivalent(vertex: number, done: readonly number[]): boolean {
    const orbit = this.#orbitOf(vertex, this.#path);
    return done.some((one) => orbit.has(one));
  }

  /** The vertices to which the automorphisms that were found, and fix some vertices, take a vertex. */
  #orbitOf(vertex: number, fixed: readonly number[]): Set<number> {
    const fixing = this.#automorphisms.filter((image) => fixed.every((one) => image[one] === one));
    const orbit = new Set([vertex]);
    // inverses are powers, so images suffice
    for (const one of orbit) for (const image of fixing) orbit.add(image[one]!);
    return orbit;
  }

  #certificate(labels: Uint32Array): Uint32Array {
    const count = this.#count;
    const edges: number[] = [];
    for (const [vertex, others] of this.#graph.neighbours.entries())
      for (const other of others)
        if (labels[vertex]! < labels[other]!) edges.push(labels[vertex]! * count + labels[other]!);
    return Uint32Array.from(edges).sort();
  }

  /**
   * Splits cells until all vertices of a cell have the same number of neighbours in each cell.
   * @param queue where the cells begin that may split others
   * @returns a hash of all splits
   */
  #refine(partition: Partition, queue: number[]): number {
    const { order, places, starts, lengths } = partition;
    const { neighbours } = this.#graph;
    const counts = this.#counts;
    const queued = new Set(queue);
    let hash = partition.cells;
    const note = (value: number) => {
      hash = Math.imul(hash ^ value, 0x01000193) >>> 0;
    };
    for (let splitter = queue.shift(); splitter !== undefined; splitter = queue.shift()) {
      if (partition.cells === order.length) break;
      queued.delete(splitter);
      const touched: number[] = [];
      const cells = new Set<number>();
      for (let i = splitter; i < splitter + lengths[splitter]!; i++) {
        for (const other of neighbours[order[i]!]!) {
          if (counts[other]!++ === 0) touched.push(other);
          cells.add(starts[other]!);
        }
      }
      for (const start of [...cells].sort((a, b) => a - b)) {
        const length = lengths[start]!;
        if (length === 1) {
          note(start + counts[order[start]!]! * 65537);
          continue;
        }
        const members = Array.from(order.subarray(start, start + length));
        members.sort((a, b) => counts[a]! - counts[b]!);
        if (counts[members[0]!] === counts[members[length - 1]!]) {
          note(start + counts[members[0]!]! * 65537);
          continue;
        }
        // write the parts back, and queue all but the largest, or all of a cell that is queued
        const parts: number[] = [];
        for (let i = 0; i < length; i++) {
          const vertex = members[i]!;
          if (i === 0 || counts[vertex] !== counts[members[i - 1]!]) parts.push(start + i);
          order[start + i] = vertex;
          places[vertex] = start + i;
          starts[vertex] = parts.at(-1)!;
        }
        let largest = start;
        for (const [k, part] of parts.entries()) {
          lengths[part] = (parts[k + 1] ?? start + length) - part;
          note(part + counts[order[part]!]! * 65537);
          if (lengths[part]! > lengths[largest]!) largest = part;
        }
        partition.cells += parts.length - 1;
        for (const part of parts) {
          if (queued.has(part) || (part === largest && !queued.has(start))) continue;
          queued.add(part);
          queue.push(part);
        }
      }
      for (const vertex of touched) counts[vertex] = 0;
    }
    return hash;
  }
}

interface Leaf extends Labelling {
  readonly trace: readonly number[];
  readonly path: readonly number[];
}

/** Compares as far as the shorter one goes. */
function compare(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}
