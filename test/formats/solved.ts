import { openFile, type PartialOptions, planFile, RECOGNISED_BYTES } from '../../lambda/files/index.ts';

/** Solves the content of a file, cut into pieces of `size` bytes. */
export function solved(
  content: string | Uint8Array,
  given: PartialOptions = {},
  size = 65_536,
  name = 'file',
) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const head = bytes.subarray(0, RECOGNISED_BYTES);
  const plan = planFile({ head, complete: head.length === bytes.length, name, given: [given] });
  const solver = openFile(plan);
  const output: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) output.push(...solver.push(bytes.slice(at, at + size)));
  output.push(...solver.end());
  const result = Buffer.concat(output);
  const longest = output.reduce((most, { length }) => Math.max(most, length), 0);
  return { plan, tally: solver.tally, bytes: result, text: result.toString(), longest };
}
