/** Kernels kept for later; more were made only because so many were at work at the same time. */
const MAX_IDLE = 4;

/**
 * Lends kernels, each to one piece of work at a time: what a suspended listing has in its kernel's memory, nobody else
 * can overwrite. Makes as many as are at work at once.
 */
export class KernelPool<Kernel> {
  readonly #make: () => Kernel;
  readonly #idle: Kernel[] = [];

  constructor(make: () => Kernel) {
    this.#make = make;
  }

  /** Runs work that needs a kernel until it returns. A kernel whose work throws is not lent again. */
  run<Result>(work: (kernel: Kernel) => Result): Result {
    const kernel = this.#take();
    const result = work(kernel);
    this.#giveBack(kernel);
    return result;
  }

  /** Runs work that needs a kernel from its first step until it ends or is ended by `return()`. */
  *iterate<Item, End>(work: (kernel: Kernel) => Generator<Item, End>): Generator<Item, End> {
    const kernel = this.#take();
    let isSound = true;
    try {
      return yield* work(kernel);
    } catch (error) {
      isSound = false;
      throw error;
    } finally {
      if (isSound) this.#giveBack(kernel);
    }
  }

  #take(): Kernel {
    return this.#idle.pop() ?? this.#make();
  }

  #giveBack(kernel: Kernel): void {
    if (this.#idle.length < MAX_IDLE) this.#idle.push(kernel);
  }
}
