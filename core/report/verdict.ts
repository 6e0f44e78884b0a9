// The most important fact about files, in a number and a sentence: wrong solutions first, then unread files, then the
// share that is solved.

import { counted, numberText, percent } from './format.ts';
import type { Totals } from './page-document.ts';

/** What a report says before anything else. */
export interface PageVerdict {
  /** One big number, or one word. */
  readonly figure: string;
  /** What the number counts. */
  readonly label: string;
  readonly sentence: string;
  readonly tone: 'good' | 'warn' | 'bad';
}

/** The most important fact about files: wrong solutions first, then unread files, then the share of solved puzzles. */
export function verdictOf(totals: Totals): PageVerdict {
  const { files, oneFile, rejected, failed, cancelled, puzzles, solved, disagreements } = totals;
  const sum = oneFile === undefined ? '' : ` This is the sum of ${counted(files, 'report')} of one file.`;
  const unread = rejected + failed + cancelled;
  if (unread === files) {
    const named = { Rejected: rejected, Failed: failed, Cancelled: cancelled };
    const [figure = 'No result'] = Object.entries(named).flatMap(([name, count]) =>
      count === files ? [name] : [],
    );
    const sentence =
      files === 1
        ? `The file was ${failed ? 'not solved' : cancelled ? 'cancelled' : 'rejected'}.`
        : `None of ${numberText(files)} files was solved.`;
    return { figure, label: '', sentence, tone: 'bad' };
  }
  const lost =
    unread === 0
      ? ''
      : ` ${counted(unread, 'file')} of ${numberText(files)} ${unread === 1 ? 'has' : 'have'} no result.`;
  if (disagreements > 0) {
    return {
      figure: numberText(disagreements),
      label: disagreements === 1 ? 'given solution is wrong' : 'given solutions are wrong',
      sentence: `${solvedText(puzzles, solved)} Solutions that ${files === 1 ? 'the file gives' : 'the files give'} are wrong or not the only ones.${lost}${sum}`,
      tone: 'bad',
    };
  }
  if (puzzles === 0) {
    const sentence = `${files === 1 ? 'The file contains' : 'The files contain'} no puzzles.${lost}`;
    return { figure: '0', label: 'puzzles', sentence, tone: 'warn' };
  }
  return {
    figure: percent(solved / puzzles),
    label: 'of puzzles solved',
    sentence: `${solvedText(puzzles, solved)}${lost}${sum}`,
    tone: unread > 0 ? 'bad' : solved < puzzles ? 'warn' : 'good',
  };
}

function solvedText(puzzles: number, solved: number): string {
  if (solved < puzzles)
    return `${numberText(solved)} of ${counted(puzzles, 'puzzle')} ${solved === 1 ? 'was' : 'were'} solved.`;
  return puzzles === 1 ? 'The puzzle was solved.' : `All ${numberText(puzzles)} puzzles were solved.`;
}
