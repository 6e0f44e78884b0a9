/** A module of one function that splats a number over a vector: valid only where there is WebAssembly SIMD. */
const PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** Why this browser cannot solve, if it cannot. */
export function whatIsMissing(): string | undefined {
  if (typeof WebAssembly === 'object' && WebAssembly.validate(PROBE)) return undefined;
  return 'This browser has no WebAssembly SIMD, which the solver is made of: Chrome and Edge have it from 91 on, Firefox from 89, Safari from 16.4.';
}
