import { describe, expect, test } from 'vitest';
import { answerDirectly, parseDirectEvent } from '../../lambda/direct.ts';
import { timesOf } from '../../lambda/invocation/time.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';
const SETTINGS = { defaults: { limit: 10 }, bounds: { limit: 10 } };
const EMPTY = '.'.repeat(81);
/** It takes guesses. */
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

const ask = async (event: unknown, remaining = 60_000) =>
  (await answerDirectly(parseDirectEvent(event), SETTINGS, timesOf(remaining))).answer;

describe('puzzles without a file', () => {
  test('as a text return the text of a result and the counts of a report', async () => {
    const answer = await ask({ puzzles: `# mine\n${PUZZLE}\n11${PUZZLE.slice(2)}\n` });
    expect(answer).toMatchObject({
      results: `# mine\n${SOLUTION}\n${'invalid'.padEnd(81)}\n`,
      format: 'lines',
      puzzles: 2,
      solved: 1,
      invalid: 1,
      problems: [{ line: 3, status: 'invalid' }],
    });
    expect(answer).not.toHaveProperty('statistics');
  });

  test('without a budget have at most the one that the owner allows', async () => {
    const event = parseDirectEvent({ puzzles: `${HARD}\n` });
    const settings = { defaults: {}, bounds: { budget: 1 } };
    const { answer } = await answerDirectly(event, settings, timesOf(60_000));
    expect(answer).toMatchObject({ unsolved: 1 });
  });

  test.each<[string, unknown[], unknown[]]>([
    ['strings', [PUZZLE, 'x'], [SOLUTION, 'invalid']],
    ['strings that are no puzzles', ['x', 'y'], ['invalid', 'invalid']],
    [
      'objects',
      [{ id: 7, puzzle: PUZZLE }],
      [{ id: 7, puzzle: PUZZLE, solution: SOLUTION, status: 'solved' }],
    ],
    ['grids', [['12.4', '34..', '2.43', '43.1']], [['1234', '3412', '2143', '4321']]],
  ])('as an array of %s return an array', async (_, puzzles, results) => {
    const answer = await ask({ puzzles });
    expect(answer.results).toMatchObject(results);
    expect(answer.results).toHaveLength(puzzles.length);
  });

  test('take the options of files', async () => {
    const rows = await ask({ puzzles: [PUZZLE], options: { output: 'jsonl', solutions: 'unique' } });
    expect(rows.results).toMatchObject([{ puzzle: PUZZLE, solution: SOLUTION, status: 'solved' }]);
    const counted = await ask({ puzzles: [EMPTY], options: { solutions: 'count', limit: 5 } });
    expect(counted.results).toMatch(/^number,puzzle,solution,status,count,guesses\n1,.*,solved,5\+,/);
  });
});

describe('a call that cannot be answered fails with a named error', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['nothing', null, 'InvalidEvent', /expected \{ "puzzles": \[…\] or "text".*got null/],
    ['another event', { body: '{}', path: '/' }, 'InvalidEvent', /got an object with body, path/],
    ['a misspelt member', { puzzles: PUZZLE, option: {} }, 'InvalidEvent', /puzzles, option/],
    [
      'puzzles of another kind',
      { puzzles: 7 },
      'InvalidEvent',
      /puzzles: expected a text or an array, got 7/,
    ],
    [
      'options of another kind',
      { puzzles: PUZZLE, options: [] },
      'InvalidEvent',
      /options: expected an object/,
    ],
    [
      'an array that is to be read as a text',
      { puzzles: [PUZZLE], options: { format: 'lines' } },
      'InvalidEvent',
      /options\.format: expected none, or json, for an array, got "lines"/,
    ],
    ['no puzzles', { puzzles: 'Bread, 2 loaves' }, 'RejectedFile', /expected puzzles, such as/],
    [
      'an option that is none',
      { puzzles: PUZZLE, options: { speed: 9 } },
      'OptionError',
      /^options: expected an option of variant/,
    ],
    [
      'a value that is none',
      { puzzles: PUZZLE, options: { limit: 0 } },
      'OptionError',
      /^options\.limit: expected a whole number/,
    ],
    [
      'more than the owner allows',
      { puzzles: PUZZLE, options: { limit: 11 } },
      'RejectedFile',
      /limit=10 or less, the maximum/,
    ],
    [
      'a result that is no text',
      { puzzles: [PUZZLE], options: { output: 'npy' } },
      'RejectedFile',
      /expected output=same, csv or jsonl in a direct call, whose results are text, got npy/,
    ],
    [
      'results of over 6 MB',
      { puzzles: [PUZZLE, 'x'.repeat(6_300_000)] },
      'ResultTooLarge',
      /less than 6291456 bytes, got/,
    ],
  ])('%s', async (_, event, name, message) => {
    const refused = await ask(event).catch((error: unknown) => error as Error);
    expect(refused).toMatchObject({ name, message: expect.stringMatching(message) });
  });

  test('puzzles that take too long', async () => {
    await expect(
      ask({ puzzles: `${EMPTY}\n`.repeat(1000), options: { solutions: 'unique' } }, 0),
    ).rejects.toThrow(expect.objectContaining({ name: 'OutOfTime' }));
  });
});
