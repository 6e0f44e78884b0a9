// The part of WebAssembly's JavaScript interface that the kernels use; TypeScript knows it only with the whole DOM.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: unknown;
  }
  class RuntimeError extends Error {}
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Global {
    readonly value: number;
  }
}
