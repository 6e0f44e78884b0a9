import type { FilePlan, PartialOptions } from '../../core/files/index.ts';
import type { OptionName } from '../../core/options/options.ts';
import { optionText } from '../../core/options/parse-options.ts';
import { expandAlphabet } from '../../core/options/symbols.ts';
import { OPTIONS } from '../../core/options/table.ts';

/** Flags that change nothing beside the others: each with what it would need. What files ask for is not looked at. */
export function withoutEffect(given: PartialOptions): string[] {
  const { limit, explain, grade, output = 'same', solutions = 'first' } = given;
  const isCounting = solutions === 'count' || solutions === 'all';
  const isTable = output !== 'same' || isCounting;
  return [
    limit !== undefined && !isCounting && '--limit has no effect without --solutions count or all',
    explain && output !== 'jsonl' && '--explain has no effect without --output jsonl',
    explain && output === 'jsonl' && solutions === 'all' && '--explain has no effect with --solutions all',
    grade && !isTable && '--grade has no effect without --output csv or jsonl',
    grade && solutions === 'all' && '--grade has no effect with --solutions all',
  ].filter((text) => typeof text === 'string');
}

/**
 * Flags that are for grids of one size, where none came.
 * @param sizes of all puzzles, as a tally names them: `9x9`, `9x9 x`
 */
export function withoutGrids({ boxes, alphabet, grade }: PartialOptions, sizes: readonly string[]): string[] {
  const wanted: [flag: string, size: number][] = [];
  if (boxes) wanted.push([`--boxes ${optionText(boxes, OPTIONS.boxes)}`, boxes.rows * boxes.columns]);
  if (alphabet) wanted.push([`--alphabet ${alphabet}`, expandAlphabet(alphabet).length]);
  if (grade) wanted.push(['--grade', 9]);
  return wanted
    .filter(([, size]) => sizes.length > 0 && !sizes.some((name) => name.startsWith(`${size}x`)))
    .map(([flag, size]) => `${flag} has no effect: it is for ${size}x${size} grids, and there is none`);
}

/** Flags that say something else than the file's own line, which is stronger. */
export function overruled(given: PartialOptions, { options }: FilePlan): string[] {
  return Object.keys(given).flatMap((name) => {
    const [flag, own] = [given, options].map((all) =>
      optionText(all[name as OptionName], OPTIONS[name as OptionName]),
    );
    if (flag === undefined || flag === own) return [];
    const value = flag === 'true' ? '' : ` ${flag}`;
    return [`--${name}${value} has no effect on it: its first line says ${name}=${own}`];
  });
}
