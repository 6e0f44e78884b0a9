/** A module with one function that copies a number to all lanes of a vector: valid only with WebAssembly SIMD. */
const PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** The reason why this browser cannot solve; undefined if it can. */
export function missingFeature(): string | undefined {
  if (typeof WebAssembly === 'object' && WebAssembly.validate(PROBE)) return undefined;
  return 'This browser has no WebAssembly SIMD, which the solver needs: Chrome and Edge have it from 91 on, Firefox from 89, Safari from 16.4.';
}
