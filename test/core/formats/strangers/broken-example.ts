import { readFileSync } from 'node:fs';
import { MAX_RECORD_BYTES } from '../../../../core/kernel/constants.ts';
import { exampleFiles } from '../../../example-files.ts';
import fc from '../../../property.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);

const examples = exampleFiles()
  .filter((name) => !/thousand|25x25|mixed|all-sizes|\.(gz|zst)$/.test(name))
  .map((name) => readFileSync(new URL(name, EXAMPLES)));

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
/** Runs of one byte to more than the longest record, short ones as often as long ones. */
const run = fc
  .tuple(fc.constantFrom('#', 'x', '1', '.', ' ', ',', '"', '\n', '[', '12.434..2.4343.1 '), place)
  .map(([text, power]) => text.repeat(Math.ceil((1.25 * MAX_RECORD_BYTES) ** power / text.length)));

const symbol = fc.oneof(
  fc.constantFrom(
    ...'.019A \n,;|"[{]}#-*=:'.split(''),
    '\r\n',
    '\n\n',
    '\r',
    'no-solution',
    '\\u0032',
    '─',
    '#!',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

const bit = fc.oneof({ arbitrary: symbol, weight: 19 }, { arbitrary: run, weight: 1 });

/** Examples of the project with up to six changes. */
export const brokenExamples: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom(...examples),
    fc.array(fc.tuple(place, fc.nat(9), bit), { minLength: 1, maxLength: 6 }),
  )
  .map(([example, changes]) =>
    changes.reduce<Buffer>((file, [where, length, text]) => {
      const at = Math.floor(where * file.length);
      return Buffer.concat([file.subarray(0, at), Buffer.from(text), file.subarray(at + length)]);
    }, example),
  );
