import { clearLine, cursorTo } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { type Progress, type Reporter, textReporter } from '../../../bin/cli/reporter.ts';
import { emptyTally, planFile, report, type Tally } from '../../../core/files/index.ts';
import { quote, visible } from '../../../core/formats/shared/bytes.ts';
import { lines, sudoku } from '../command-line.ts';

const progress = {
  puzzles: 1_234_567,
  solutions: 1_234_567,
  seconds: 2,
  puzzlesPerSecond: 617_283.4,
  bytes: 50,
  totalBytes: 200,
  secondsLeft: 6,
};

/** The text that is written to a terminal of this width, or to another stream. */
function written(
  columns: number | undefined,
  print: (reporter: ReturnType<typeof textReporter>) => void,
): string {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    isTTY: !!columns,
    columns,
    cursorTo: (column: number) => cursorTo(stream, column),
    clearLine: (direction: -1 | 0 | 1) => clearLine(stream, direction),
  });
  print(textReporter(() => stream as unknown as WriteStream));
  return (stream.read() as string | null) ?? '';
}

/** Has a reporter show progress once. */
function show(reporter: Reporter, current: Progress): void {
  vi.useFakeTimers();
  reporter.follow(() => current);
  vi.advanceTimersToNextTimer();
  vi.useRealTimers();
}

function solved(tally: Partial<Tally>) {
  const head = Buffer.from(`${'.'.repeat(81)}\n`);
  const plan = planFile({ head, complete: true, name: 'a.txt', given: [] });
  return report({ input: { key: 'a.txt' }, plan, tally: { ...emptyTally(), ...tally }, seconds: 1 });
}

test('shows progress on a terminal as a bar in one line, cut to its width', () => {
  const bar = written(120, (reporter) => show(reporter, progress));
  expect(stripVTControlCharacters(bar)).toBe(
    '██████░░░░░░░░░░░░░░░░░░ 25 % · 1,234,567 puzzles · 617,283/s · 6.0 s left',
  );
  expect(stripVTControlCharacters(written(40, (reporter) => show(reporter, progress)))).toHaveLength(39);
});

test('prints progress as a plain line elsewhere', () => {
  const line = written(undefined, (reporter) => show(reporter, progress));
  expect(line).toBe('5.0 s · 1,234,567 puzzles · 617,283/s · 6.0 s left\n');
});

test('omits the time left if the length of the input is unknown', () => {
  const endless = { ...progress, totalBytes: undefined, secondsLeft: undefined };
  expect(written(undefined, (reporter) => show(reporter, endless))).toBe(
    '5.0 s · 1,234,567 puzzles · 617,283/s\n',
  );
});

describe('while a hard puzzle is solved', () => {
  /** Lines of progress of a minute without a puzzle. */
  function minute(totalBytes: number | undefined, budget?: number): string {
    vi.useFakeTimers();
    let text = '';
    const stream = { isTTY: false, write: (piece: string) => (text += piece) } as unknown as WriteStream;
    const start = performance.now();
    const stuck = () => {
      const seconds = (performance.now() - start) / 1000;
      return { ...progress, puzzles: 0, solutions: 0, bytes: 0, secondsLeft: undefined, totalBytes, seconds };
    };
    const stop = textReporter(() => stream, false, false, budget).follow(stuck);
    vi.advanceTimersByTime(60_000);
    stop();
    vi.useRealTimers();
    return text;
  }

  test.each([
    ['its budget of', undefined],
    ['500,000', 500_000],
  ])('lines say the time and the budget, and become rarer: %s', (guesses, budget) => {
    const what = `0 puzzles · hard puzzles: each may take ${guesses} guesses (--budget)`;
    expect(minute(200, budget)).toBe(
      ['5.0 s', '10 s', '20 s', '40 s'].map((time) => `${time} · ${what}\n`).join(''),
    );
  });

  test('lines do not call puzzles hard that may still be read', () => {
    expect(minute(undefined)).toBe(
      ['5.0 s', '10 s', '20 s', '40 s'].map((time) => `${time} · 0 puzzles\n`).join(''),
    );
  });
});

