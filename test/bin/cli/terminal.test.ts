import type { WriteStream } from 'node:tty';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { textReporter } from '../../../bin/cli/reporter.ts';
import { isScreen, liveLine, ProgressLog, printable, StatusLine } from '../../../bin/cli/terminal.ts';
import { sudoku } from '../command-line.ts';

const ESCAPE = '\x1b';

/** A terminal that records its output. */
function terminal(): WriteStream & { written: string } {
  const stream = {
    isTTY: true,
    columns: 80,
    written: '',
    write(text: string) {
      stream.written += text;
      return true;
    },
    cursorTo: (column: number) => stream.write(`${ESCAPE}[${column + 1}G`),
    clearLine: () => stream.write(`${ESCAPE}[K`),
  };
  return stream as unknown as WriteStream & { written: string };
}

const progress = {
  bytes: 1,
  totalBytes: 2,
  puzzles: 1,
  solutions: 1,
  puzzlesPerSecond: 1,
  seconds: 1,
  secondsLeft: 1,
};

/** The displays that overwrite their own line. */
const WRITERS: Record<string, (stream: WriteStream) => void> = {
  'the progress of solve': (stream) => {
    const reporter = textReporter(() => stream);
    const stop = reporter.follow(() => progress);
    vi.advanceTimersByTime(10_000);
    stop();
    reporter.note('a note');
    reporter.close();
  },
  'the progress of remote commands': (stream) => {
    const log = new ProgressLog(stream, false);
    log.progress('half');
    log.step('all');
    log.clear();
  },
  'a line that changes': (stream) => {
    const stop = liveLine(() => 'half', stream);
    vi.advanceTimersByTime(10_000);
    stop();
  },
};

describe.each(Object.entries(WRITERS))('%s', (_, write) => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  test('is overwritten on a terminal', () => {
    vi.stubEnv('TERM', 'xterm');
    const stream = terminal();
    write(stream);
    expect(stream.written).toContain(ESCAPE);
  });

  test('is written in lines, without escape sequences, if TERM is dumb', () => {
    vi.stubEnv('TERM', 'dumb');
    const stream = terminal();
    write(stream);
    expect(stream.written).toMatch(/\n$/);
    expect(stream.written).not.toContain(ESCAPE);
  });
});

describe('on a terminal that is typed into or printed to', () => {
  test('solve shows no progress', () => {
    vi.stubEnv('TERM', 'xterm');
    vi.useFakeTimers();
    for (const isShared of [true, false]) {
      const stream = terminal();
      const stop = textReporter(() => stream, false, isShared).follow(() => progress);
      vi.advanceTimersByTime(10_000);
      expect(stream.written === '').toBe(isShared);
      stop();
    }
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  test('a line that changes is not shown', () => {
    vi.stubEnv('TERM', 'xterm');
    vi.useFakeTimers();
    const stream = terminal();
    const stop = liveLine(() => 'half', stream, true);
    vi.advanceTimersByTime(10_000);
    stop();
    expect(stream.written).toBe('');
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
});

test('a status line is cut where it would wrap, and can be removed without a trace', () => {
  const stream = terminal();
  const line = new StatusLine(stream);
  line.show('x'.repeat(200));
  expect(stream.written).toBe(`${ESCAPE}[1G${'x'.repeat(79)}${ESCAPE}[0K`);
  line.clear();
  expect(stream.written.endsWith(`${ESCAPE}[1G${ESCAPE}[2K`)).toBe(true);
  const { length } = stream.written;
  line.clear();
  expect(stream.written).toHaveLength(length);
});

test('a stream that is not a terminal is not a screen', () => {
  expect(isScreen({ isTTY: false })).toBe(false);
});

test('printable text has the same lines, with control characters as escapes', () => {
  expect(printable('a\x1b[31m\n\x9b1m\x07\u202e')).toBe('a\\x1b[31m\n\\x9b1m\\x07\\u202e');
});

const RED = `${ESCAPE}[31mred`;

test.each([
  [['solve', RED]],
  [['solve', `--${RED}`]],
  [['solve', '--variant', RED]],
  [['solve', '--dry-run', RED]],
  [['solve', 'x', '--out', `${RED}/y`]],
  [['check', RED, '--against', RED]],
  [['grade', RED]],
  [['generate', '--clues', RED]],
  [['report', RED, '--out', RED]],
  [['local', RED]],
  [[RED]],
])('messages write control characters of arguments as escapes: %j', async (args) => {
  const { stdout, stderr, code } = await sudoku(args);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/\\(x1b|u001b)\[31mred|no such file/);
  expect(stdout.toString() + stderr).not.toContain(ESCAPE);
});
