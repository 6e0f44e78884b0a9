// The findings of an audit of puzzle sets: faulty records, duplicates within a file, and classes that files share.

import { counted } from './format.ts';

/** Where a record is, and its cells, or its text if it is no puzzle. */
export interface Place {
  readonly file: string;
  /** 1-based */
  readonly line: number;
  readonly puzzle: string;
}

/** A record, and an earlier one of its class. */
export interface Repetition extends Place {
  readonly ofFile: string;
  readonly ofLine: number;
  /** absent if the file cannot be read twice */
  ofPuzzle?: string;
}

/** What should not be in a set, in the order of urgency, with its name. */
export const FAULTS = [
  ['wrongSolutions', 'wrong solutions', 'wrong solution'],
  // of puzzles that are compared cell by cell, duplicatesLabel says so
  ['duplicates', 'duplicates up to symmetry', 'duplicate up to symmetry'],
  ['noSolution', 'without a solution'],
  ['notUnique', 'with several solutions'],
  ['invalid', 'no valid puzzles', 'no valid puzzle'],
  ['unsupported', 'with rules that are not known', 'with a rule that is not known'],
  ['unsolved', 'unsolved within the budget'],
] as const;

export type Fault = (typeof FAULTS)[number][0];

/** A record with a fault other than a repetition. */
export interface FaultyRecord extends Place {
  readonly fault: Exclude<Fault, 'duplicates'>;
  /** the wrong solution beside the puzzle */
  readonly solution?: string;
}

/** What was found in a file. */
export interface FileAudit extends Record<Fault, number> {
  readonly file: string;
  puzzles: number;
  /** puzzles that are compared cell by cell, or their solutions, as their classes are not known */
  cellByCell: number;
  /** puzzles that repeat the solution of an earlier one; no fault */
  sameGrid: number;
  /** number of puzzles by clues, and by rating */
  readonly clues: Record<string, number>;
  readonly ratings: Record<string, number>;
  /** some of the duplicates */
  readonly examples: Repetition[];
  /** some of the other faults */
  readonly faulty: FaultyRecord[];
}

/** Classes that the same files have, two or more. A class is in the meeting of all its files, and in no other. */
export interface Meeting {
  readonly files: readonly string[];
  readonly by: 'puzzle' | 'grid';
  readonly classes: number;
  /** of solutions: those of which no class of puzzles is in several files, so that they are findings of their own */
  readonly ofOtherPuzzles?: number;
  /** some of their records in the last of the files */
  readonly examples: readonly Repetition[];
}

/** What `sudoku audit` finds. */
export interface Audit {
  readonly files: readonly FileAudit[];
  readonly meetings: readonly Meeting[];
}

/** Records and classes that a set should not have. The same solution is no fault within a file. */
export function findingsIn({ files, meetings }: Audit): number {
  const within = files.flatMap((file) => FAULTS.map(([key]) => file[key]));
  return within.reduce((sum, count) => sum + count, leaksIn(meetings));
}

/** Classes that are in several files. A class of puzzles is one, and not another one because of its solution. */
export function leaksIn(meetings: readonly Meeting[]): number {
  return meetings.reduce((sum, meeting) => sum + leaksOf(meeting), 0);
}

export function leaksOf({ classes, ofOtherPuzzles }: Meeting): number {
  return ofOtherPuzzles ?? classes;
}

/** What the duplicates of a file, or of all files, are. */
export function duplicatesLabel({ puzzles, cellByCell }: Pick<FileAudit, 'puzzles' | 'cellByCell'>): string {
  if (cellByCell === 0) return 'up to symmetry';
  return cellByCell === puzzles
    ? 'cell by cell'
    : `up to symmetry, of ${counted(cellByCell, 'puzzle')} cell by cell`;
}
