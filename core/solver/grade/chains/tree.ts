import type { Grip } from './grip.ts';
import type { Links } from './links.ts';

const MOST = 729;

/** Signed candidates from an assumption to a result, in that order: number * 2, plus 1 if true. */
export type Path = number[];

/** The implications of one candidate, breadth first, with what each first followed from. */
export class Tree {
  readonly #links: Links;
  readonly #grip: Grip;
  /** what a candidate's truth, or falsehood, first followed from; -1 for an assumption */
  readonly #causeOn = new Int16Array(MOST);
  readonly #causeOff = new Int16Array(MOST);
  readonly #isOn = new Uint8Array(MOST);
  readonly #isOff = new Uint8Array(MOST);
  #layer: number[] = [];

  constructor(links: Links, grip: Grip) {
    this.#links = links;
    this.#grip = grip;
  }

  /** Assumes a candidate true and takes so many steps, from true to true. */
  growOn(source: number, steps: number): void {
    this.#clear();
    this.#isOn[source] = 1;
    this.#causeOn[source] = -1;
    this.#layer = [source];
    for (let i = 0; i < steps; i++) this.#layer = this.#on(this.#off(this.#layer));
  }

  /** Assumes a candidate false, finds what is true then, and takes so many steps from there. */
  growOff(source: number, steps: number): void {
    this.#clear();
    this.#isOff[source] = 1;
    this.#causeOff[source] = -1;
    this.#layer = this.#on([source]);
    for (let i = 0; i < steps; i++) this.#layer = this.#on(this.#off(this.#layer));
  }

  /** True candidates that the last step reached, in the order in which they were. */
  get layer(): readonly number[] {
    return this.#layer;
  }

  /** How a true candidate follows. */
  pathTo(on: number): Path {
    const path: Path = [];
    let node = on * 2 + 1;
    while (node >= 0) {
      path.push(node);
      const cause = node & 1 ? this.#causeOn[node >> 1]! : this.#causeOff[node >> 1]!;
      node = cause < 0 ? -1 : cause * 2 + (node & 1 ? 0 : 1);
    }
    return path.reverse();
  }

  #off(layer: readonly number[]): number[] {
    const { weak } = this.#links;
    const { weakStart, weakEnd } = this.#grip;
    const found: number[] = [];
    for (const on of layer) {
      for (let k = weakStart[on]!; k < weakEnd[on]!; k++) {
        const off = weak[k]!;
        if (this.#isOff[off]) continue;
        this.#isOff[off] = 1;
        this.#causeOff[off] = on;
        found.push(off);
      }
    }
    return found;
  }

  #on(layer: readonly number[]): number[] {
    const { strong } = this.#links;
    const { strongStart, strongEnd } = this.#grip;
    const found: number[] = [];
    for (const off of layer) {
      for (let k = strongStart[off]!; k < strongEnd[off]!; k++) {
        const on = strong[k]!;
        if (this.#isOn[on]) continue;
        this.#isOn[on] = 1;
        this.#causeOn[on] = off;
        found.push(on);
      }
    }
    return found;
  }

  #clear(): void {
    this.#isOn.fill(0, 0, this.#links.size);
    this.#isOff.fill(0, 0, this.#links.size);
  }
}
