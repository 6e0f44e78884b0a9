import type { PartialOptions } from '../../core/files/index.ts';
import { type Alphabet, alphabetOf, namedAlphabet } from '../../core/formats/shared/alphabet.ts';
import { expandAlphabet } from '../../core/options/options.ts';
import { type Geometry, GeometryError, geometry } from '../../core/solver/geometry.ts';
import { canGrade } from '../../core/solver/grade/rating.ts';
import { type Requirements, whyImpossible } from '../../core/solver/requirements.ts';
import { shapeOf } from '../../core/solver/shape.ts';
import { Exit, onInterrupt, UsageError } from '../cli/exit.ts';
import { counted, liveLine, number, sharesTerminal } from '../cli/terminal.ts';
import { openOutput, ReaderGone } from '../solve/output.ts';
import { TaskThreads } from '../threads/task-threads.ts';
import { type Attempts, distinctPuzzles } from './distinct-puzzles.ts';

/** Up to this many simple puzzles are made on the main thread, in less time than a thread takes to start. */
const FEW = 100;
/** Maximum tries per task. */
const TRIES_PER_TASK = 50;

export interface PuzzleRequest {
  readonly size: number;
  readonly seed: number;
  readonly count: number;
  /** the requirements on each puzzle */
  readonly requirements: Omit<Requirements, 'geometry' | 'seed'>;
  /** whether puzzles that become the same by symmetries or renaming count as one */
  readonly distinct: boolean;
  /** tries in a row without a puzzle after which to give up */
  readonly patience: number;
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
  options: PartialOptions,
  { size, seed, count, requirements, distinct, patience, concurrency, quiet }: PuzzleRequest,
  out: string,
): Promise<Exit> {
  const shape = geometryOf(size, options);
  if ((requirements.er || requirements.technique) && !canGrade(shape)) {
    const { boxRows, boxColumns } = shape;
    throw new UsageError(
      `expected 9x9 with 3x3 boxes with --er or --technique, as no other grid is graded, got ${size}x${size} with ${boxRows}x${boxColumns}`,
    );
  }
  if (distinct && (!canGrade(shape) || shape.variant !== 'classic')) {
    throw new UsageError(
      '--distinct: expected 9x9 with 3x3 boxes and classic rules, whose canonical form is defined',
    );
  }
  const fault = whyImpossible({ geometry: shape, ...requirements });
  if (fault) throw new UsageError(`no puzzle can meet the requirements: ${fault}`);
  const alphabet = alphabetFor(size, options.alphabet);
  const output = await openOutput(out);
  const attempts: Attempts = { made: 0, tries: 0, triesInVain: 0, duplicates: 0, misses: {} };
  const isQuick =
    count <= FEW && size <= 9 && !requirements.er && !requirements.technique && !requirements.mask;
  const threads = new TaskThreads(isQuick ? 0 : concurrency);
  const stop = quiet || isQuick ? () => {} : showProgress(attempts, count, out);
  onInterrupt(stop);
  try {
    await output.write(Buffer.from(directive(shape, options, alphabet)));
    const task = { shape: shapeOf(shape), requirements: { ...requirements, seed }, distinct };
    const limits = { count, patience, triesPerTask: isQuick || size > 9 ? 1 : TRIES_PER_TASK };
    for await (const cells of distinctPuzzles(threads, task, limits, attempts)) {
      await output.write(Buffer.from(lineOf(cells, alphabet)));
    }
    await output.commit();
  } catch (error) {
    output.discard();
    if (!(error instanceof ReaderGone)) throw error;
    return Exit.allSolved;
  } finally {
    stop();
    await threads.close();
  }
  if (attempts.made === count) return Exit.allSolved;
  process.stderr.write(`${describeEnd(attempts, count)}\n`);
  return Exit.someUnsolved;
}

function geometryOf(size: number, { variant, boxes }: PartialOptions): Geometry {
  try {
    return geometry(size, variant, boxes);
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

/** The first line, if the puzzles need one; otherwise empty. */
function directive(shape: Geometry, { boxes }: PartialOptions, alphabet: Alphabet): string {
  const words = [
    ...(shape.variant === 'classic' ? [] : [`variant=${shape.variant}`]),
    ...(boxes ? [`boxes=${boxes.rows}x${boxes.columns}`] : []),
    ...(alphabet.name === `1-${shape.size}` ? [] : [`alphabet=${alphabet.name}`]),
  ];
  return words.length > 0 ? `#! sudoku ${words.join(' ')}\n` : '';
}

function lineOf(cells: Uint8Array, { symbols }: Alphabet): string {
  return `${Array.from(cells, (digit) => (digit === 0 ? '.' : symbols[digit - 1])).join('')}\n`;
}

/** Shows progress on standard error. @returns a function that stops it */
function showProgress(attempts: Attempts, count: number, out: string): () => void {
  const start = performance.now();
  return liveLine(
    () => {
      const { made, tries } = attempts;
      const rate = made / Math.max((performance.now() - start) / 1000, 0.001);
      const left = made > 0 ? ` · ${number(Math.ceil((count - made) / rate))} s left` : '';
      const share = made > 0 ? `one in ${(tries / made).toFixed(1)} tries` : counted(tries, 'try', 'tries');
      return `${number(made)} of ${counted(count, 'puzzle')} · ${share} · ${number(rate)}/s${left}`;
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
    `gave up after ${counted(triesInVain, 'try', 'tries')} without a puzzle: ${number(made)} of ${number(count)} made; ` +
    `failures in ${counted(tries, 'try', 'tries')}: ${failures.join(', ')}`
  );
}
