import { csv } from './csv/index.ts';
import { grids } from './grids/index.ts';
import { json } from './json/index.ts';
import { lines } from './lines/index.ts';
import { numberLines } from './number-lines/index.ts';
import type { Format } from './shared/format.ts';

/** Every format, in the order in which they are tried: the first that recognises the head has the file. */
export const FORMATS: readonly Format[] = [
  json as Format,
  csv as Format,
  lines as Format,
  numberLines as Format,
  grids as Format,
];

/** @throws RangeError if no format has this name */
export function formatOf({ format: name }: { readonly format: string }): Format {
  const format = FORMATS.find((candidate) => candidate.name === name);
  if (!format)
    throw new RangeError(`expected a format of ${FORMATS.map((f) => f.name).join(', ')}, got ${name}`);
  return format;
}
