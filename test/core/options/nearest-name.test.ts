import { describe, expect, test } from 'vitest';
import { RECORD_MEMBERS } from '../../../core/formats/rules/members.ts';
import { editDistance, suggestedName } from '../../../core/options/nearest-name.ts';
import { RULES_OF_PUZZLES } from '../../../core/options/tried-words.ts';

test.each([
  ['solve', 'solve', 0],
  ['slove', 'solve', 1],
  ['limt', 'limit', 1],
  ['cluse', 'clues', 1],
  ['', 'abc', 3],
])('%j is %j after %i changes of letters', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});

describe('a word stands for', () => {
  const FLAGS = ['solutions', 'solutions=unique', 'limit', 'concurrency', 'grade', 'upload-bucket'];
  test.each([
    ['a name in another case', 'LIMIT', FLAGS, 'limit'],
    ['a misspelt name', 'limt', FLAGS, 'limit'],
    ['a name that people use for it', 'threads', FLAGS, 'concurrency'],
    ['what a part of it stands for', 'max-threads', FLAGS, 'concurrency'],
    ['what it stands for without num', 'nthreads', FLAGS, 'concurrency'],
    ['a value of a name', 'unique', FLAGS, 'solutions=unique'],
    ['the beginning of a name', 'concur', FLAGS, 'concurrency'],
    ['a part of a name', 'bucket', FLAGS, 'upload-bucket'],
    ['the first of several names', 'difficulty', FLAGS, 'grade'],
    ['that which exists of several names', 'difficulty', ['er', 'clues'], 'er'],
    ['a command with flags', 'serve', ['solve', 'local', 'local --serve'], 'local --serve'],
    ['nothing', 'zebra', FLAGS, undefined],
    ['nothing if it is short and no synonym', 'li', FLAGS, undefined],
    ['nothing if the name does not exist here', 'threads', ['limit'], undefined],
    ['nothing of an object', 'constructor', FLAGS, undefined],
  ])('%s: %s', (_, word, names, expected) => {
    expect(suggestedName(word, names)).toBe(expected);
  });
});

test('the rules of puzzles that people name are members of records', () => {
  for (const name of RULES_OF_PUZZLES) expect(RECORD_MEMBERS).toContain(name);
});
