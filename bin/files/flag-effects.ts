// Finds flags that have no effect on the files that they are given for, to warn of them.
import { type FilePlan, type PartialOptions, RejectedFile } from '../../core/files/index.ts';
import { canHoldFact, formatOf } from '../../core/formats/formats.ts';
import { type FactName, factEntry, requestedFacts } from '../../core/options/facts.ts';
import { optionText } from '../../core/options/option-text.ts';
import { expandAlphabet, inWords, OPTIONS, type OptionName } from '../../core/options/options.ts';
import { tablesOfFact } from '../../core/solver/engine/facts.ts';
import { UsageError } from '../cli/exit.ts';
import { STANDARD, statOf } from '../cli/paths.ts';
import type { InputFile, PlannedFile } from './inputs.ts';

/** Warnings about flags that have no effect, for commands that do not read the first line of each file. */
export function ineffectiveFlags(given: PartialOptions): string[] {
  return ineffectiveUnder(given, given).map((text) => `${text}, unless the first line of a file requests it`);
}

/** Warnings about flags that have no effect under the options of a file. */
function ineffectiveUnder(
  given: PartialOptions,
  { output = 'same', solutions = 'first' }: PartialOptions,
): string[] {
  const isCounting = solutions === 'count' || solutions === 'all';
  const facts = requestedFacts(given).map((name) => {
    const tables = tablesOfFact(name);
    // other files may have a column for it
    const hasPlace = factEntry(name).ownColumn !== undefined || tables.includes(output);
    if (!hasPlace) return `--${name} has no effect without --output ${inWords(tables)}`;
    return solutions === 'all' && `--${name} has no effect with --solutions all`;
  });
  return [
    given.limit !== undefined && !isCounting && '--limit has no effect without --solutions count or all',
    ...facts,
  ].filter((text) => typeof text === 'string');
}

export class FlagEffects {
  readonly #given: PartialOptions;
  /** What is requested about each puzzle, and not in any result so far. */
  #unshown: readonly FactName[];
  /** Warnings about flags that had no effect under the options of any file so far; undefined before the first file. */
  #ineffective: string[] | undefined;

  constructor(given: PartialOptions) {
    this.#given = given;
    this.#unshown = requestedFacts(given);
  }

  /** Adds a file. @returns warnings about flags that the file's own first line overrules */
  overruled(plan: FilePlan): string[] {
    this.#unshown = this.#unshown.filter((name) => !canHoldFact(name, plan));
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
   * size, or because no result has a place for what they request.
   * @param sizes of all puzzles, as a tally names them: `9x9`, `9x9 x`
   */
  ineffective(sizes: readonly string[]): string[] {
    const texts = this.#ineffective ?? [];
    if (sizes.length === 0) return texts;
    const { boxes, regions, alphabet } = this.#given;
    const unshown = this.#unshown;
    const added = this.withoutPlace.filter((text) => !texts.includes(text));
    const needed: [flag: string, size: number, least?: number][] = [];
    if (boxes) needed.push([`--boxes ${optionText(boxes, OPTIONS.boxes)}`, boxes.rows * boxes.columns]);
    if (regions) needed.push(['--regions', Math.sqrt(regions.length)]);
    if (alphabet) needed.push([`--alphabet ${alphabet}`, expandAlphabet(alphabet).length]);
    for (const name of requestedFacts(this.#given)) {
      const { size, largest } = factEntry(name);
      if (unshown.includes(name)) continue;
      if (size) needed.push([`--${name}`, size]);
      if (largest) needed.push([`--${name}`, largest, 0]);
    }
    const rows = sizes.map((name) => Number.parseInt(name, 10));
    const unmet = needed
      .filter(([, size, least = size]) => !rows.some((one) => one >= least && one <= size))
      .map(([flag, size, least]) => {
        const grids = `${size}x${size}`;
        const which = least === undefined ? `${grids} grids` : `grids up to ${grids}`;
        return `${flag} has no effect: it is for ${which}, and there are none`;
      });
    return [...texts, ...added, ...unmet];
  }

  /** Warnings about what is requested about each puzzle, and has no place in any result. */
  get withoutPlace(): string[] {
    const texts = this.#ineffective ?? [];
    return this.#unshown.map(
      (name) => texts.find((text) => text.startsWith(`--${name} `)) ?? withoutPlace(name),
    );
  }
}

/**
 * Refuses flags that request something about each puzzle for which no result has a place, before anything is solved. Files in an
 * archive may have one, as their own columns and first lines decide.
 * @param plan plans an input, of which some can be opened only once
 * @returns the plans of those
 * @throws UsageError
 */
export async function refuseWithoutPlace(
  inputs: readonly InputFile[],
  given: PartialOptions,
  plan: (input: InputFile) => Promise<PlannedFile>,
): Promise<ReadonlyMap<InputFile, Promise<PlannedFile>>> {
  const planned = new Map<InputFile, Promise<PlannedFile>>();
  if (requestedFacts(given).length === 0) return planned;
  const effects = new FlagEffects(given);
  let areRead = false;
  for (const input of inputs) {
    const planning = plan(input);
    const canReopen =
      input.puzzle !== undefined || (input.path !== STANDARD && statOf(input.path)?.isFile() === true);
    if (!canReopen) planned.set(input, planning);
    try {
      const file = await planning;
      if (canReopen) await file.input.close();
      effects.overruled(file.plan);
      areRead = true;
      if (formatOf(file.plan).isArchive || effects.withoutPlace.length === 0) return planned;
    } catch (error) {
      if (!(error instanceof RejectedFile)) throw error; // reported when the file is opened to be solved
    }
  }
  if (areRead) throw new UsageError(effects.withoutPlace.join('; '));
  return planned;
}

function withoutPlace(name: FactName): string {
  const role = factEntry(name).ownColumn?.role;
  const column = role === undefined ? '' : `, or a column ${role === 'rating' ? 'for ratings' : role}`;
  return `--${name} has no effect without --output ${inWords(tablesOfFact(name))}${column}`;
}
