// What is asked of both trees for each file, and what of the answers varies for good reasons.

import { FORMATS } from '../../core/formats/formats.ts';

/** A question about a file. Its arguments name the file `input`, with an ending. */
export interface Question {
  readonly name: string;
  /** @param input name of the file @returns undefined if the question does not suit the file */
  readonly args: (input: string, file: Uint8Array) => readonly string[] | undefined;
  /** The file that the command writes. */
  readonly result?: string;
  /** Whether standard output and error are JSON, an object a line. */
  readonly json?: true;
  /** Files of more bytes are not asked for. @default all */
  readonly most?: number;
  /** Whether it is asked although both trees refuse the file: the answer is not the same refusal. */
  readonly ofRefused?: true;
}

/** So that a puzzle that was altered costs a moment at most. */
const BUDGET = ['--budget', '2000'];
const ONE_THREAD = ['--concurrency', '1'];

/** Bytes of a text that is given as an argument or to the library. */
const TEXT = 4096;
/** Grading and canonical forms take milliseconds for each puzzle. */
const SLOW = 16 * 1024;

const solve = (name: string, result: string, ...flags: readonly string[]): Question => ({
  name: ['solve', ...flags].join(' ').replace(/ -o.*/, '') || name,
  args: (input) => ['solve', input, '-o', result, ...BUDGET, ...ONE_THREAD, ...flags],
  result,
});

/** The text of a file, if it is one and can be an argument. */
function textOf(file: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
    return text.includes('\0') || text.trim() === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Read as this format by the question about the option: another one for each file. */
const TEXT_FORMATS = FORMATS.filter(({ isBinary }) => !isBinary).map(({ name }) => name);

/** The first question decides whether both trees refuse the file. */
export const QUESTIONS: readonly Question[] = [
  { name: 'solve --dry-run', args: (input) => ['solve', '--dry-run', input] },
  solve('solve', 'solved'),
  {
    name: 'check',
    args: (input) => ['check', 'solved', '--against', input, ...BUDGET, ...ONE_THREAD],
  },
  {
    name: 'solve --dry-run --json',
    args: (input) => ['solve', '--dry-run', '--json', input],
    json: true,
  },
  {
    name: 'solve --json',
    args: (input) => ['solve', '--json', input, '-o', 'again', ...BUDGET, ...ONE_THREAD],
    json: true,
  },
  solve('', 'unique', '--solutions', 'unique'),
  solve('', 'all', '--solutions', 'all', '--limit', '3'),
  solve('', 'x', '--variant', 'x'),
  solve('', 'table.csv', '--output', 'csv'),
  solve('', 'table.jsonl', '--output', 'jsonl'),
  {
    name: 'solve --format',
    args: (input, file) => [
      ...['solve', input, '-o', 'format', ...BUDGET, ...ONE_THREAD],
      ...['--format', TEXT_FORMATS[file.reduce((sum, byte) => sum + byte, 0) % TEXT_FORMATS.length]!],
    ],
    result: 'format',
    ofRefused: true,
  },
  {
    name: 'grade',
    args: (input) => ['grade', input, '-o', 'grades.csv', ...ONE_THREAD],
    result: 'grades.csv',
    most: SLOW,
  },
  {
    name: 'canonical',
    args: (input) => ['canonical', input, '-o', 'forms.txt', ...ONE_THREAD],
    result: 'forms.txt',
    most: SLOW,
  },
  ...['lines.txt', 'puzzles.jsonl', 'puzzles.csv'].map((result) => ({
    name: `convert to ${result.slice(result.indexOf('.'))}`,
    args: (input: string) => ['convert', input, result],
    result,
  })),
  {
    name: 'convert --output boxes',
    args: (input) => ['convert', input, 'boxes.txt', '--output', 'boxes'],
    result: 'boxes.txt',
  },
  {
    name: 'dedupe',
    args: (input) => ['dedupe', '--exact', input, '-o', 'distinct', ...ONE_THREAD],
    result: 'distinct',
    most: SLOW,
  },
  {
    name: 'solve TEXT',
    args: (_, file) => {
      const text = textOf(file);
      // a short one could be the name of a file
      if (text === undefined || !/[\d.]{8}/.test(text) || text.length > 1000) return undefined;
      return ['solve', '-o', 'argument', ...BUDGET, ...ONE_THREAD, '--', text];
    },
    result: 'argument',
    most: 1000,
    ofRefused: true,
  },
  ...['parse', 'solve', 'solveText'].map((call) => ({
    name: `${call}(text)`,
    args: (_: string, file: Uint8Array) => {
      const text = textOf(file);
      return text === undefined ? undefined : [LIBRARY, call, text];
    },
    json: true as const,
    most: TEXT,
    ofRefused: true as const,
  })),
];

/** In place of a command: a call of the library. */
export const LIBRARY = '(library)';

/** What a tree answers. */
export interface Answer {
  /** The exit code, or how it ended instead: `hung`, `crashed`. */
  readonly exit: string;
  readonly stdout: string;
  readonly stderr: string;
  /** The content of the result; undefined if there is none. */
  readonly result?: Uint8Array | undefined;
}

/** Members of reports that differ from run to run. */
const VARYING = new Set([
  'seconds',
  'secondsLeft',
  'milliseconds',
  'puzzlesPerSecond',
  'date',
  'version',
  'machine',
]);

/**
 * Removes what differs from run to run, and what the user wants to be left out.
 * @param tree where the code is, as stacks of errors name it
 */
export function scrubbed(
  { exit, stdout, stderr, result }: Answer,
  json: boolean,
  tree: string,
  leftOut: readonly RegExp[] = [],
): Answer {
  const clean = (text: string) =>
    leftOut.reduce((rest, pattern) => rest.replace(pattern, ''), json ? members(text) : words(text, tree));
  return { exit, stdout: clean(stdout), stderr: clean(stderr), result };
}

function words(text: string, tree: string): string {
  return (
    text
      .replaceAll(tree, '')
      .split('\n')
      .filter((line) => !/^ {4}at .*:\d+:\d+\)?$/.test(line))
      .filter((line) => !/^[\d,]+ puzzles?( · [\d,]+ solutions?)? · [\d,]+\/s( · .* left)?$/.test(line))
      // check prints progress in the form of its summary, which is the last line
      .filter(
        (line, i, all) => !/^[\d,]+ records: /.test(line) || !/^[\d,]+ records: /.test(all[i + 1] ?? ''),
      )
      .map((line) => line.replace(/ · (\d+ h )?[\d.]+ (s|min)( · [\d,]+\/s)?$/, ''))
      .join('\n')
  );
}

/** Objects, one a line, as a line for each member, which shows better where two differ. */
function members(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        return [line];
      }
      return (value as { event?: unknown } | null)?.event === 'progress' ? [] : linesOf(value, '');
    })
    .join('\n');
}

function linesOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} = ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, member]) =>
    VARYING.has(name) ? [] : linesOf(member, path === '' ? name : `${path}.${name}`),
  );
}
