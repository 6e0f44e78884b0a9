// A zip archive. It holds files, each of its own format: a solver of the archive reads them.

import { members } from '../options/shape.ts';
import type { Format } from './shared/format.ts';

const refuse = (): never => {
  throw new RangeError('expected a file of puzzles, got a zip archive, which holds files');
};

export const zip: Format = {
  name: 'zip',
  isArchive: true,
  recognise: () => undefined,
  state: members<object>({}),
  splittable: () => false,
  holds: ['first', 'unique', 'count', 'all'],
  alphabets: () => [],
  reader: refuse,
  writer: refuse,
};
