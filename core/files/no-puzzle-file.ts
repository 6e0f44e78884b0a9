import { quote } from '../formats/shared/bytes.ts';
import { isComment } from '../formats/shared/comments.ts';
import type { Head } from '../formats/shared/head.ts';
import { RejectedFile } from './contract.ts';

const EXPECTED =
  'expected puzzles, such as 81 digits a line or nine lines of nine, with . or 0 for empty cells';

/** Why a file that no format recognises is no puzzle file. */
export function noPuzzleFile(head: Head): RejectedFile {
  if (head.bytes.length === 0) return new RejectedFile(`${EXPECTED}; got an empty file`);
  const nul = head.bytes.indexOf(0);
  if (nul >= 0) return new RejectedFile(`${EXPECTED}; got binary data (a zero byte at offset ${nul})`);
  const first = head.lines.find(({ text }) => text.trim() !== '' && !isComment(text));
  if (!first)
    return new RejectedFile(`${EXPECTED}; got ${head.lines.length} lines that are blank or comments`);
  return new RejectedFile(`${EXPECTED}; got ${quote(Buffer.from(first.text, 'latin1'))}`, first.number);
}
