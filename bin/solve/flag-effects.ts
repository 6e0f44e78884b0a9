import type { FilePlan, PartialOptions } from '../../core/files/index.ts';
import { canHoldRatings } from '../../core/formats/formats.ts';
import { optionText } from '../../core/options/option-text.ts';
import { expandAlphabet, OPTIONS, type OptionName } from '../../core/options/options.ts';

/** Warnings about flags that have no effect, for commands that do not read the first line of each file. */
export function ineffectiveFlags(given: PartialOptions): string[] {
  return ineffectiveUnder(given, given).map((text) => `${text}, unless the first line of a file requests it`);
}

/** Warnings about flags that have no effect under the options of a file. */
function ineffectiveUnder(
  { limit, explain, grade }: PartialOptions,
  { output = 'same', solutions = 'first' }: PartialOptions,
): string[] {
  const isCounting = solutions === 'count' || solutions === 'all';
  return [
    limit !== undefined && !isCounting && '--limit has no effect without --solutions count or all',
    explain && output !== 'jsonl' && '--explain has no effect without --output jsonl',
    explain && output === 'jsonl' && solutions === 'all' && '--explain has no effect with --solutions all',
    grade && solutions === 'all' && '--grade has no effect with --solutions all',
  ].filter((text) => typeof text === 'string');
}

const NO_RATINGS = '--grade has no effect without --output csv or jsonl, or a column for ratings';

/** Finds flags that have no effect on the files that they are given for. */
export class FlagEffects {
  readonly #given: PartialOptions;
  /** Whether any result can hold ratings. */
  #showsRatings = false;
  /** Warnings about flags that had no effect under the options of any file so far; undefined before the first file. */
  #ineffective: string[] | undefined;

  constructor(given: PartialOptions) {
    this.#given = given;
  }

  /** Adds a file. @returns warnings about flags that the file's own first line overrules */
  overruled(plan: FilePlan): string[] {
    this.#showsRatings ||= canHoldRatings(plan);
    const texts = ineffectiveUnder(this.#given, plan.options);
    this.#ineffective = this.#ineffective?.filter((text) => texts.includes(text)) ?? texts;
    return (Object.keys(this.#given) as OptionName[]).flatMap((name) => {
      const flag = optionText(this.#given[name], OPTIONS[name]);
      const own = optionText(plan.options[name], OPTIONS[name]);
      if (flag === undefined || flag === own) return [];
      const value = flag === 'true' ? '' : ` ${flag}`;
      return [`--${name}${value} has no effect on it: its first line says ${name}=${own}`];
    });
  }

  /**
   * Warnings about flags that had no effect on any file: because of its options, because the flag is for grids of another
   * size, or because no result can hold ratings.
   * @param sizes of all puzzles, as a tally names them: `9x9`, `9x9 x`
   */
  ineffective(sizes: readonly string[]): string[] {
    const texts = this.#ineffective ?? [];
    if (sizes.length === 0) return texts;
    const { boxes, alphabet, grade } = this.#given;
    const hasNoRatings = grade && !texts.some((text) => text.startsWith('--grade')) && !this.#showsRatings;
    const needed: [flag: string, size: number][] = [];
    if (boxes) needed.push([`--boxes ${optionText(boxes, OPTIONS.boxes)}`, boxes.rows * boxes.columns]);
    if (alphabet) needed.push([`--alphabet ${alphabet}`, expandAlphabet(alphabet).length]);
    if (grade && !hasNoRatings) needed.push(['--grade', 9]);
    const unmet = needed
      .filter(([, size]) => !sizes.some((name) => name.startsWith(`${size}x`)))
      .map(([flag, size]) => `${flag} has no effect: it is for ${size}x${size} grids, and there are none`);
    return [...texts, ...(hasNoRatings ? [NO_RATINGS] : []), ...unmet];
  }
}
