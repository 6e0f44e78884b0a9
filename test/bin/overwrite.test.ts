import { spawn } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended, lines, made, SCRIPT, sudoku, temporaryDirectory } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';

const { puzzles, solutions } = made(3);
const PUZZLES = lines(puzzles);

/** Creates a directory with puzzles in `in.txt`, `in/a.txt`, `in/b.txt` and `in/report.html`, and an empty directory `out`. */
function folder(): string {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'in'));
  mkdirSync(join(cwd, 'out'));
  for (const name of ['in.txt', 'in/a.txt', 'in/b.txt', 'in/report.html']) {
    writeFileSync(join(cwd, name), PUZZLES);
  }
  linkSync(join(cwd, 'in.txt'), join(cwd, 'hard.txt'));
  symlinkSync('in', join(cwd, 'linked'));
  return cwd;
}

/** The content of every file. */
function contents(cwd: string): Record<string, string> {
  const entries = readdirSync(cwd, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((path) => [path.slice(cwd.length + 1), readFileSync(path, 'utf8')]));
}

describe('refuses an output, and writes nothing, if it', () => {
  test.each<[string, string[], string]>([
    [
      'is the input: the page of solve',
      ['solve', 'in.txt', '--report', 'in.txt'],
      'in.txt: cannot write the page of reports: it is an input',
    ],
    [
      'is the input by a hard link',
      ['solve', 'in.txt', '-o', 'hard.txt'],
      'hard.txt: cannot write the result of in.txt: it is the input in.txt',
    ],
    [
      'is a file in the input directory',
      ['solve', 'in', '-o', 'in/b.txt'],
      'in/b.txt: cannot write the result: it is an input',
    ],
    [
      'is an input by a link to its directory',
      ['solve', 'in', '-o', 'linked/'],
      'linked/a.txt: cannot write the result of in/a.txt: it is the input in/a.txt',
    ],
    [
      'is another output: result and page',
      ['solve', 'in.txt', '-o', 'r.html', '--report', 'r.html'],
      'r.html: cannot write the page of reports: the result of in.txt goes there, too',
    ],
    [
      'is another output: result and page on standard output',
      ['solve', 'in.txt', '--report', '-'],
      'standard output: cannot write the page of reports: the result of in.txt goes there, too',
    ],
    [
      'is another output: result and page in one directory',
      ['solve', 'in', '-o', 'out', '--report', 'out/a.txt'],
      'out/a.txt: cannot write the page of reports: the result of in/a.txt goes there, too',
    ],
    [
      'is the input: ratings',
      ['grade', 'in.txt', '-o', './in.txt'],
      './in.txt: cannot write the ratings of in.txt: it is the input in.txt',
    ],
    [
      'is the input: the page of report',
      ['report', 'in.txt', '-o', 'in.txt'],
      'in.txt: cannot write the page of reports: it is an input',
    ],
    [
      'is the input: results of local',
      ['local', 'in/a.txt', '--out', 'in'],
      'in/a.txt: cannot write the result of a.txt: it is an input',
    ],
    [
      'is another output: a result and the page of local',
      ['local', 'in', '--out', 'out'],
      'out/report.html: cannot write the page of reports: the result of report.html goes there, too',
    ],
    [
      'is a file instead of a directory',
      ['local', 'in', '--out', 'in.txt'],
      'in.txt: cannot be written: expected a directory, got the file in.txt',
    ],
    [
      'is a file instead of a directory for results',
      ['solve', 'in.txt', '-o', 'in/a.txt/'],
      'in/a.txt/: cannot be written: expected a directory, got the file in/a.txt',
    ],
  ])('%s', async (_, args, message) => {
    const cwd = folder();
    const before = contents(cwd);
    const { code, stdout, stderr } = await sudokuHere(args, { cwd });
    expect([code, stderr, stdout]).toEqual([2, `sudoku: ${message}\n`, '']);
    expect(contents(cwd)).toEqual(before);
  });

  test('is the target of an input that is a link', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'out/b.txt'), PUZZLES);
    symlinkSync('out/b.txt', join(cwd, 'link.txt'));
    const before = contents(cwd);
    const { code, stderr } = await sudoku(['solve', 'in/b.txt', 'link.txt', '-o', 'out'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      'sudoku: out/b.txt: cannot write the result of in/b.txt: it is the input link.txt\n',
    ]);
    expect(contents(cwd)).toEqual(before);
  });
});

