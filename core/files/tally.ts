// All counts that a report needs, over a piece of a file. Tallies of pieces add up to the tally of the file, in any
// division.

import { type Block, SolutionVerdict } from '../formats/shared/block.ts';
import { isInternalReason } from '../kernel/internal-error.ts';
import { MAX_SIZE } from '../options/options.ts';
import { amount, anyOf, listOf, members, natural, optional, recordOf, text } from '../options/shape.ts';
import { type BatchResult, losePuzzle } from '../solver/engine/engine.ts';
import type { Geometry } from '../solver/model/geometry.ts';
import { RULE_KINDS, type Rule, type RuleKind } from '../solver/model/rule-kinds.ts';
import {
  MARKERS,
  type Marker,
  noOutcomes,
  OUTCOMES,
  type OutcomeKey,
  Status,
} from '../solver/model/status.ts';
import { addInternalProblem, addProblems, isDisagreement, MAX_PROBLEMS, type Problem } from './problems.ts';
import { countBlock } from './statistics/count-puzzles.ts';
import { type HardPuzzle, MAX_HARDEST, MAX_SHOWN_CELLS } from './statistics/hardest.ts';
import { MAX_RATED, type RatedPuzzle } from './statistics/highest-rated.ts';
import {
  addStatistics,
  emptyStatistics,
  type Histogram,
  type SizeStatistics,
  type Statistics,
  sumStatistics,
} from './statistics/statistics.ts';

/** Counts over a file or a piece of one, including a counter for each outcome. Plain JSON. */
export interface Tally extends Record<OutcomeKey, number> {
  /** records, including those that are no puzzles */
  puzzles: number;
  /** solutions in the file that differ from ours */
  disagreements: number;
  /** for large grids, conflicts */
  guesses: number;
  /** solutions found in all; a puzzle may have several */
  solutions: number;
  /** puzzles whose count or list stopped at the limit; absent if there are none */
  atLimit?: number;
  /** unexpected errors, which are defects of this package; those that cost a record have made it invalid. Absent if there are none */
  internalErrors?: number;
  /** line feeds read; converts a piece's line numbers to the file's */
  lines: number;
  /** puzzles by size, '9x9' or '9x9 x' -> count */
  sizes: Record<string, number>;
  /** those of `sizes` that have rules of their own, which have another default budget; absent if there are none */
  ruled?: Record<string, number>;
  /** the first hundred in the order of the file */
  problems: Problem[];
  /** distributions, and the hardest puzzles */
  statistics: Statistics;
  /** the files within, if the file is an archive */
  files?: FilesWithin;
}

/** The files in an archive. */
export interface FilesWithin {
  /** number of files of puzzles */
  solved: number;
  /** number of files that are no files of puzzles, and are in the result unchanged */
  rejected: number;
  /** The first hundred; rejected ones are listed before any other is left out. */
  list: FileWithin[];
}

/** A file in an archive. */
export interface FileWithin {
  /** its name in the archive, with the folders above it */
  readonly name: string;
  /** `unchanged` for an array of something else, beside one of puzzles */
  readonly status: 'solved' | 'rejected' | 'unchanged';
  /** as docs/formats.md lists it; absent unless it is solved */
  readonly format?: string;
  /** where its puzzles are, in formats that have other values beside them */
  readonly places?: readonly string[];
  /** set if the values decided this, as no name did */
  readonly placesByShape?: true;
  /** number of its records; absent unless it is solved */
  readonly puzzles?: number;
  /** number of its puzzles that are solved; absent unless it is solved */
  readonly solved?: number;
  /** why it is not solved */
  readonly reason?: string;
  /** 1-based; absent if the reason concerns no single line */
  readonly line?: number;
}

/** Most files of an archive that a report lists; all are counted. */
const MAX_FILES_LISTED = 100;

/** The options that affect counting. */
export interface TallyOptions {
  /** Whether all solutions were listed, so that the results hold none. */
  readonly isListed: boolean;
  /** Of solutions that are counted or listed. */
  readonly limit: number;
  /** Only puzzles that took more guesses can be among the hardest. */
  readonly listedGuesses: number;
}

