// What receivers do with the pieces of a result, which belong to them. The source of `RECEIVERS` also runs where the library's
// builds do, so that it refers to nothing outside.

export type Receive = (piece: Uint8Array) => void;

export interface Receiver {
  readonly receive: Receive;
  /** Number of pieces that have bytes. */
  readonly pieces: number;
  /** What is wrong with the pieces. */
  readonly faults: readonly string[];
  result(): Uint8Array[];
}

function receiver(keep: (piece: Uint8Array) => Uint8Array): Receiver {
  const kept: Uint8Array[] = [];
  const faults = new Set<string>();
  return {
    receive(piece) {
      if (Object.getPrototypeOf(piece) !== Uint8Array.prototype) faults.add('expected a plain Uint8Array');
      if (piece.byteLength !== piece.buffer.byteLength) faults.add('expected memory of its own');
      kept.push(keep(piece));
    },
    get pieces() {
      return kept.filter(({ length }) => length > 0).length;
    },
    get faults() {
      return [...faults];
    },
    result: () => kept,
  };
}

export const RECEIVERS: Readonly<Record<string, () => Receiver>> = {
  'keeps all pieces': () => receiver((piece) => piece),
  'transfers each piece': () =>
    receiver((piece) => structuredClone(piece, { transfer: [piece.buffer as ArrayBuffer] })),
  'overwrites each piece': () =>
    receiver((piece) => {
      const copy = new Uint8Array(piece);
      piece.fill(0xaa);
      return copy;
    }),
};
