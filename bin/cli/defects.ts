// The net of the commands: an unexpected error, which is a defect of this package, costs the record or the file that
// causes it and never the others. A warning asks for a report of the defect, and the exit code is 3.

import { DEFECTS_URL, InternalError, OptionError, RejectedFile } from '../../core/files/index.ts';
import { visible } from '../../core/formats/shared/bytes.ts';
import { Exit, FailureError, ReaderGone, UsageError } from './exit.ts';
import { systemMessage } from './paths.ts';
import { printable } from './terminal.ts';

/** Errors that say what the user can do, or that the work is over. */
const EXPECTED = [OptionError, UsageError, FailureError, ReaderGone];

/**
 * The error of one file: that it cannot be read or solved, or an unexpected one as such.
 * @throws any error that ends the run
 */
export function fileError(error: unknown): RejectedFile {
  if (error instanceof RejectedFile) return error;
  const isExpected = EXPECTED.some((Kind) => error instanceof Kind) || systemMessage(error) !== undefined;
  if (isExpected) throw error;
  return new InternalError(error);
}

let hasDefect = false;

/** Has the process end with 3, whatever the outcome is otherwise. */
export function noteDefect(): void {
  hasDefect = true;
}

/** The exit code of a run that may have met a defect. */
export function exitAfter(exit: Exit): Exit {
  const changed = hasDefect && exit < Exit.failure ? Exit.failure : exit;
  hasDefect = false;
  return changed;
}

/** Asks for a report of a defect. @param place file, and line if it is known */
export function defectText(place: string): string {
  return `${place === '' ? '' : `${place}: `}this is a defect of sudoku-batch, not of your file: please report it at ${DEFECTS_URL}, with the record or file if you can`;
}

/** Warns of a record that a defect has cost, in commands that have no report. */
export function warnOfDefect(path: string, line: number, reason: string): void {
  noteDefect();
  const place = `${visible(path)}:${line}`;
  process.stderr.write(`${printable(`sudoku: ${place}: invalid: ${visible(reason)}`)}\n`);
  process.stderr.write(`${printable(`sudoku: ${defectText(place)}`)}\n`);
}
