import type { FilePlan, PartialOptions } from '../../core/files/index.ts';
import { formatOf, tableOf } from '../../core/formats/formats.ts';
import { optionText } from '../../core/options/option-text.ts';
import { expandAlphabet, OPTIONS, type OptionName } from '../../core/options/options.ts';

/** Flags that change nothing beside the others, if no file says otherwise in its first line: for commands that do not look. */
export function withoutEffect(given: PartialOptions): string[] {
  return idleUnder(given, given).map((text) => `${text}, unless the first line of a file asks for that`);
}

/** Flags that change nothing under the options of a file: each with what it would need. */
function idleUnder(
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

const UNSEEN = '--grade has no effect without --output csv or jsonl, or a column for ratings';

/** What becomes of flags in the files that they are given for. */
export class FlagEffects {
  readonly #given: PartialOptions;
  /** Whether there is room for ratings in some result. */
  #showsRatings = false;
  /** Flags that changed nothing beside the options of any file so far; undefined before the first file. */
  #idle: string[] | undefined;

  constructor(given: PartialOptions) {
    this.#given = given;
  }

  /** Flags that say something else than the file's own line, which is stronger. */
  overruled(plan: FilePlan): string[] {
    this.#showsRatings ||= showsRatings(plan);
    const idle = idleUnder(this.#given, plan.options);
    this.#idle = this.#idle?.filter((text) => idle.includes(text)) ?? idle;
    return (Object.keys(this.#given) as OptionName[]).flatMap((name) => {
      const flag = optionText(this.#given[name], OPTIONS[name]);
      const own = optionText(plan.options[name], OPTIONS[name]);
      if (flag === undefined || flag === own) return [];
      const value = flag === 'true' ? '' : ` ${flag}`;
      return [`--${name}${value} has no effect on it: its first line says ${name}=${own}`];
    });
  }

  /**
   * Flags that changed nothing in any file: beside its options, for grids of one size where none came, or for want of room.
   * @param sizes of all puzzles, as a tally names them: `9x9`, `9x9 x`
   */
  without(sizes: readonly string[]): string[] {
    const idle = this.#idle ?? [];
    if (sizes.length === 0) return idle;
    const { boxes, alphabet, grade } = this.#given;
    const isUnseen = grade && !idle.some((text) => text.startsWith('--grade')) && !this.#showsRatings;
    const wanted: [flag: string, size: number][] = [];
    if (boxes) wanted.push([`--boxes ${optionText(boxes, OPTIONS.boxes)}`, boxes.rows * boxes.columns]);
    if (alphabet) wanted.push([`--alphabet ${alphabet}`, expandAlphabet(alphabet).length]);
    if (grade && !isUnseen) wanted.push(['--grade', 9]);
    const unmet = wanted
      .filter(([, size]) => !sizes.some((name) => name.startsWith(`${size}x`)))
      .map(([flag, size]) => `${flag} has no effect: it is for ${size}x${size} grids, and there is none`);
    return [...idle, ...(isUnseen ? [UNSEEN] : []), ...unmet];
  }
}

/** Whether a result has room for ratings: a table has, and a file with a column for them. */
function showsRatings(plan: FilePlan): boolean {
  const format = formatOf(plan);
  return tableOf(format, plan.options) !== undefined || format.hasRatings?.(plan.state) === true;
}