/** Adds files to those of an archive before them. */
export function addFiles(before: FilesWithin | undefined, more: FilesWithin): FilesWithin {
  const list = [...(before?.list ?? []), ...more.list];
  while (list.length > MAX_FILES_LISTED) {
    const other = list.findLastIndex(({ status }) => status !== 'rejected');
    list.splice(other < 0 ? MAX_FILES_LISTED : other, 1);
  }
  return {
    solved: (before?.solved ?? 0) + more.solved,
    rejected: (before?.rejected ?? 0) + more.rejected,
    list,
  };
}

export function emptyTally(): Tally {
  return {
    puzzles: 0,
    ...noOutcomes(),
    disagreements: 0,
    guesses: 0,
    solutions: 0,
    lines: 0,
    sizes: {},
    problems: [],
    statistics: emptyStatistics(),
  };
}

/**
 * Adds a solved block to the counts.
 * @param result may go beyond the block, if a deadline left puzzles to a retry, which finds their errors again
 */
export function addBlock(tally: Tally, block: Block, result: BatchResult, options: TallyOptions): void {
  const { count, geometry, broken } = block;
  const records = broken.length - (broken[0]?.continued ? 1 : 0);
  let problems = broken.length;
  if (geometry && count > 0) {
    const counts = countBlock(block, result, options.limit);
    const disagreements = countDisagreements(block, result);
    const size = sizeName(geometry);
    problems += count - counts.byStatus[Status.solved]! + disagreements;
    for (const [status, { key }] of OUTCOMES.entries()) tally[key] += counts.byStatus[status]!;
    tally.disagreements += disagreements;
    tally.guesses += counts.guesses;
    tally.solutions += counts.solutions;
    if (counts.atLimit > 0) tally.atLimit = (tally.atLimit ?? 0) + counts.atLimit;
    tally.sizes[size] = (tally.sizes[size] ?? 0) + count;
    if (block.own) tally.ruled = sumCounts(tally.ruled, { [size]: count });
    addStatistics(tally.statistics, block, result, counts, { size, lines: tally.lines, ...options });
  }
  if (problems > 0 && tally.problems.length < MAX_PROBLEMS) {
    addProblems(tally.problems, block, result, tally.lines);
  }
  const faults = [...(result.faults ?? [])].filter(([p, reason]) => p < count && isInternalReason(reason));
  const internal = broken.filter(({ isInternal }) => isInternal).length + faults.length;
  const unexpected =
    internal + Number(block.isSecondAttempt ?? false) + Number(result.isSecondAttempt ?? false);
  if (unexpected > 0) tally.internalErrors = (tally.internalErrors ?? 0) + unexpected;
  tally.invalid += records;
  for (const { marker } of broken) {
    if (!marker) continue;
    tally.invalid--;
    tally[OUTCOMES[MARKERS.indexOf(marker)]!.key]++;
  }
  tally.puzzles += count + records;
  tally.lines += block.lineFeeds;
}

/** Makes a puzzle invalid that has been counted, as an unexpected error keeps its result from being written. */
export function loseResult(
  tally: Tally,
  block: Block,
  result: BatchResult,
  p: number,
  {
    reason,
    linesBefore,
    limit,
  }: { readonly reason: string; readonly linesBefore: number } & Pick<TallyOptions, 'limit'>,
): void {
  const geometry = block.geometry!;
  const { key } = OUTCOMES[result.statuses[p]!]!;
  for (const counters of [tally, tally.statistics.sizes[sizeName(geometry)]!]) {
    counters[key]--;
    counters.invalid++;
  }
  tally.internalErrors = (tally.internalErrors ?? 0) + 1;
  tally.solutions -= Math.min(result.counts[p]!, limit);
  losePuzzle(result, geometry, p);
  addInternalProblem(tally.problems, block, p, { reason, linesBefore });
}

function countDisagreements(block: Block, result: BatchResult): number {
  const verdicts = block.fileSolutions?.verdicts.subarray(0, block.count);
  let disagreements = 0;
  for (const verdict of [SolutionVerdict.wrong, SolutionVerdict.another]) {
    // most files have none, and indexOf is faster than a loop
    for (let p = verdicts?.indexOf(verdict) ?? -1; p >= 0; p = verdicts!.indexOf(verdict, p + 1)) {
      if (isDisagreement(block, result, p)) disagreements++;
    }
  }
  return disagreements;
}

