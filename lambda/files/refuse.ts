import { quote } from '../formats/bytes.ts';
import type { Head } from '../formats/head.ts';
import { RejectedFile } from './contract.ts';

/** Says why a file is no puzzle file. @throws RejectedFile always */
export function refuse(head: Head): never {
  if (head.bytes.length === 0) throw new RejectedFile('expected a file of puzzles, got an empty file');
  const first = head.lines.find(({ text }) => text.trim() !== '');
  if (!first) throw new RejectedFile('expected a file of puzzles, got blank lines only');
  const bytes = Buffer.from(first.text, 'latin1');
  throw new RejectedFile(
    `expected a file of puzzles, such as 81 digits a line with . or 0 for empty cells; got ${quote(bytes)}`,
    first.number,
  );
}
