import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addressOf, examplesOf, optionHelp } from '../../../bin/cli/help.ts';
import { COMMANDS } from '../../../bin/commands/index.ts';
import { manPage } from '../../../bin/manual/man-page.ts';
import { programOf } from '../../../bin/program.ts';
import project from '../../../package.json' with { type: 'json' };
import { sudokuHere } from '../in-this-process.ts';

const program = await programOf(COMMANDS.values());
const all = [program, ...program.commands].map((command) => ({ name: command.name(), command }));

/** The command lines of an example, of which `|` connects several. */
const linesOf = (command: Command) =>
  examplesOf(command).flatMap(([, line]) => line.replace(/^source <\((.*)\)$/, '$1').split(' | '));

/** Parses a command line with the flags of its command, without running it. */
async function parse(line: string): Promise<void> {
  const [, ...args] = line.replace(/ > .*/, '').split(' ');
  const parsed = await programOf(COMMANDS.values());
  for (const command of parsed.commands) command.action(() => {});
  parsed.parse(args, { from: 'user' });
}

describe.each(all)('the help of $name', ({ command }) => {
  test('fits a terminal of 80 columns', async () => {
    const { stdout } = await sudokuHere(command === program ? ['--help'] : [command.name(), '--help']);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('ends with examples and the address of the documents', async () => {
    const args = command === program ? ['--help'] : [command.name(), '--help'];
    const { stdout } = await sudokuHere(args);
    const [does, line] = examplesOf(command)[0]!;
    expect(stdout).toContain(`Examples:\n  # ${does}\n  ${line}\n`);
    expect(stdout.endsWith(`\n\nDocumentation:\n  ${addressOf(command)}\n`)).toBe(true);
  });

  test.each(linesOf(command).filter((line) => !line.endsWith('--help')))(
    'shows a command line that is valid: %s',
    (line) => expect(parse(line)).resolves.toBeUndefined(),
  );
});

test('the help lists each command in a line, below the heading of its group', async () => {
  const { stdout } = await sudokuHere(['--help']);
  const groups = stdout
    .split('\n\n')
    .slice(0, -1)
    .filter((text) => /^\S.*:\n {2}\w/.test(text));
  expect(groups.map((text) => text.replaceAll(/\n {2}(\S+).*/g, ' $1'))).toEqual([
    'Solve and check: solve check report',
    'Make and rate: generate grade minimise canonical',
    'Sets of puzzles: select dedupe split augment audit',
    'Convert: convert',
    'Run on AWS: submit status watch cancel presign doctor redrive backfill local',
    'Other: completion help',
  ]);
  for (const line of groups.join('\n').matchAll(/^ {2}.*$/gm)) expect(line[0]).toMatch(/^ {2}\w+ +[A-Z]/);
});

test.each(['check', 'local', 'submit'])('the help of %s names the flags of solve in short', async (name) => {
  const { stdout } = await sudokuHere([name, '--help']);
  expect(stdout).toContain(
    `Options as in solve (see: sudoku solve --help):
  --variant, --solutions, --limit, --output, --explain, --grade, --canonical,
  --minimal, --alphabet, --format, --boxes, --regions, --puzzle, --ignore,
  --budget
`,
  );
  expect(stdout).not.toContain('--variant <names>');
});

test.each(program.commands.filter(({ options }) => options.some(({ short }) => short === '-q')))(
  '%s means the same by --quiet as all commands do',
  (command) => {
    expect(helpOf(command.name(), '--quiet')).toBe('print nothing but results and errors');
  },
);

/** The help of a flag. */
function helpOf(name: string, flag: string): string {
  const command = program.commands.find((each) => each.name() === name)!;
  return optionHelp(command.options.find(({ long }) => long === flag)!);
}

test.each([
  ['solve', '--limit', '(1 to 4294967295; default: 1000)'],
  [
    'solve',
    '--budget',
    '10,000,000 for classic and X to 9x9, else 1,000,000, or 100,000 above 25x25; more to count)',
  ],
  ['solve', '--concurrency', '(1 to 256; default: one per core)'],
  ['generate', '--size', '(4 to 36; default: 9)'],
  ['generate', '--seed', '(0 to 4294967295; default: 1)'],
  ['split', '--seed', '(0 to 4294967295; default: 0)'],
  ['minimise', '--budget', 'above 25x25; more to count)'],
  ['generate', '--er', '(1 to 9.9; default: any)'],
  ['generate', '--clues', '(1 to 1296; default: as few as possible)'],
  ['generate', '--symmetry', ': none, rotational, mirror or diagonal (default: none)'],
  ['check', '--against', '(required)'],
  ['submit', '--concurrency', '(1 to 256; default: 8)'],
  ['submit', '--out', '(default: out)'],
  ['status', '--interval', '(1 to 3600; default: 5)'],
  ['watch', '--since', '(0 to 525600; default: 0)'],
])('the help of %s %s shows the range and the default', (command, flag, facts) => {
  expect(helpOf(command, flag).endsWith(facts)).toBe(true);
});

test.each([
  [['slove'], "sudoku: unknown command 'slove' (did you mean solve?)\nSee: sudoku --help\n"],
  [
    ['solve', '--limt', '1'],
    "sudoku: unknown option '--limt' (did you mean --limit?)\nSee: sudoku solve --help\n",
  ],
  [['solve', '--limit'], "sudoku: option '--limit <n>' argument missing\nSee: sudoku solve --help\n"],
  [
    ['check', 'a'],
    "sudoku: required option '--against <puzzles>' not specified\nSuch as: sudoku check solved.txt --against puzzles.txt\nSee: sudoku check --help\n",
  ],
  [['generate', '--size', '3'], 'sudoku: --size: expected a whole number from 4 to 36, got "3"\n'],
  [['solve', '--limit', '0'], 'sudoku: --limit: expected a whole number from 1 to 4294967295, got "0"\n'],
  [
    ['generate', '--symmetry', 'y'],
    'sudoku: --symmetry: expected none, rotational, mirror or diagonal, got "y"\n',
  ],
  [
    ['generate', '--symmetry', 'rotation'],
    'sudoku: --symmetry: expected none, rotational, mirror or diagonal, got "rotation" (did you mean rotational?)\n',
  ],
  [['help', 'slove'], "sudoku: unknown command 'slove' (did you mean solve?)\n"],
  [['help', 'nope'], "sudoku: unknown command 'nope'\n"],
  [['help', 'minimize'], "sudoku: unknown command 'minimize' (did you mean minimise?)\n"],
  [['grade', '--output', 'y'], 'sudoku: --output: expected csv or jsonl, got "y"\n'],
  [['solve', '--output', 'y'], 'sudoku: --output: expected same, csv, jsonl, parquet or npy, got "y"\n'],
  [['local', '--serve', 'a.txt'], 'sudoku: --serve: expected no files, as it sends nothing, got a.txt\n'],
])('a mistake in the arguments %j is reported with its remedy', async (args, expected) => {
  const { stdout, stderr, code } = await sudokuHere(args);
  expect([stdout, stderr, code]).toEqual(['', expected, 2]);
});

describe('the man page', () => {
  const page = manPage(program);

  test('contains the commands, flags and examples of the help', () => {
    const plain = page.replaceAll('\\-', '-');
    for (const { command } of all.slice(1)) {
      expect(plain).toContain(`.SH SUDOKU ${command.name().toUpperCase()}\n`);
      for (const { flags } of command.options) expect(plain).toContain(`.B ${flags}\n`);
    }
    expect(plain).toContain('\nsudoku solve puzzles.txt -o solved.txt\n');
    expect(plain).toContain(`${addressOf(program)}\n`);
  });

  test('is part of the package, in a list: npm 11 ignores a single name', () => {
    expect(project.man).toEqual(['./dist/man/sudoku.1']);
  });

  test('writes text that roff would act upon as text', () => {
    const odd = new Command('odd').description(`.so /etc/passwd \\n "it's" …`);
    expect(manPage(odd)).toContain(`odd \\- .so /etc/passwd \\en \\(dqit\\(aqs\\(dq \\[u2026]\n`);
  });
});