test.each([
  ['in.txt', 'solve - -o in.txt < in.txt', 'in.txt: cannot write the result of -: it is the input -'],
  [
    'in.txt',
    'solve in.txt >> in.txt',
    'standard output: cannot write the result of in.txt: it is the input in.txt',
  ],
  ['in/b.txt', 'grade in >> in/b.txt', 'standard output: cannot write the ratings: it is the input in/b.txt'],
])('recognises %s as an input if the shell has opened it: %s', async (name, command, message) => {
  const cwd = folder();
  const shell = spawn('bash', ['-c', `"$0" "$1" ${command}`, process.execPath, SCRIPT], { cwd });
  const { code, stderr } = await ended(shell);
  expect([code, stderr]).toEqual([2, `sudoku: ${message}\n`]);
  expect(readFileSync(join(cwd, name), 'utf8')).toBe(PUZZLES);
});

describe('a link in the directory for results', () => {
  test.each([
    ['at the name of a result', 'a.txt', 'elsewhere.txt'],
    ['in place of a directory', 'sub', 'elsewhere'],
  ])('is not followed: %s', async (_, link, target) => {
    const cwd = folder();
    mkdirSync(join(cwd, 'in/sub'));
    mkdirSync(join(cwd, 'elsewhere'));
    writeFileSync(join(cwd, 'in/sub/a.txt'), PUZZLES);
    writeFileSync(join(cwd, 'elsewhere.txt'), 'precious');
    symlinkSync(`../${target}`, join(cwd, 'out', link));
    const { code, stderr } = await sudoku(['solve', 'in', '-q', '-o', 'out'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^sudoku: in\/\S+: out\/\S+: cannot be written: \S+ is a symbolic link$/m);
    expect(readFileSync(join(cwd, 'elsewhere.txt'), 'utf8')).toBe('precious');
    expect(readdirSync(join(cwd, 'elsewhere'))).toEqual([]);
    // the others are solved
    expect(readFileSync(join(cwd, 'out/b.txt'), 'utf8')).toBe(lines(solutions));
  });
});

test('writes a complete page to standard output if results go elsewhere', async () => {
  const { code, stdout } = await sudoku(['solve', 'in.txt', '-q', '-o', 'r.txt', '--report', '-'], {
    cwd: folder(),
  });
  expect(stdout.toString()).toMatch(/^<!doctype html>.*<\/html>\s*$/is);
  expect(code).toBe(0);
});

test('refuses a directory as standard input', async () => {
  for (const command of ['solve', 'grade', 'solve --dry-run']) {
    const shell = spawn('bash', ['-c', `"$0" "$1" ${command} - < in`, process.execPath, SCRIPT], {
      cwd: folder(),
    });
    const { code, stderr } = await ended(shell);
    expect([command, code, stderr.split('\n')[0]]).toEqual([
      command,
      2,
      'sudoku: -: cannot be read: it is a directory',
    ]);
  }
});

describe('a directory as input', () => {
  test('is read with its links, without hidden files; unreadable files are named, and the rest is solved', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'in/.DS_Store'), 'no puzzles');
    mkdirSync(join(cwd, 'in/.git'));
    writeFileSync(join(cwd, 'in/.git/config'), 'no puzzles');
    symlinkSync('.', join(cwd, 'in/loop'));
    symlinkSync('../in.txt', join(cwd, 'in/link.txt'));
    const first = await sudoku(['solve', 'in', '-q', '-o', 'out'], { cwd });
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['a.txt', 'b.txt', 'link.txt', 'report.html']);
    const checked = await sudoku(['check', 'out', '--against', 'in'], { cwd });
    expect([checked.code, checked.stderr]).toEqual([0, '12 records: 12 right, 0 wrong\n']);

    symlinkSync('nowhere', join(cwd, 'in/dangling.txt'));
    const second = await sudoku(['solve', 'in', '-q', '-o', 'out'], { cwd });
    expect([second.code, second.stderr]).toEqual([
      2,
      'sudoku: in/dangling.txt: cannot be read: no such file or directory\n',
    ]);
    const graded = await sudoku(['grade', 'in', '-q', '-o', 'graded/'], { cwd });
    expect([graded.code, graded.stderr]).toEqual([second.code, second.stderr]);
    const compared = await sudoku(['check', 'out', '--against', 'in', '-q'], { cwd });
    expect([compared.code, compared.stderr]).toEqual([second.code, second.stderr]);
  });

  test.skipIf(process.platform === 'win32')(
    'what may not be read is named, and the rest solved',
    async () => {
      const cwd = folder();
      // the superuser can read everything, so the command runs as another user
      const isSuperuser = process.getuid?.() === 0;
      const user = isSuperuser ? { uid: 65534, gid: 65534 } : {};
      chmodSync(cwd, 0o755);
      mkdirSync(join(cwd, 'in/closed'));
      chmodSync(join(cwd, 'in/closed'), 0);
      chmodSync(join(cwd, 'in/b.txt'), 0);
      const run = (args: readonly string[]) =>
        ended(spawn(process.execPath, [SCRIPT, ...args], { cwd, ...user }));
      const { code, stderr, stdout } = await run(['solve', 'in', '-q']);
      expect([code, stdout.toString()]).toEqual([2, lines([...solutions, ...solutions])]);
      expect(stderr).toBe(
        'sudoku: in/b.txt: cannot be read: permission denied\n' +
          'sudoku: in/closed: cannot be read: permission denied\n',
      );
      if (!isSuperuser) chmodSync(join(cwd, 'in/closed'), 0o700); // to be removed
    },
  );

  test.each([
    [
      'report in -o page.html',
      'sudoku: in/a.txt: cannot be read: no such file or directory\n' +
        'sudoku: in: expected files that end in .report.json, got none\n',
    ],
    ['local in --out out', 'sudoku: in/a.txt: cannot be read: no such file or directory\n'],
  ])('in which nothing can be read ends with its reasons: %s', async (command, reasons) => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'in'));
    symlinkSync('nowhere', join(cwd, 'in/a.txt'));
    const { code, stdout, stderr } = await sudoku(command.split(' '), { cwd });
    expect([code, stdout.toString(), stderr]).toEqual([2, '', reasons]);
    expect(readdirSync(cwd)).toEqual(['in']);
  });

  test('an unreadable report does not affect the others on the page', async () => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'in'));
    writeFileSync(join(cwd, 'a.txt'), PUZZLES);
    const { stderr } = await sudoku(['solve', 'a.txt', '--json'], { cwd });
    writeFileSync(join(cwd, 'in/a.report.json'), stderr.split('\n').find((line) => line.includes('"file"'))!);
    symlinkSync('nowhere', join(cwd, 'in/b.report.json'));
    const made = await sudoku(['report', 'in', '-o', 'page.html'], { cwd });
    expect([made.code, made.stderr]).toEqual([
      2,
      'sudoku: in/b.report.json: cannot be read: no such file or directory\n',
    ]);
    expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toContain('a.txt');
  });

  test('hidden files are read if they are arguments', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, '.hidden.txt'), PUZZLES);
    const { code, stdout } = await sudoku(['solve', '.hidden.txt', '-q'], { cwd });
    expect([code, stdout.toString()]).toEqual([0, lines(solutions)]);
  });
});
