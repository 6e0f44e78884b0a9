import { RejectedFile } from '../../../../core/files/index.ts';
import { solveBytes } from '../solve-bytes.ts';
import type { GridFile } from './grid-file.ts';

/** The outcome of a file: `solved`, `refused: …` with the message, or the fault of its result. */
export function outcomeOf({ puzzles, solutions, grows, looks }: GridFile): string {
  let text: string;
  try {
    text = solveBytes(Buffer.from(puzzles)).output.toString();
  } catch (error) {
    if (error instanceof RejectedFile) return `refused: ${error.message}`;
    throw error;
  }
  const [got, wanted] = grows ? [withoutBlanks(text), withoutBlanks(solutions)] : [text, solutions];
  return got === wanted ? 'solved' : `wrong: ${looks}\n${puzzles}\n--- became\n${text}`;
}

/** Removes blanks, which longer numbers replace. */
function withoutBlanks(text: string): string {
  return text.replace(/[ \t]+/g, '');
}
