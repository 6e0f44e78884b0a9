import { statOfInput } from '../cli/paths.ts';

/** Bytes of all inputs, `-` being standard input; undefined if only reading can tell. */
export function totalBytes(inputs: readonly string[]): number | undefined {
  let sum = 0;
  for (const path of inputs) {
    const stats = statOfInput(path);
    if (stats && !stats.isFile()) return undefined;
    sum += stats?.size ?? 0; // what cannot be read is reported when its turn comes
  }
  return sum;
}
