// Parses the flags that say what a generated puzzle must be like: its rating, technique, symmetry, mask and clues.

import type { Range, Requirements } from '../../core/solver/requirements.ts';
import { neededTechnique, TechniqueError } from '../../core/solver/steps/techniques.ts';
import { UsageError } from '../cli/exit.ts';

export interface RequirementFlags {
  readonly er: Range | undefined;
  readonly technique: string | undefined;
  readonly symmetry: Requirements['symmetry'];
  readonly mask: string | undefined;
  readonly clues: Range | undefined;
  readonly minimal: boolean | undefined;
}

/** The requirements that the flags name. @throws UsageError that names the flag and its values */
export function requirementsOf(
  flags: RequirementFlags,
  size: number,
): Omit<Requirements, 'geometry' | 'seed'> {
  const { er, technique, mask, clues, symmetry, minimal } = flags;
  if (mask !== undefined && (clues !== undefined || (symmetry && symmetry !== 'none'))) {
    throw new UsageError(
      '--mask: expected neither --clues nor --symmetry, as the mask sets the positions of the clues',
    );
  }
  if (clues && clues.to > size * size) {
    throw new UsageError(
      `--clues: expected at most ${size * size} for a ${size}x${size} grid, got ${clues.to}`,
    );
  }
  const needed = technique === undefined ? undefined : knownTechnique(technique);
  return {
    ...(er && { er }),
    ...(needed && { technique: needed }),
    ...(mask !== undefined && { mask: maskOf(mask, size * size) }),
    ...(clues && { clues }),
    ...(symmetry && { symmetry }),
    ...(minimal && { minimal }),
  };
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
