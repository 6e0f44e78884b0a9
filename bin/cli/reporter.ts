// What a command prints on standard error about its files: progress, problems and a summary, as text or JSON Lines.
import type { WriteStream } from 'node:tty';
import type { Problem, Rejection, Report, Tally } from '../../core/files/index.ts';
import { visible } from '../../core/formats/shared/bytes.ts';
import { isInternalReason } from '../../core/kernel/internal-error.ts';
import { OUTCOMES } from '../../core/solver/model/status.ts';
import { defectText, noteDefect } from './defects.ts';
import { Exit } from './exit.ts';
import { countText, isScreen, liveLine, number, printable, StatusLine, secondsText } from './terminal.ts';

/** Problems printed for each file; `--json` and the report of the pipeline list more. */
const SHOWN_PROBLEMS = 10;
/** Names of places in a line, at most. */
const SHOWN_PLACES = 4;
const BAR_WIDTH = 24;

/** The progress of all files together. */
export interface Progress {
  readonly puzzles: number;
  /** number of solutions found */
  readonly solutions: number;
  /** since the start */
  readonly seconds: number;
  readonly puzzlesPerSecond: number;
  /** input bytes whose results have been written */
  readonly bytes: number;
  /** of all input; undefined if some of it is a pipe */
  readonly totalBytes: number | undefined;
  /** undefined until it can be estimated */
  readonly secondsLeft: number | undefined;
}

export interface Summary {
  readonly files: number;
  readonly rejected: number;
  readonly seconds: number;
  readonly puzzlesPerSecond: number;
  readonly tally: Tally;
  readonly exitCode: Exit;
}

export interface Reporter {
  /** Shows progress from time to time. @returns a function that stops it */
  follow(progress: () => Progress): () => void;
  file(report: Report | Rejection): void;
  /** Prints a warning, such as that a flag has no effect. @param file that it is about; undefined if it is about all */
  note(text: string, file?: string): void;
  summary(summary: Summary): void;
  /** Called last. */
  close(): void;
}

/**
 * The reporter that the flags request.
 * @param isShared see {@link sharesTerminal}
 * @param budget see {@link textReporter}
 */
export function reporterFor(
  flags: {
    readonly json?: boolean | undefined;
    readonly quiet?: boolean | undefined;
  },
  isShared = false,
  budget?: number,
): Reporter {
  return flags.json
    ? jsonReporter(process.stderr)
    : textReporter(() => process.stderr, flags.quiet, isShared, budget);
}

/** One JSON object per line: `progress` each second, `note` for warnings, `file` for the report of each file, `summary` at the end. */
function jsonReporter(stream: NodeJS.WritableStream): Reporter {
  const write = (event: string, content: object) =>
    void stream.write(`${JSON.stringify({ event, ...content })}\n`);
  return {
    follow(progress) {
      const timer = setInterval(() => write('progress', progress()), 1000);
      return () => clearInterval(timer);
    },
    file(report) {
      write('file', report);
      if (!report.internalErrors) return;
      noteDefect();
      write('note', { text: defectText(defectPlace(report)), file: report.input.key });
    },
    note: (text, file) => write('note', { text, file }),
    summary({ tally, ...summary }) {
      const { problems: _, lines: __, statistics: ___, files: ____, ...counts } = tally;
      write('summary', { ...summary, ...counts });
    },
    close() {},
  };
}

/**
 * For people: a bar on a terminal, a line every few seconds elsewhere.
 * @param standardError called only when there is something to print: creating `process.stderr` takes longer than solving
 *   thousands of puzzles
 * @param isQuiet prints rejected files and defects only
 * @param isShared omits the bar, as something else is typed or printed on the terminal
 * @param budget guesses that a puzzle may cost, if the user has bounded them
 */
export function textReporter(
  standardError: () => WriteStream,
  isQuiet = false,
  isShared = false,
  budget?: number,
): Reporter {
  const rejection = (report: Rejection) =>
    `sudoku: ${at(report.input.key, report.line)}: ${visible(report.reason)}`;
  const rejections = (report: Report | Rejection) =>
    report.status === 'rejected' ? [rejection(report)] : rejectedWithin(report);
  const defects = (report: Report | Rejection) => {
    if (!report.internalErrors) return [];
    noteDefect();
    return [`sudoku: ${defectText(defectPlace(report))}`];
  };
  if (isQuiet) {
    return {
      follow: () => () => {},
      file(report) {
        for (const text of [...rejections(report), ...defects(report)])
          standardError().write(`${printable(text)}\n`);
      },
      note() {},
      summary() {},
      close() {},
    };
  }
  const stream = standardError();
  const terminal = isScreen(stream);
  const status = new StatusLine(stream);
  // of files in which no name says where the puzzles are
  const places = new Set<string>();
  const line = (text: string) => {
    status.clear();
    stream.write(`${printable(text)}\n`);
  };
  return {
    follow(progress) {
      let [reached, since] = [0, 0];
      const describe = () => {
        const current = progress();
        const { puzzles, solutions, seconds, totalBytes } = current;
        if (puzzles + solutions !== reached) [reached, since] = [puzzles + solutions, seconds];
        // without a total, input may be what is waited for
        const isStuck = totalBytes !== undefined && seconds - since > STUCK_SECONDS;
        return `${terminal ? bar(current) : ''}${describeProgress(current)}${isStuck ? hardText(budget) : ''}`;
      };
      return liveLine(describe, stream, isShared, status);
    },
    file(report) {
      for (const text of rejections(report)) line(text);
      if (report.status === 'done') {
        for (const own of [report, ...(report.files?.list ?? [])]) {
          if (own.placesByShape) places.add(placeText(own));
        }
        const { key } = report.input;
        for (const problem of report.problems.slice(0, SHOWN_PROBLEMS)) line(describeProblem(key, problem));
        const more = problemCount(report) - Math.min(report.problems.length, SHOWN_PROBLEMS);
        if (more > 0) line(`${key}: … and ${number(more)} more`);
      }
      for (const text of defects(report)) line(text);
    },
    note(text, file) {
      line(`sudoku: ${file === undefined ? '' : `${at(file)}: `}${text}`);
    },
    summary({ files, rejected, tally, seconds, puzzlesPerSecond, exitCode }) {
      if (rejected === files) return;
      const prefix = exitCode > Exit.failure ? 'interrupted after ' : '';
      const isRate = tally.puzzles >= LEAST_FOR_RATE || seconds >= 1;
      const rate = isRate ? ` · ${number(puzzlesPerSecond)}/s` : '';
      line(`${prefix}${outcome(tally, [...places])} · ${secondsText(seconds)}${rate}`);
    },
    close() {
      status.clear();
    },
  };
}