test('prints the first ten problems in the format of compilers', () => {
  const problems = Array.from({ length: 100 }, (_, i) => ({
    line: i + 1,
    column: i === 0 ? 3 : 0,
    status: 'invalid' as const,
    reason: 'why',
    record: '1234',
  }));
  const text = written(undefined, (reporter) =>
    reporter.file(solved({ puzzles: 5000, invalid: 5000, problems })),
  );
  expect(text.split('\n').slice(0, 2)).toEqual(['a.txt:1:3: invalid: why', 'a.txt:2: invalid: why']);
  expect(text.split('\n').slice(9)).toEqual(['a.txt:10: invalid: why', 'a.txt: … and 4,990 more', '']);
});

test('mentions counts that stopped at the limit in the summary', async () => {
  const { stderr } = await sudoku(['solve', '--solutions', 'count', '--limit', '7'], {
    stdin: '................\n',
  });
  expect(stderr).toMatch(
    /^1 puzzle: 1 solved, 1 stopped at the limit of solutions \(--limit\) · 7 solutions · /,
  );
});

test('the summary has a rate of a hundred puzzles or more', async () => {
  const end = async (puzzles: number) => {
    const { stderr } = await sudoku(['solve'], { stdin: '12.434..2.4343.1\n'.repeat(puzzles) });
    return / · ([\d.]+) s( · [\d,]+\/s)?\n$/.exec(stderr)!;
  };
  const [, seconds, rate] = await end(2);
  // a second or more, on a busy machine, is enough for a rate, too
  if (Number(seconds) < 1) expect(rate).toBeUndefined();
  expect((await end(100))[2]).toBeDefined();
});

test('names the option that gives an unsolved puzzle more guesses', async () => {
  const { stderr } = await sudoku(['solve', '--budget', '0'], { stdin: lines(['.'.repeat(81)]) });
  expect(stderr).toContain(
    'unsolved: the search budget was spent first; the option budget (--budget) raises it\n',
  );
});

test('prints invisible characters of file names and quoted bytes as escapes', async () => {
  const { stderr } = await sudoku(['solve', 'a\x1b[31m\nb.txt'], {});
  expect(stderr).toBe('sudoku: a\\x1b[31m\\x0ab.txt: cannot be read: no such file or directory\n');
  expect(visible('a\u202eb')).toBe('a\\u202eb');
  expect(quote(Buffer.from('Grüße\x07'))).toBe('"Grüße\\u0007"');
  expect(quote(Buffer.from('Gr\xfc\xdfe\x80', 'latin1'))).toBe('"Grüße\\x80"');
  expect(quote(Buffer.from('ü'.repeat(30)))).toBe(`"${'ü'.repeat(20)}…"`);
});

test('the summary says where the puzzles are if no name does', async () => {
  const summaryOf = async (stdin: string, ...flags: string[]) => {
    const { stderr } = await sudoku(['solve', '-', '-o', '-', ...flags], { stdin });
    return stderr.split(' · ')[0];
  };
  const P = '12.434..2.4343.1';
  expect(await summaryOf(`id,q\n1,${P}\n`)).toBe('1 puzzle in column q: 1 solved');
  expect(await summaryOf(`[{"q":"${P}"},{"q":"${P}"}]`)).toBe('2 puzzles at [].q: 2 solved');
  expect(await summaryOf(`id,quiz\n1,${P}\n`)).toBe('1 puzzle: 1 solved');
  expect(await summaryOf(`id,q\n1,${P}\n`, '--puzzle', 'q')).toBe('1 puzzle: 1 solved');
  const [file] = (
    await sudoku(['solve', '-', '-o', '-', '--json'], { stdin: `id,q\n1,${P}\n` })
  ).stderr.split('\n');
  expect(JSON.parse(file!)).toMatchObject({ format: 'csv', places: ['q'], placesByShape: true });
});
