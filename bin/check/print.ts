import { visible } from '../../core/formats/shared/bytes.ts';
import { counted, number } from '../cli/terminal.ts';
import type { Checked } from './check.ts';

/** Problems shown; `--json` has up to a hundred. */
const SHOWN = 10;

/** Prints for a reader what is wrong with a result. */
export function printProblems(
  path: string,
  { wrong, changed, problems }: Checked,
  stream: NodeJS.WritableStream,
): void {
  for (const { line, reason } of problems.slice(0, SHOWN))
    stream.write(`${visible(path)}:${line}: ${visible(reason)}\n`);
  const more = wrong + changed - SHOWN;
  if (more > 0) stream.write(`${visible(path)}: … and ${number(more)} more\n`);
}

/** The counts in a line. */
export function summary({
  records,
  right,
  wrong,
  undecided,
  changed,
  guesses,
}: Omit<Checked, 'problems'>): string {
  const open = undecided > 0 ? `, ${number(undecided)} undecided` : '';
  const lines = changed > 0 ? `; ${counted(changed, 'other line')} changed` : '';
  return `${counted(records, 'record')}: ${number(right)} right, ${number(wrong)} wrong${open}${lines}${guesses ? '; guesses are not checked' : ''}`;
}
