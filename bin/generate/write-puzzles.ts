// `sudoku generate`: makes puzzles that meet the requirements, writes them, and reports attempts that missed them.
import { type Alphabet, alphabetOf, namedAlphabet } from '../../core/formats/shared/alphabet.ts';
import { type Boxes, expandAlphabet } from '../../core/options/options.ts';
import type { GeneratedVariant } from '../../core/solver/drawn-names.ts';
import { type GeneratedShape, generatedShape } from '../../core/solver/generated-variants.ts';
import { GeometryError } from '../../core/solver/model/geometry.ts';
import { shapeOf } from '../../core/solver/model/shape.ts';
import { whyImpossible } from '../../core/solver/requirement-faults.ts';
import type { Requirements } from '../../core/solver/requirements.ts';
import { canGrade } from '../../core/solver/steps/rating.ts';
import { type Exit, onInterrupt, UsageError } from '../cli/exit.ts';
import { countText, liveLine, number, sharesTerminal } from '../cli/terminal.ts';
import { FileRun } from '../files/file-run.ts';
import { openNamed } from '../files/output.ts';
import { TaskThreads } from '../threads/task-threads.ts';
import { type Attempts, distinctPuzzles } from './distinct-puzzles.ts';
import { type PuzzleFormatName, puzzleFormat, puzzleFormatFor } from './puzzle-format.ts';

/** Up to this many simple puzzles are made on the main thread, in less time than a thread takes to start. */
const FEW = 100;
/** … of puzzles with rules of their own. */
const FEW_RULED = 4;
/** Maximum tries per task. */
const TRIES_PER_TASK = 50;

/** Options of the puzzles. */
export interface GeneratedOptions {
  readonly variant?: GeneratedVariant;
  readonly boxes?: Boxes;
  readonly alphabet?: string;
}

export interface PuzzleRequest {
  readonly size: number;
  readonly seed: number;
  readonly count: number;
  /** the requirements on each puzzle */
  readonly requirements: Omit<Requirements, 'geometry' | 'drawn' | 'seed'>;
  /** format of the output, if it is required */
  readonly format: PuzzleFormatName | undefined;
  /** whether puzzles that become the same by symmetries or renaming count as one */
  readonly distinct: boolean;
  /** tries in a row without a puzzle after which to give up */
  readonly maxTriesInVain: number;
  readonly concurrency: number;
  readonly quiet: boolean;
}

/**
 * Writes puzzles, one per line. If they could be read as something else (X, boxes of another shape, letters for digits), a
 * first `#! sudoku` line names their options.
 *
 * @returns whether all were made
 * @throws UsageError if no such grid exists, or the output cannot be written
 */
export async function writePuzzles(
  options: GeneratedOptions,
  { size, seed, count, requirements, format, distinct, maxTriesInVain, concurrency, quiet }: PuzzleRequest,
  out: string,
): Promise<Exit> {
  const shape = shapeFor(size, options);
  const { geometry, drawn } = shape;
  const name = puzzleFormatFor(format, out, drawn);
  if ((requirements.er || requirements.technique) && !canGrade(geometry)) {
    const { boxRows, boxColumns } = geometry;
    throw new UsageError(
      `expected 9x9 with 3x3 boxes with --er or --technique, as no other grid is graded, got ${size}x${size} with ${boxRows}x${boxColumns}`,
    );
  }
  if (distinct && (!canGrade(geometry) || geometry.variant !== 'classic' || drawn.length > 0)) {
    throw new UsageError(
      '--distinct: expected 9x9 with 3x3 boxes and classic rules, whose canonical form is defined',
    );
  }
  const fault = whyImpossible({ geometry, drawn, ...requirements });
  if (fault) throw new UsageError(`no puzzle can meet the requirements: ${fault}`);
  const writer = puzzleFormat(name, shape, options.boxes, alphabetFor(size, options.alphabet));
  const output = await openNamed(out);
  const attempts: Attempts = { made: 0, tries: 0, triesInVain: 0, duplicates: 0, misses: {} };
  const isQuick =
    count <= (drawn.length > 0 ? FEW_RULED : FEW) &&
    size <= 9 &&
    !requirements.er &&
    !requirements.technique &&
    !requirements.mask;
  const threads = new TaskThreads(isQuick ? 0 : concurrency);
  const stop = quiet || isQuick ? () => {} : showProgress(attempts, count, out);
  onInterrupt(stop);
  // the reason for fewer puzzles is an error, which --quiet prints, too
  return new FileRun({ given: {}, quiet: false, json: false }).end(async () => {
    try {
      await output.write(Buffer.from(writer.head));
      const task = { shape: shapeOf(geometry), requirements: { ...requirements, drawn, seed }, distinct };
      const limits = { count, maxTriesInVain, triesPerTask: isQuick || size > 9 ? 1 : TRIES_PER_TASK };
      for await (const made of distinctPuzzles(threads, task, limits, attempts)) {
        await output.write(Buffer.from(writer.puzzle(made)));
      }
      await output.commit();
    } finally {
      output.discard();
      stop();
      await threads.close();
    }
    const isGood = attempts.made === count;
    return { lines: isGood ? [] : [describeEnd(attempts, count)], isGood };
  });
}

function shapeFor(size: number, { variant, boxes }: GeneratedOptions): GeneratedShape {
  try {
    return generatedShape(size, variant, boxes);
  } catch (error) {
    throw error instanceof GeometryError ? new UsageError(error.message) : error;
  }
}

function alphabetFor(size: number, given: string | undefined): Alphabet {
  if (given === undefined) return (alphabetOf('ones', size) ?? alphabetOf('zeros', size))!;
  const symbols = expandAlphabet(given);
  if (symbols.length !== size) {
    throw new UsageError(
      `--alphabet: expected ${size} symbols for a ${size}x${size} grid, got ${symbols.length}`,
    );
  }
  return namedAlphabet(symbols);
}

/** Shows progress on standard error. @returns a function that stops it */
function showProgress(attempts: Attempts, count: number, out: string): () => void {
  const start = performance.now();
  return liveLine(
    () => {
      const { made, tries } = attempts;
      const rate = made / Math.max((performance.now() - start) / 1000, 0.001);
      const left = made > 0 ? ` · ${number(Math.ceil((count - made) / rate))} s left` : '';
      const share = made > 0 ? `one in ${(tries / made).toFixed(1)} tries` : countText(tries, 'try', 'tries');
      return `${number(made)} of ${countText(count, 'puzzle')} · ${share} · ${number(rate)}/s${left}`;
    },
    process.stderr,
    sharesTerminal([], out),
  );
}

/** Explains why fewer puzzles were made than requested. */
function describeEnd({ made, tries, triesInVain, duplicates, misses }: Attempts, count: number): string {
  const failures = Object.entries(misses).map(([miss, times]) => `${number(times)} by ${miss}`);
  if (duplicates > 0) failures.push(`${number(duplicates)} made before`);
  return (
    `gave up after ${countText(triesInVain, 'try', 'tries')} without a puzzle: ${number(made)} of ${number(count)} made; ` +
    `failures in ${countText(tries, 'try', 'tries')}: ${failures.join(', ')}`
  );
}
