import { expect, test } from 'vitest';
import {
  HEAD_BYTES,
  openFile,
  type PartialOptions,
  planFile,
  RejectedFile,
} from '../../../core/files/index.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const MB = 1024 * 1024;

/** Milliseconds: a hundred times the usual time of each test. */
const LONG_ENOUGH = 10_000;

/** A file that starts with `front` and repeats a text up to 1 MB. */
const file = (front: string, repeated: string) => front + repeated.repeat(Math.ceil(MB / repeated.length));

/** Reads a file. @returns the bytes read, or the reason for which it is rejected */
function read(text: string, given: PartialOptions): number | string {
  const bytes = Buffer.from(text, 'latin1');
  const head = bytes.subarray(0, HEAD_BYTES);
  try {
    const plan = planFile({ head, complete: head.length === bytes.length, name: 'puzzles', given: [given] });
    const solver = openFile(plan, { maxBudget: 0 });
    for (const _ of solver.push(bytes));
    for (const _ of solver.end());
    return solver.consumed;
  } catch (error) {
    if (error instanceof RejectedFile) return error.message;
    throw error;
  }
}

// with an algorithm that takes quadratic time, each of these would exceed the time limit of a test
test.each<[string, string, string, PartialOptions?]>([
  ['marks of options in one line', `${P}\n# `, '#!'],
  ['marks of options in the first line', '# ', '#!'],
  ['marks after blanks', `${P}\n`, `${' '.repeat(1000)}#!`],
  ['lines of options', `#! sudoku\n${P}\n`, '#! sudoku\n'],
  ['lines of options with blanks', `#! sudoku\n${P}\n`, `#! sudoku${' '.repeat(980)}\n`],
  ['lines that look like options', `${P}\n`, `#! sudoku${' '.repeat(980)}x\rx\n`],
  ['blanks in one line', `${P}\n`, ' '],
  ['a puzzle without an end', `${P}\n`, '12'],
  ['fields of a line', `${P},${S}\n`.repeat(3), ' ,'],
  ['empty fields', `id,puzzle\n1,${P}\n`, ','],
  ['quotes', `id,puzzle\n1,${P}\n`, '"'],
  ['quotes that open in each line', `id,puzzle,note\n1,${P},"a\nb"\n`, `1,${P},"a\n`],
  ['quotes that no line closes', `id,puzzle,note\n1,${P},"a\nb"\n`, '""a\n'],
  ['bars', `|1|2|\n|34|12|\n`, '|', { format: 'grids' }],
  ['rules', `12|34\n34|12\n--+--\n21|43\n43|21\n\n`, '-+-', { format: 'grids' }],
  ['rows of a grid without an end', '1234\n3412\n2143\n4321\n\n1', ' .', { format: 'grids' }],
  ['grids of blank cells', '1 3 \n3 1 \n2 4 \n4 2 \n\n', ' ', { format: 'grids' }],
  ['brackets', `["${P}",`, '['],
  ['brackets that close', `["${P}",`, '],'],
  ['objects that do not close', `{"puzzle":"${P}"}\n`, '{"a":'],
  ['escapes', `["${P}",`, '\\"'],
  ['white space in an array', `["${P}",`, ' '],
  ['members', `[{"id":1,"puzzle":"${P}"},{`, '"a":1,'],
  ['bars before a marker', `${P}\n`, '| '],
  ['text after a marker', `${P}\ninvalid`, '-invalid'],
  ['numbers', '1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 0\n'.repeat(3), '1 '],
])(
  '1 MB of %s is read or rejected in linear time',
  (_, front, repeated, given = {}) => {
    const text = file(front, repeated);
    const outcome = read(text, given);
    if (typeof outcome === 'number') expect(outcome).toBe(text.length);
    else expect(outcome).toMatch(/expected/);
  },
  LONG_ENOUGH,
);

test(
  'plans JSON with thousands of members, each of which has a puzzle',
  () => {
    const members = Array.from({ length: 5000 }, (_, i) => `"month ${i}":{"grid":"${P}","other":"${P}"}`);
    const text = `{"data":{${members.join()}}}`;
    expect(read(text, {})).toBe(text.length);
  },
  LONG_ENOUGH,
);
