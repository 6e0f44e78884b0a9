import { atStart, Json, MAX_DEPTH, scanValue, skipSpace } from '../formats/json/scan.ts';
import { bomLength, isComment, quote } from '../formats/shared/bytes.ts';
import type { Head } from '../formats/shared/head.ts';
import { MAX_HEAD_BYTES, RejectedFile } from './contract.ts';
import type { HeadCount } from './doubt.ts';

const EXPECTED =
  'expected puzzles, such as 81 digits a line or nine lines of nine, with . or 0 for empty cells';

/** Why a file that no format recognises is no puzzle file. */
export function noPuzzleFile(head: Head): RejectedFile {
  if (head.bytes.length === 0) return new RejectedFile(`${EXPECTED}; got an empty file`);
  const nul = head.bytes.indexOf(0);
  if (nul >= 0) return new RejectedFile(`${EXPECTED}; got binary data (a zero byte at offset ${nul})`);
  const depth = jsonDepth(head.bytes);
  if (depth > MAX_DEPTH)
    return new RejectedFile(
      `${EXPECTED}; got JSON nested ${depth} deep, of which at most ${MAX_DEPTH} is read`,
    );
  const first = head.lines.find(({ text }) => text.trim() !== '' && !isComment(text));
  if (!first) {
    const where = head.complete
      ? ''
      : ` in the first ${head.bytes.length} bytes, of which at most ${MAX_HEAD_BYTES} are read for the first puzzle`;
    return new RejectedFile(`${EXPECTED}; got nothing but comments and blank lines${where}`);
  }
  return new RejectedFile(`${EXPECTED}; got ${quote(Buffer.from(first.text, 'latin1'))}`, first.number);
}

/** How deep what begins a file is nested, as far as its head goes. */
function jsonDepth(bytes: Uint8Array): number {
  const start = skipSpace(bytes, bomLength(bytes), bytes.length);
  const state = atStart();
  if (bytes[start] === Json.open || bytes[start] === Json.openObject)
    scanValue(bytes, start, bytes.length, state);
  return state.deepest;
}

/** Why a file is refused of which one format makes mostly nonsense, and no other anything. */
export function rather(format: string, { puzzles, broken, firstBroken }: HeadCount): RejectedFile {
  return new RejectedFile(
    `${EXPECTED}; got what looks like ${format}, but ${broken} of ${puzzles + broken} records at its front are no puzzles` +
      ` (line ${firstBroken?.line}: ${firstBroken?.reason}). ${SAY_SO}`,
    firstBroken?.line,
  );
}

const SAY_SO =
  'If you know better, say what it is: format=lines, number-lines, grids, csv or json (on the command line --format)';

/** Why a file is refused that is not of the format that somebody says it is. */
export function notOfFormat(head: Head, format: string): RejectedFile {
  const { message, line } = noPuzzleFile(head);
  return new RejectedFile(`${message}; read as ${format}, as the option format says`, line);
}
