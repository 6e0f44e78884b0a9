import type { PartialOptions } from '../../core/files/index.ts';
import { type Alphabet, alphabetOf, namedAlphabet } from '../../core/formats/shared/alphabet.ts';
import { expandAlphabet } from '../../core/options/options.ts';
import { type Geometry, GeometryError, geometry } from '../../core/solver/geometry.ts';
import { canGrade } from '../../core/solver/grade/rating.ts';
import { type Requirements, whyImpossible } from '../../core/solver/requirements.ts';
import { Exit, onInterrupt, UsageError } from '../cli/exit.ts';
import { openOutput, ReaderGone } from '../solve/output.ts';
import { shapeOf as plainShape } from '../threads/tasks.ts';
import { Threads } from '../threads/threads.ts';
import { type Collected, collect } from './collect.ts';
import { describeEnd, showProgress } from './progress.ts';

/** Puzzles that this thread makes by itself. */
const QUICK = 100;
/** Tries that a thread is given at once. */
const CHUNK = 50;

export interface PuzzlesWanted {
  readonly size: number;
  readonly seed: number;
  readonly count: number;
  /** what is asked of each puzzle */
  readonly order: Omit<Requirements, 'geometry' | 'seed'>;
  readonly distinct: boolean;
  /** tries in a row without a puzzle, after which it is given up */
  readonly patience: number;
  readonly concurrency: number;
  readonly quiet: boolean;
}

/**
 * Writes puzzles one a line. Where a reader could take them for something else (X, boxes of another shape, letters for
 * digits), a first `#! sudoku` line says what they are.
 *
 * @returns whether all were made
 *
 * @throws UsageError if there is no such grid, or the output cannot be written
 */
export async function writePuzzles(
  options: PartialOptions,
  { size, seed, count, order, distinct, patience, concurrency, quiet }: PuzzlesWanted,
  out: string,
): Promise<Exit> {
  const shape = shapeOf(size, options);
  if ((order.er || order.technique) && !canGrade(shape)) {
    const { boxRows, boxColumns } = shape;
    throw new UsageError(
      `expected 9x9 with 3x3 boxes with --er or --technique, as no other grid is graded, got ${size}x${size} with ${boxRows}x${boxColumns}`,
    );
  }
  if (distinct && (!canGrade(shape) || shape.variant !== 'classic')) {
    throw new UsageError(
      '--distinct: expected 9x9 with 3x3 boxes and classic rules, whose least form is known',
    );
  }
  const fault = whyImpossible({ geometry: shape, ...order });
  if (fault) throw new UsageError(`no puzzle can be as ordered: ${fault}`);
  const alphabet = alphabetFor(size, options.alphabet);
  const output = await openOutput(out);
  const collected: Collected = { made: 0, tries: 0, barren: 0, doubles: 0, misses: {} };
  // a few puzzles without wishes are made before threads have started
  const isQuick = count <= QUICK && size <= 9 && !order.er && !order.technique && !order.mask;
  const threads = new Threads(isQuick ? 0 : concurrency);
  const stop = quiet || isQuick ? () => {} : showProgress(collected, count, process.stderr);
  onInterrupt(stop);
  try {
    await output.write(Buffer.from(directive(shape, options, alphabet)));
    const task = { shape: plainShape(shape), order: { ...order, seed }, distinct };
    const wanted = { count, patience, chunk: isQuick || size > 9 ? 1 : CHUNK };
    for await (const cells of collect(threads, task, wanted, collected)) {
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
  if (collected.made === count) return Exit.allSolved;
  process.stderr.write(`${describeEnd(collected, count)}\n`);
  return Exit.someUnsolved;
}

function shapeOf(size: number, { variant, boxes }: PartialOptions): Geometry {
  try {
    return geometry(size, variant, boxes);
  } catch (error) {
    throw error instanceof GeometryError ? new UsageError(error.message) : error;
  }
}

function alphabetFor(size: number, asked: string | undefined): Alphabet {
  if (asked === undefined) return (alphabetOf('ones', size) ?? alphabetOf('zeros', size))!;
  const symbols = expandAlphabet(asked);
  if (symbols.length !== size) {
    throw new UsageError(
      `--alphabet: expected ${size} symbols for a ${size}x${size} grid, got ${symbols.length}`,
    );
  }
  return namedAlphabet(symbols);
}

function directive(shape: Geometry, { boxes }: PartialOptions, alphabet: Alphabet): string {
  const words = [
    ...(shape.variant === 'x' ? ['variant=x'] : []),
    ...(boxes ? [`boxes=${boxes.rows}x${boxes.columns}`] : []),
    ...(alphabet.name === `1-${shape.size}` ? [] : [`alphabet=${alphabet.name}`]),
  ];
  return words.length > 0 ? `#! sudoku ${words.join(' ')}\n` : '';
}

function lineOf(cells: Uint8Array, { symbols }: Alphabet): string {
  return `${Array.from(cells, (digit) => (digit === 0 ? '.' : symbols[digit - 1])).join('')}\n`;
}
