import { FORMATS, formatOf } from '../formats/formats.ts';
import { checkOptions, mergeOptions, OptionError } from '../options/option-text.ts';
import { DEFAULT_OPTIONS, type Options } from '../options/options.ts';
import { anyOf, boolean, members, object, optional, type Shape, ShapeError } from '../options/shape.ts';
import type { FilePlan } from './contract.ts';

/** Options as a plan holds them, checked as those of a caller are. */
const options: Shape<Options> = (value, name) => {
  try {
    return mergeOptions([checkOptions(object(value, name))], DEFAULT_OPTIONS);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new ShapeError(`${name}: ${error.message}`);
  }
};

const plan = members<Omit<FilePlan, 'state'>>({
  format: anyOf(...FORMATS.map((format) => format.name)),
  compression: anyOf('none', 'gzip', 'zstd'),
  options,
  splittable: boolean,
  lineEnd: optional(anyOf('cr')),
});

/**
 * Checks a plan that was stored or sent as JSON.
 * @throws ShapeError that names the member, what was expected and what came
 */
export const checkPlan: Shape<FilePlan> = (value, name) => {
  const checked = plan(value, name);
  const state = formatOf(checked).state((value as Partial<FilePlan>).state, `${name}.state`);
  const { compression, lineEnd, splittable } = checked;
  if (splittable && (compression !== 'none' || lineEnd !== undefined)) {
    throw new ShapeError(
      `${name}.splittable: expected false, as lines end in "cr" or the file is compressed, got true`,
    );
  }
  return { ...checked, state };
};
