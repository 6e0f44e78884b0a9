import { openFile, planFile } from '../../core/files/index.ts';

/** A file of 4x4 puzzles with every kind of line: comment, CRLF, blank, unsolvable, invalid, no line feed at the end. */
export const ALL_KINDS = [
  '# 4x4',
  '1...............\r',
  '',
  '11..............',
  '.1',
  '............4..1',
].join('\n');

/** The library's result for the entire file. */
export function solved(text: string): string {
  const head = Buffer.from(text);
  const solver = openFile(planFile({ head, complete: true, name: 'f.txt', given: [] }));
  return Buffer.concat([...solver.push(head), ...solver.end()].map((piece) => Buffer.from(piece))).toString();
}
