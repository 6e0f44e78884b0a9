import type { PartialOptions } from '../../core/files/index.ts';
import { type Alphabet, alphabetOf, namedAlphabet } from '../../core/formats/shared/alphabet.ts';
import { expandAlphabet } from '../../core/options/symbols.ts';
import { generate } from '../../core/solver/generate.ts';
import { type Geometry, GeometryError, geometry } from '../../core/solver/geometry.ts';
import { UsageError } from '../cli/exit.ts';
import { openOutput, ReaderGone } from '../solve/output.ts';

export interface PuzzlesWanted {
  readonly size: number;
  readonly seed: number;
  readonly count: number;
  readonly clues: number | undefined;
}

/**
 * Writes puzzles one a line. Where a reader could take them for something else (X, boxes of another shape, letters for
 * digits), a first `#! sudoku` line says what they are.
 *
 * @throws UsageError if there is no such grid, or the output cannot be written
 */
export async function writePuzzles(
  options: PartialOptions,
  { size, seed, count, clues }: PuzzlesWanted,
  out: string,
): Promise<void> {
  const shape = shapeOf(size, options);
  const alphabet = alphabetFor(size, options.alphabet);
  const output = await openOutput(out);
  try {
    await output.write(Buffer.from(directive(shape, options, alphabet)));
    const puzzles = generate(shape, { seed, ...(clues !== undefined && { clues }) });
    for (let i = 0; i < count; i++) {
      await output.write(Buffer.from(lineOf(puzzles.next().value.cells, alphabet)));
    }
    await output.commit();
  } catch (error) {
    output.discard();
    if (!(error instanceof ReaderGone)) throw error;
  }
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
