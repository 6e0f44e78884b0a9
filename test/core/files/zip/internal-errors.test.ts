// The net under the files of an archive.
import { afterEach, expect, test } from 'vitest';
import { InternalError } from '../../../../core/index.ts';
import { setFault } from '../../../fault-hook.ts';
import { zipOf } from './archives.ts';
import { lines, PUZZLE, SOLUTION, solveArchive, textsOf } from './solve-archive.ts';

afterEach(() => setFault(undefined));

const OTHER = PUZZLE.replace('5', '.');
const archive = zipOf([lines('a.txt'), lines('b.txt', { content: `${OTHER}\n${PUZZLE}\n` }), lines('c.txt')]);

test('a file of an archive that cannot be recognised because of a defect is copied, and the others are solved', async () => {
  setFault({ stage: 'recognise', text: OTHER });
  const { output, tally } = await solveArchive(archive);
  expect(textsOf(output)).toEqual({
    'a.txt': `${SOLUTION}\n`,
    'b.txt': `${OTHER}\n${PUZZLE}\n`,
    'c.txt': `${SOLUTION}\n`,
  });
  expect(tally).toMatchObject({
    puzzles: 2,
    internalErrors: 1,
    files: { solved: 2, rejected: 1 },
  });
});

test.each(['read', 'solve', 'write'] as const)(
  'a record of an archive that causes an error at the stage %s is invalid, and no other',
  async (stage) => {
    setFault({ stage, text: OTHER });
    const { output, tally } = await solveArchive(archive);
    expect(textsOf(output)).toEqual({
      'a.txt': `${SOLUTION}\n`,
      'b.txt': `${'invalid'.padEnd(81)}\n${SOLUTION}\n`,
      'c.txt': `${SOLUTION}\n`,
    });
    expect(tally).toMatchObject({ puzzles: 4, solved: 3, invalid: 1, internalErrors: 1 });
    expect(tally.problems).toMatchObject([{ file: 'b.txt', line: 1 }]);
  },
);

test('an archive of nothing but a file that a defect keeps from being recognised is not at fault', async () => {
  setFault({ stage: 'recognise', text: OTHER });
  const solving = solveArchive(zipOf([lines('b.txt', { content: `${OTHER}\n` })]));
  await expect(solving).rejects.toBeInstanceOf(InternalError);
});
