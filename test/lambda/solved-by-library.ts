import { openFile, planFile } from '../../core/files/index.ts';

/** Puzzles of 4x4 with all that a file of lines may hold. */
export const ALL_KINDS = [
  '# 4x4',
  '1...............\r',
  '',
  '11..............',
  '12',
  '............4..1',
].join('\n');

/** The result of the library for the entire file. */
export function solved(text: string): string {
  const head = Buffer.from(text);
  const solver = openFile(planFile({ head, complete: true, name: 'f.txt', given: [] }));
  return Buffer.concat([...solver.push(head), ...solver.end()].map((piece) => Buffer.from(piece))).toString();
}
