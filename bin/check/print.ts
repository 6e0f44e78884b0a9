import { number } from '../cli/units.ts';
import type { Checked } from './check.ts';

/** Problems shown; `--json` has up to a hundred. */
const SHOWN = 10;

/** Prints the outcome for a reader. */
export function printChecked(
  path: string,
  { records, right, wrong, undecided, problems }: Checked,
  stream: NodeJS.WritableStream,
): void {
  for (const { line, reason } of problems.slice(0, SHOWN)) stream.write(`${path}:${line}: ${reason}\n`);
  if (wrong > SHOWN) stream.write(`${path}: … and ${number(wrong - SHOWN)} more\n`);
  const open = undecided > 0 ? `, ${number(undecided)} undecided` : '';
  stream.write(`${number(records)} records: ${number(right)} right, ${number(wrong)} wrong${open}\n`);
}
