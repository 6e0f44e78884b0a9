import { neededTechnique, TechniqueError } from '../../core/solver/grade/techniques.ts';
import type { Range, Requirements } from '../../core/solver/requirements.ts';
import { UsageError } from '../cli/exit.ts';

export interface RequirementFlags {
  readonly er: string | undefined;
  readonly technique: string | undefined;
  readonly symmetry: Requirements['symmetry'];
  readonly mask: string | undefined;
  readonly clues: string | undefined;
  readonly minimal: boolean | undefined;
}

/** The requirements that the flags name. @throws UsageError that names the flag and its values */
export function requirementsOf(
  flags: RequirementFlags,
  size: number,
): Omit<Requirements, 'geometry' | 'seed'> {
  const { er, technique, mask, symmetry, minimal } = flags;
  if (mask !== undefined && (flags.clues !== undefined || (symmetry && symmetry !== 'none'))) {
    throw new UsageError(
      '--mask: expected neither --clues nor --symmetry, as the mask sets the positions of the clues',
    );
  }
  const clues = rangeOf('--clues', flags.clues, 1, size * size, /^\d{1,4}$/);
  const range = rangeOf('--er', er, 1, 12, /^\d{1,2}(\.\d)?$/);
  const needed = technique === undefined ? undefined : knownTechnique(technique);
  return {
    ...(range && { er: range }),
    ...(needed && { technique: needed }),
    ...(mask !== undefined && { mask: maskOf(mask, size * size) }),
    ...(clues && { clues }),
    ...(symmetry && { symmetry }),
    ...(minimal && { minimal }),
  };
}

/** `2.0-4.5`, or one value for both ends. */
function rangeOf(
  flag: string,
  text: string | undefined,
  least: number,
  most: number,
  form: RegExp,
): Range | undefined {
  if (text === undefined) return undefined;
  const ends = text.split('-');
  const [from, to] = [Number(ends[0]), Number(ends.at(-1))];
  const isRange = ends.length <= 2 && ends.every((end) => form.test(end));
  if (isRange && least <= from && from <= to && to <= most) return { from, to };
  throw new UsageError(
    `${flag}: expected a value or a range from ${least} to ${most}, such as ${least}-${Math.min(most, least + 3)}, got ${JSON.stringify(text)}`,
  );
}

function knownTechnique(name: string) {
  try {
    return neededTechnique(name);
  } catch (error) {
    throw error instanceof TechniqueError ? new UsageError(`--technique: ${error.message}`) : error;
  }
}

/** A symbol for each cell: `.` or `0` for an empty one. */
function maskOf(text: string, cells: number): Uint8Array {
  const symbols = Array.from(text.replace(/\s/g, ''));
  if (symbols.length !== cells) {
    throw new UsageError(
      `--mask: expected ${cells} symbols, row by row, . or 0 for an empty cell, got ${symbols.length}`,
    );
  }
  return Uint8Array.from(symbols, (symbol) => (symbol === '.' || symbol === '0' ? 0 : 1));
}
