// The formats of generated puzzles, which hold the rules that were drawn, too.
import { membersOf, RECORD_MEMBERS, type RecordMember, textsOf } from '../../core/formats/rules/members.ts';
import type { Alphabet } from '../../core/formats/shared/alphabet.ts';
import { csvField } from '../../core/formats/tables/rows.ts';
import type { Boxes } from '../../core/options/options.ts';
import type { DrawnName } from '../../core/solver/drawn-names.ts';
import type { GeneratedShape } from '../../core/solver/generated-variants.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { UsageError } from '../cli/exit.ts';
import { formatFor } from '../files/output-name.ts';
import type { Made } from '../threads/tasks.ts';

/** The formats of generated puzzles. */
export type PuzzleFormatName = 'lines' | 'csv' | 'jsonl';

const FORMATS: readonly PuzzleFormatName[] = ['lines', 'csv', 'jsonl'];

/**
 * The format of generated puzzles: the required one, or by the ending of the file's name; otherwise lines, or JSON Lines for
 * rules that lines cannot hold.
 * @throws UsageError for lines with such rules, and for a name that promises another format
 */
export function puzzleFormatFor(
  given: PuzzleFormatName | undefined,
  out: string,
  drawn: readonly DrawnName[],
): PuzzleFormatName {
  const held = drawn.filter((name) => name !== 'jigsaw');
  const named = formatFor(out, { writes: FORMATS, given, isConvertible: true });
  if (named === 'lines' && held.length > 0)
    throw new UsageError(
      `--output lines: expected jsonl or csv for ${held.join(',')}, which lines cannot hold`,
    );
  return named ?? (drawn.length > 0 ? 'jsonl' : 'lines');
}

/** The members that rules of a name are written to. */
const MEMBERS: Readonly<Record<DrawnName, readonly RecordMember[]>> = {
  jigsaw: ['regions'],
  killer: ['cages'],
  arrow: ['arrows'],
  thermo: ['thermos'],
  whispers: ['whispers'],
  renban: ['renban'],
  kropki: ['dots'],
  xv: ['xv'],
  greater: ['greater'],
  'even-odd': ['even', 'odd'],
};

/** Writes puzzles in a format. */
export interface PuzzleFormat {
  /** Before the first puzzle: options that they need in order to be read as what they are, names of columns. */
  readonly head: string;
  puzzle(made: Pick<Made, 'cells' | 'rules' | 'regions'>): string;
}

/** @param boxes that the caller has set */
export function puzzleFormat(
  format: PuzzleFormatName,
  { geometry, drawn }: GeneratedShape,
  boxes: Boxes | undefined,
  alphabet: Alphabet,
): PuzzleFormat {
  const { variant, size } = geometry;
  const line = (cells: Uint8Array) =>
    Array.from(cells, (digit) => (digit === 0 ? '.' : alphabet.symbols[digit - 1])).join('');
  const ruled = ({ rules, regions }: Pick<Made, 'rules' | 'regions'>): Geometry => ({
    ...geometry,
    rules,
    regions,
  });
  const options = [
    ...(variant === 'classic' || format !== 'lines' ? [] : [`variant=${variant}`]),
    ...(boxes ? [`boxes=${boxes.rows}x${boxes.columns}`] : []),
    ...(alphabet.name === `1-${size}` ? [] : [`alphabet=${alphabet.name}`]),
  ];
  const directive = options.length > 0 ? `#! sudoku ${options.join(' ')}\n` : '';
  switch (format) {
    case 'lines':
      return {
        head: directive,
        puzzle: (made) => {
          const { regions } = membersOf(ruled(made));
          return `${line(made.cells)}${regions === undefined ? '' : ` ${regions}`}\n`;
        },
      };
    case 'jsonl':
      return {
        head: directive,
        puzzle: (made) => `${JSON.stringify({ puzzle: line(made.cells), ...membersOf(ruled(made)) })}\n`,
      };
    case 'csv': {
      const held = drawn.flatMap((name) => MEMBERS[name]);
      const columns = RECORD_MEMBERS.filter(
        (member) => held.includes(member) || (member === 'variant' && variant !== 'classic'),
      );
      return {
        head: `${directive}${['puzzle', ...columns].join(',')}\n`,
        puzzle: (made) => {
          const texts = textsOf(ruled(made));
          return `${[line(made.cells), ...columns.map((name) => csvField(texts[name] ?? ''))].join(',')}\n`;
        },
      };
    }
  }
}
