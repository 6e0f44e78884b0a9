import type { Rejection, Report, Tally } from '../../core/files/index.ts';
import type { Exit } from '../cli/exit.ts';

/** How far all files together are. */
export interface Progress {
  readonly puzzles: number;
  /** found in all */
  readonly solutions: number;
  /** since the start */
  readonly seconds: number;
  readonly puzzlesPerSecond: number;
  /** input bytes whose results have been written */
  readonly bytes: number;
  /** of all input; undefined if a pipe is among it */
  readonly totalBytes: number | undefined;
  /** undefined as long as nothing can be said */
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

/** Prints what goes on to standard error. Data never passes here. */
export interface Reporter {
  /** Milliseconds between two calls of `progress`; undefined for none. */
  readonly interval: number | undefined;
  progress(progress: Progress): void;
  file(report: Report | Rejection): void;
  /** What would surprise, as that a flag has no effect. @param file that it is about; undefined if it is about all */
  note(text: string, file?: string): void;
  summary(summary: Summary): void;
  /** Nothing follows. */
  close(): void;
}