/** Puzzles of which fewer say more about the start of the program than about a rate, unless they take a second. */
const LEAST_FOR_RATE = 100;

function bar({ bytes, totalBytes }: Progress): string {
  if (!totalBytes) return '';
  const share = Math.min(bytes / totalBytes, 1);
  const full = Math.round(share * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${Math.floor(share * 100)} % · `;
}

function describeProgress({ puzzles, solutions, puzzlesPerSecond, secondsLeft }: Progress): string {
  const left = secondsLeft === undefined ? '' : ` · ${secondsText(secondsLeft)} left`;
  const found = solutions > puzzles ? ` · ${countText(solutions, 'solution')}` : '';
  const rate = puzzles > 0 ? ` · ${number(puzzlesPerSecond)}/s` : '';
  return `${countText(puzzles, 'puzzle')}${found}${rate}${left}`;
}

/** Seconds without a puzzle or solution, after which the puzzles are called hard. */
const STUCK_SECONDS = 3;

function hardText(budget: number | undefined): string {
  const most = budget === undefined ? 'its budget of' : number(budget);
  return ` · hard puzzles: each may take ${most} guesses (--budget)`;
}

/** The files in an archive that are not solved, and how many more there are. */
function rejectedWithin({ input, files }: Report): string[] {
  const listed = files?.list.filter(({ status }) => status === 'rejected') ?? [];
  const shown = listed.slice(0, SHOWN_PROBLEMS).map(({ name, line, reason }) => {
    const where = at(`${input.key}/${name}`, line);
    return `sudoku: ${where}: ${visible(reason!)}; in the result, it is as it was`;
  });
  const more = (files?.rejected ?? 0) - shown.length;
  const rest = `sudoku: ${at(input.key)}: … and ${countText(more, 'more file')} that are in the result as they were`;
  return more > 0 ? [...shown, rest] : shown;
}

/** The file, and the line of the first record that a defect has cost, as far as it is known. */
function defectPlace(report: Report | Rejection): string {
  const problems = report.status === 'done' ? report.problems : [];
  const lost = problems.find(({ reason }) => isInternalReason(reason));
  return lost
    ? at(lost.file === undefined ? report.input.key : `${report.input.key}/${lost.file}`, lost.line)
    : at(report.input.key);
}

function describeProblem(key: string, { file, line, column, status, reason }: Problem): string {
  return `${at(file === undefined ? key : `${key}/${file}`, line, column)}: ${status}: ${reason}`;
}

/** A place as compilers print it, `file:line:column`, without unknown parts. */
function at(file: string, line = 0, column = 0): string {
  return [visible(file), line, column].filter(Boolean).join(':');
}

function problemCount({ puzzles, solved, disagreements }: Report): number {
  return puzzles - solved + disagreements;
}

/** @param places where puzzles were found by what stands there */
function outcome(tally: Tally, places: readonly string[]): string {
  const parts: (readonly [number, string])[] = [
    ...OUTCOMES.map(({ key, label }) => [tally[key], label] as const),
    [tally.disagreements, 'with another solution in the file'],
    [tally.atLimit ?? 0, 'stopped at the limit of solutions (--limit)'],
  ];
  const shown = parts.filter(([n], index) => n > 0 || index === 0).map(([n, what]) => `${number(n)} ${what}`);
  const found = tally.solutions > tally.puzzles ? ` · ${countText(tally.solutions, 'solution')}` : '';
  const where =
    places.length === 1 ? ` ${places[0]}` : places.length > 1 ? ` at ${places.length} places` : '';
  return `${countText(tally.puzzles, 'puzzle')}${where}: ${shown.join(', ')}${found}`;
}

/** `in column quiz`, `in columns #2-82`, `at [].question`; empty for a format without places. */
export function placeText({
  format,
  places = [],
}: {
  readonly format?: string;
  readonly places?: readonly string[];
}): string {
  if (places.length === 0) return '';
  const more = places.length > SHOWN_PLACES ? ', …' : '';
  const names = `${places.slice(0, SHOWN_PLACES).join(', ')}${more}`;
  if (format === 'json') return `at ${names}`;
  return /^#\d+-\d+$/.test(names) ? `in columns ${names}` : `in column ${names}`;
}
