import type { WriteStream } from 'node:tty';
import type { Problem, Rejection, Report, Tally } from '../../core/files/index.ts';
import { visible } from '../../core/formats/shared/bytes.ts';
import { OUTCOMES } from '../../core/solver/status.ts';
import { Exit } from '../cli/exit.ts';
import { counted, duration, isScreen, number, printable } from '../cli/terminal.ts';
import type { Progress, Reporter } from './reporter.ts';

/** Problems shown of one file; `--json` and the report of the pipeline have more. */
const SHOWN_PROBLEMS = 10;
const BAR_WIDTH = 24;

/** For people: a bar on a terminal, a line every few seconds elsewhere. */
export function textReporter(stream: WriteStream): Reporter {
  const terminal = isScreen(stream);
  const line = (text: string) => {
    if (terminal) clearBar(stream);
    stream.write(`${printable(text)}\n`);
  };
  return {
    interval: terminal ? 100 : 5000,
    progress(progress) {
      if (!terminal) return line(describe(progress));
      stream.cursorTo(0);
      stream.write(`${bar(progress)}${describe(progress)}`.slice(0, stream.columns - 1));
      stream.clearLine(1);
    },
    file(report) {
      if (report.status === 'rejected') return line(describeRejection(report));
      const { key } = report.input;
      for (const problem of report.problems.slice(0, SHOWN_PROBLEMS)) line(describeProblem(key, problem));
      const more = problemCount(report) - Math.min(report.problems.length, SHOWN_PROBLEMS);
      if (more > 0) line(`${key}: … and ${number(more)} more`);
    },
    note(text, file) {
      line(`sudoku: ${file === undefined ? '' : `${at(file)}: `}${text}`);
    },
    summary({ files, rejected, tally, seconds, puzzlesPerSecond, exitCode }) {
      if (rejected === files) return;
      const prefix = exitCode > Exit.failure ? 'interrupted after ' : '';
      line(`${prefix}${outcome(tally)} · ${duration(seconds)} · ${number(puzzlesPerSecond)}/s`);
    },
    close() {
      if (terminal) clearBar(stream);
    },
  };
}

export function describeRejection({ input, line, reason }: Rejection): string {
  return `sudoku: ${at(input.key, line)}: ${visible(reason)}`;
}

function clearBar(stream: WriteStream): void {
  stream.cursorTo(0);
  stream.clearLine(0);
}

function bar({ bytes, totalBytes }: Progress): string {
  if (!totalBytes) return '';
  const share = Math.min(bytes / totalBytes, 1);
  const full = Math.round(share * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${Math.floor(share * 100)} % · `;
}

function describe({ puzzles, solutions, puzzlesPerSecond, secondsLeft }: Progress): string {
  const left = secondsLeft === undefined ? '' : ` · ${duration(secondsLeft)} left`;
  const found = solutions > puzzles ? ` · ${counted(solutions, 'solution')}` : '';
  return `${counted(puzzles, 'puzzle')}${found} · ${number(puzzlesPerSecond)}/s${left}`;
}

function describeProblem(file: string, { line, column, status, reason }: Problem): string {
  return `${at(file, line, column)}: ${status}: ${reason}`;
}

/** As compilers give it: `file:line:column`, without what is not known. */
function at(file: string, line = 0, column = 0): string {
  return [visible(file), line, column].filter(Boolean).join(':');
}

function problemCount({ puzzles, solved, disagreements }: Report): number {
  return puzzles - solved + disagreements;
}

function outcome(tally: Tally): string {
  const parts: (readonly [number, string])[] = [
    ...OUTCOMES.map(({ key, label }) => [tally[key], label] as const),
    [tally.disagreements, 'solved otherwise than the file says'],
    [tally.atLimit ?? 0, 'stopped at the limit of solutions (--limit)'],
  ];
  const shown = parts.filter(([n], index) => n > 0 || index === 0).map(([n, what]) => `${number(n)} ${what}`);
  const found = tally.solutions > tally.puzzles ? ` · ${counted(tally.solutions, 'solution')}` : '';
  return `${counted(tally.puzzles, 'puzzle')}: ${shown.join(', ')}${found}`;
}
