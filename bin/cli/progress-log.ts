import { clearLine, cursorTo } from 'node:readline';
import type { WriteStream } from 'node:tty';
import { isScreen, printable } from './terminal.ts';

/** Tells on standard error what goes on: on a terminal in one line that changes, elsewhere a line every few seconds. */
export class ProgressLog {
  readonly #stream: WriteStream;
  readonly #quiet: boolean;
  readonly #begin = performance.now();
  #last = Number.NEGATIVE_INFINITY;
  #shown = false;

  constructor(stream: WriteStream, quiet: boolean) {
    this.#stream = stream;
    this.#quiet = quiet;
  }

  /** A step, worth a line of its own. */
  step(text: string): void {
    if (this.#quiet) return;
    this.#clear();
    this.#stream.write(`${this.#time()} ${printable(text)}\n`);
    this.#last = performance.now();
  }

  /** How far it is; may be left out. */
  progress(text: string): void {
    if (this.#quiet) return;
    if (isScreen(this.#stream)) {
      cursorTo(this.#stream, 0);
      this.#stream.write(`${this.#time()} ${printable(text)}`);
      clearLine(this.#stream, 1);
      this.#shown = true;
    } else if (performance.now() - this.#last > 3000) this.step(text);
  }

  /** What went wrong; told even when quiet. */
  warn(text: string): void {
    this.#clear();
    this.#stream.write(`sudoku: ${printable(text)}\n`);
  }

  /** Makes room for a line on standard output. */
  clear(): void {
    this.#clear();
  }

  #clear(): void {
    if (!this.#shown) return;
    cursorTo(this.#stream, 0);
    clearLine(this.#stream, 0);
    this.#shown = false;
  }

  #time(): string {
    return `${((performance.now() - this.#begin) / 1000).toFixed(1).padStart(5)} s`;
  }
}
