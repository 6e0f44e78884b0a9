// Loads WebAssembly kernels and lends their instances. Each instance has a memory of its own, which never grows, so that
// views of it stay valid. Everything is synchronous, as solving is; a kernel takes a few milliseconds to compile.
// build/kernels.ts compiles the kernels, and writes the code and the type of the exports of each to `kernel.generated.ts`.

/** A value that is made when it is first needed, so that programs that never need it do not wait for it. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * @param code of the kernel: base64, or compiled, as the build for Cloudflare Workers imports it (build/library.ts)
 * @returns a function that makes an instance; its first call compiles the code, which all instances share
 * @throws Error from that function if the runtime does not compile WebAssembly
 */
export function kernelFactory<Exports>(
  code: string | WebAssembly.Module,
): (imports?: KernelImports) => Exports {
  const compiled = lazy(() => (typeof code === 'string' ? compile(code) : code));
  return (imports) => new WebAssembly.Instance(compiled(), imports).exports as Exports;
}

function compile(code: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(decodeBase64(code));
  } catch (error) {
    throw new Error(
      `expected a runtime that compiles WebAssembly with SIMD, got "${(error as Error).message}": the Content-Security-Policy of a page needs 'wasm-unsafe-eval' in script-src, and Cloudflare Workers need a bundler with the condition "workerd"`,
      { cause: error },
    );
  }
}

/** Functions that a kernel calls, by module and name. */
type KernelImports = Record<string, Record<string, (...values: never[]) => unknown>>;

/**
 * Lends kernels, each to one piece of work at a time, so that no other work can overwrite what a suspended listing has in the
 * memory of its kernel. Makes as many kernels as are in use at once.
 */
export class KernelPool<Kernel> {
  readonly #make: () => Kernel;
  readonly #maxIdle: number;
  readonly #idle: Kernel[] = [];

  /** @param maxIdle kernels that are kept for later work; the others are left to the garbage collector */
  constructor(make: () => Kernel, maxIdle = 4) {
    this.#make = make;
    this.#maxIdle = maxIdle;
  }

  /** Lends a kernel until {@link giveBack}. */
  take(): Kernel {
    return this.#idle.pop() ?? this.#make();
  }

  /** Takes a kernel back. Its views must not be used any more. */
  giveBack(kernel: Kernel): void {
    if (this.#idle.length < this.#maxIdle) this.#idle.push(kernel);
  }

  /** Runs work that needs a kernel until it returns. A kernel whose work throws is not lent again. */
  run<Result>(work: (kernel: Kernel) => Result): Result {
    const kernel = this.take();
    const result = work(kernel);
    this.giveBack(kernel);
    return result;
  }

  /** Runs work that needs a kernel from its first step until it ends, throws, or is ended by `return()`. */
  *iterate<Item, End>(work: (kernel: Kernel) => Generator<Item, End>): Generator<Item, End> {
    const kernel = this.take();
    let isSound = true;
    try {
      return yield* work(kernel);
    } catch (error) {
      isSound = false;
      throw error;
    } finally {
      if (isSound) this.giveBack(kernel);
    }
  }
}

/** Node's Buffer, if this is Node: read from `globalThis`, as the browser build replaces the name by a package of 50 KB. */
const NodeBuffer = (globalThis as { Buffer?: typeof Buffer }).Buffer;

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  // the loop below, not yet compiled, would delay a start by milliseconds
  if (NodeBuffer) return new Uint8Array(NodeBuffer.from(text, 'base64'));
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  // a loop, because Uint8Array.from with a callback takes several times as long
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
