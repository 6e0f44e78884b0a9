// Text for people: units, escapes, and progress on a terminal.
import { clearLine, cursorTo } from 'node:readline';
import type { WriteStream } from 'node:tty';
import { visible } from '../../core/formats/shared/bytes.ts';
import { isStandardOutput, isTerminal, STANDARD, STDIN, STDOUT } from './paths.ts';

/** A whole number with thousands separators: `1,234`. Not by toLocaleString, whose first call in a process takes 10 ms. */
export function number(value: number): string {
  const digits = String(Math.round(value));
  // groups of three from the end, of which the first may be shorter, with its sign
  const first = digits.length % 3 || 3;
  const groups = digits.slice(first).match(/.../g) ?? [];
  return [digits.slice(0, first), ...groups].join(',').replace('-,', '-');
}

/** A count with its noun: `1 puzzle`, `1,234 puzzles`. */
export function countText(value: number, singular: string, plural = `${singular}s`): string {
  return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** A duration: `1.5 s`, `12 min`, `3 h 5 min`. */
export function secondsText(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A size: `512 bytes`, `1.5 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(bytes || 1) / 3), 0), 4);
  if (power === 0) return countText(bytes, 'byte');
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${['', 'kB', 'MB', 'GB', 'TB'][power]}`;
}

/**
 * Lines for people to read. Arguments, names and files may contain bytes that a terminal acts upon: these are written as
 * escapes.
 */
export function printable(lines: string): string {
  return lines.split('\n').map(visible).join('\n');
}

/** Whether a line can be overwritten: the stream is a terminal that supports escape sequences. */
export function isScreen(stream: Pick<WriteStream, 'isTTY'>): boolean {
  return stream.isTTY && process.env.TERM !== 'dumb';
}

/**
 * Whether people type the input on the terminal, or results are printed there: progress would overwrite both.
 * @param out where results are written; undefined for nowhere
 */
export function sharesTerminal(inputs: readonly string[], out?: string): boolean {
  const isTyped = inputs.includes(STANDARD) && isTerminal(STDIN);
  return isTyped || (out !== undefined && isStandardOutput(out) && isTerminal(STDOUT));
}

/** A line on a screen that is overwritten. It is removed when the process ends, too. */
export class StatusLine {
  readonly #stream: WriteStream;
  #isShown = false;
  #isWatching = false;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  /** Shows the beginning of a text, as much as fits: a line that wraps could not be overwritten. */
  show(text: string): void {
    if (!this.#isWatching) process.on('exit', () => this.clear());
    this.#isWatching = true;
    cursorTo(this.#stream, 0);
    this.#stream.write(text.slice(0, this.#stream.columns - 1));
    clearLine(this.#stream, 1);
    this.#isShown = true;
  }

  /** Removes the line, so that others can be printed. */
  clear(): void {
    if (!this.#isShown) return;
    cursorTo(this.#stream, 0);
    clearLine(this.#stream, 0);
    this.#isShown = false;
  }
}

/** Milliseconds between two lines of progress on a stream that is not a screen. */
const LINE_INTERVAL = 5000;

/**
 * Shows progress: one line that is overwritten on a terminal; elsewhere, lines with the time since the start every few seconds,
 * and less and less often as long as nothing changes.
 * @param isShared whether something else is typed or printed on the terminal: see {@link sharesTerminal}
 * @param line on a terminal, which the caller may clear
 * @returns a function that stops it
 */
export function liveLine(
  describe: () => string,
  stream: WriteStream,
  isShared = false,
  line = new StatusLine(stream),
): () => void {
  if (!isScreen(stream)) {
    const start = performance.now();
    let last: string | undefined;
    let [waited, wait] = [0, 1];
    const timer = setInterval(() => {
      const text = describe();
      waited++;
      if (text === last && waited < wait) return;
      wait = text === last ? 2 * wait : 1;
      [last, waited] = [text, 0];
      stream.write(`${secondsText((performance.now() - start) / 1000)} · ${text}\n`);
    }, LINE_INTERVAL);
    return () => clearInterval(timer);
  }
  if (isShared) return () => {};
  const timer = setInterval(() => line.show(describe()), 200);
  return () => {
    clearInterval(timer);
    line.clear();
  };
}

/** Milliseconds between two logged lines of progress on a stream that is not a screen. */
const PROGRESS_INTERVAL = 3000;

/** Reports a problem that does not end the command. */
export function warn(text: string): void {
  process.stderr.write(`sudoku: ${printable(text)}\n`);
}

/**
 * Logs steps with the time since the start, and shows progress: one line that is overwritten on a terminal, a line every few
 * seconds elsewhere.
 */
export class ProgressLog {
  readonly #stream: WriteStream;
  readonly #quiet: boolean;
  readonly #start = performance.now();
  #lastLine = Number.NEGATIVE_INFINITY;
  readonly #line: StatusLine;

  constructor(stream: WriteStream, quiet: boolean) {
    this.#stream = stream;
    this.#line = new StatusLine(stream);
    this.#quiet = quiet;
  }

  /** Logs a step on a line of its own. */
  step(text: string): void {
    if (this.#quiet) return;
    this.clear();
    this.#stream.write(`${this.#time()} ${printable(text)}\n`);
    this.#lastLine = performance.now();
  }

  /** Shows progress, at most every few seconds where the stream is not a screen. */
  progress(text: string): void {
    if (this.#quiet) return;
    if (isScreen(this.#stream)) {
      this.#line.show(`${this.#time()} ${printable(text)}`);
    } else if (performance.now() - this.#lastLine > PROGRESS_INTERVAL) this.step(text);
  }

  /** Reports a problem, even when quiet. */
  warn(text: string): void {
    this.clear();
    this.#stream.write(`sudoku: ${printable(text)}\n`);
  }

  /** Removes the line of progress, so that a line can be printed on standard output. */
  clear(): void {
    this.#line.clear();
  }

  #time(): string {
    return `${((performance.now() - this.#start) / 1000).toFixed(1).padStart(5)} s`;
  }
}