/** `9x9`, or `9x9 x` with diagonals. */
export function sizeName({ size, variant }: Geometry): string {
  return variant === 'x' ? `${size}x${size} x` : `${size}x${size}`;
}

/** Guesses of the last entry of a full list of hardest puzzles, which a later puzzle must exceed; -1 while the list has room. */
export function listedGuesses({ statistics: { hardest } }: Tally): number {
  return hardest.length < MAX_HARDEST ? -1 : hardest.at(-1)!.guesses;
}

/** The sum over a file's pieces, given in the order of the file. Line numbers become the file's. */
export function sumTallies(pieces: Iterable<Tally>): Tally {
  const sum = emptyTally();
  const statistics: { statistics: Statistics; linesBefore: number }[] = [];
  for (const piece of pieces) {
    statistics.push({ statistics: piece.statistics, linesBefore: sum.lines });
    for (const problem of piece.problems.slice(0, MAX_PROBLEMS - sum.problems.length)) {
      sum.problems.push({ ...problem, line: problem.line + sum.lines });
    }
    sum.sizes = sumCounts(sum.sizes, piece.sizes);
    if (piece.ruled) sum.ruled = sumCounts(sum.ruled, piece.ruled);
    for (const key of COUNTERS) sum[key] += piece[key];
    if (piece.files) sum.files = addFiles(sum.files, piece.files);
    if (piece.internalErrors) sum.internalErrors = (sum.internalErrors ?? 0) + piece.internalErrors;
    if (piece.atLimit) sum.atLimit = (sum.atLimit ?? 0) + piece.atLimit;
  }
  sum.statistics = sumStatistics(statistics);
  return sum;
}

function sumCounts(
  before: Readonly<Record<string, number>> = {},
  more: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...before };
  for (const [size, count] of Object.entries(more)) sum[size] = (sum[size] ?? 0) + count;
  return sum;
}

const COUNTERS = [
  'puzzles',
  ...OUTCOMES.map(({ key }) => key),
  'disagreements',
  'guesses',
  'solutions',
  'lines',
] as const satisfies (keyof Tally)[];

/** Validates problems that were stored. */
export const checkProblems = listOf(
  members<Problem>({
    file: optional(text()),
    line: natural,
    column: natural,
    status: anyOf(...(MARKERS.filter(Boolean) as Marker[]), 'disagreement'),
    reason: text(),
    record: text(),
  }),
  MAX_PROBLEMS,
);

const histogram = recordOf(
  text('a number', (bin) => /^\d{1,10}$/.test(bin)),
  natural,
) satisfies (value: unknown, name: string) => Histogram;

const counters = Object.fromEntries(OUTCOMES.map(({ key }) => [key, natural])) as Record<
  OutcomeKey,
  typeof natural
>;

const sizeText = text('a size', (size) => /^\d{1,2}x\d{1,2}(?: [a-z]+)?$/.test(size));

/** Validates counts by size that were stored. */
export const checkSizes = recordOf(sizeText, natural);

/** Validates statistics that were stored. */
export const checkStatistics = members<Statistics>({
  sizes: recordOf(
    sizeText,
    members<SizeStatistics>({
      ...counters,
      givens: histogram,
      guesses: histogram,
      solutions: histogram,
      er: optional(histogram),
      beyond: optional(natural),
    }),
  ),
  hardest: listOf(
    members<HardPuzzle>({
      file: optional(text()),
      line: natural,
      guesses: amount,
      size: text(),
      outcome: anyOf(...OUTCOMES.map(({ name }) => name)),
      puzzle: optional(text()),
      solution: optional(text()),
      regions: optional(text()),
      variant: optional(text()),
      boxes: optional(text()),
      hasCandidates: optional(anyOf(true)),
      rules: optional(
        listOf(
          members<Rule>({
            kind: anyOf(...(Object.keys(RULE_KINDS) as RuleKind[])),
            cells: listOf(natural, MAX_SIZE ** 2),
            value: optional(natural),
          }),
          MAX_SHOWN_CELLS,
        ),
      ),
    }),
    MAX_HARDEST,
  ),
  highestRated: optional(
    listOf(
      members<RatedPuzzle>({
        file: optional(text()),
        line: natural,
        size: text(),
        er: optional(amount),
        technique: optional(text()),
        puzzle: text(),
        solution: optional(text()),
      }),
      MAX_RATED,
    ),
  ),
});
