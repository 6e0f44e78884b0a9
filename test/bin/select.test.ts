import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines, made, NO_SOLUTION, sudoku, temporaryDirectory } from './command-line.ts';

const { puzzles, solutions } = made(3);
const [A, B] = puzzles as [string, string];
const OPEN = solutions[0]!.replaceAll('1', '.').replaceAll('2', '.');
const EASY = `.${solutions[0]!.slice(1)}`;

const TABLE = `id,puzzle,er,source,note
1,${A},1.2,a,
2,${B},7.1,b,"x, y"
3,${OPEN},,a,late
4,${NO_SOLUTION},9.0,b,
`;

async function selected(where: string, input = TABLE, ...flags: string[]) {
  const { stdout, stderr, code } = await sudoku(['select', '--where', where, ...flags], { stdin: input });
  const ids = stdout.toString().split('\n').slice(1, -1);
  return { ids: ids.map((row) => row.split(',')[0]).join(''), stderr, code };
}

test.each([
  ['er>=1.2', '124'],
  ['er<7.1', '1'],
  ['er = 7.10', '2'],
  ['er', '124'],
  ['not er', '3'],
  ['source=a', '13'],
  ["source = 'a' and er > 1", '1'],
  ['source!=a or id=1', '124'],
  ['not (source=a or er>8)', '2'],
  ['source="a" and (er<1 or note=late)', '3'],
  ["note='x, y'", '2'],
  ['clues<=32', '124'],
  ['status=solved', '12'],
  ['status=no-solution', '4'],
  ['solutions=0', '4'],
  ['solutions>1', '3'],
  ['`id`<3 AND NOT id=1', '2'],
  ['id=clues', ''],
])('writes the records for which %s', async (where, expected) => {
  const { ids, stderr, code } = await selected(where);
  expect(ids, stderr).toBe(expected);
  expect(code).toBe(0);
});

test('says that no record meets the condition', async () => {
  const { stderr, code } = await selected('clues<3');
  expect([stderr, code]).toEqual(['4 puzzles: 0 selected, 4 others\n', 0]);
});

test.each([TABLE, `${A},1.2\n`, `# mine\n${TABLE}`])(
  'writes nothing if there is no such field',
  async (stdin) => {
    const { stdout, stderr, code } = await sudoku(['select', '--where', 'colour=red'], { stdin });
    expect([stdout.toString(), code]).toEqual(['', 2]);
    expect(stderr).toMatch(/^sudoku: --where: expected a field of standard input .*, got colour\n$/);
  },
);

const DIGITS = `id,puzzle,hash,code,n
1,${A.replaceAll('.', '0')},12345678901234567890,1e5,16
2,${B.replaceAll('.', '0')},12345678901234567891,100000,0x10
3,${OPEN.replaceAll('.', '0')},,0.0,-2.50
`;

test.each([
  // texts are compared as texts, numbers digit by digit
  [`puzzle="${A.replaceAll('.', '0')}"`, '1'],
  [`puzzle=${A.replaceAll('.', '0')}`, '1'],
  [`puzzle!="${A.replaceAll('.', '0')}"`, '23'],
  ['hash="12345678901234567890"', '1'],
  ['hash=12345678901234567890', '1'],
  ['hash>12345678901234567890', '2'],
  ['code="1e5"', '1'],
  ['code=100000', '12'],
  ['code=1e5', '12'],
  ['code>9.9e4', '12'],
  ['n=-25e-1', '3'],
  ['code="100000"', '2'],
  ['n=16', '1'],
  ['n="0x10"', '2'],
  ['n=-2.5', '3'],
  ['n="-2.5"', ''],
  ['n<-2.4', '3'],
  ['n>"0" and n<"1"', '2'],
  // numbers and texts may stand on the left
  ['15<n', '1'],
  ['"0x10"=n', '2'],
  ['id<n', '1'],
  ['id>n', '3'],
  ['hash=""', '3'],
  ['not code', '3'],
])('compares numbers and texts of digits: %s', async (where, expected) => {
  const { ids, stderr } = await selected(where, DIGITS);
  expect(ids, stderr).toBe(expected);
});

test.each([
  ['n="null"', '2'],
  ['n', '23'],
  ['n=""', '14'],
  ['n=null', '14'],
  ['n!=null', '23'],
  ['n!="x"', '1234'],
  ['hash=12345678901234567890', '3'],
  ['n="12"', '3'],
  ['big=12345678901234567000', '1'],
  ['big>12345678901234567000', '24'],
  ['big>0', '1234'],
])('null is no text, and numbers of JSON keep their digits: %s', async (where, expected) => {
  const members = [
    '"n":null,"hash":1,"big":12345678901234567e3',
    '"n":"null","big":1e400',
    '"n":12,"hash":12345678901234567890,"big":1e-30',
    '"hash":12345678901234567891,"big":12345678901234567001',
  ];
  const stdin = lines(members.map((member, i) => `{"id":${i + 1},"puzzle":"${A}",${member}}`));
  const { stdout } = await sudoku(['select', '--where', where], { stdin });
  expect(stdout.toString().replaceAll(/\{"id":(\d).*\n/g, '$1')).toBe(expected);
});

test('computes ratings and minimality of files without such columns', async () => {
  const stdin = lines([EASY, A]);
  const hard = await sudoku(['select', '--where', 'er<=1.0 and ed<=1'], { stdin });
  expect(hard.stdout.toString()).toBe(lines([EASY]));
  const redundant = await sudoku(['select', '--where', 'minimal=false and clues=80'], { stdin });
  expect(redundant.stdout.toString()).toBe(lines([EASY]));
  expect(redundant.stderr).toBe('2 puzzles: 1 selected, 1 other\n');
});

test.each([
  [
    'eer>3',
    'expected a field of standard input (id, puzzle, er, source, note, clues, status, solutions, minimal, ep, ed), got eer (did you mean er?)',
  ],
  ['er>', 'expected a field or a number at character 4 of "er>", got the end'],
  ['er=', 'expected a field, a number or a text at character 4 of "er=", got the end'],
  ['er>clus', 'expected a field of standard input (id, puzzle, er, source, note, clues'],
  ['24<=clus', 'expected a field of standard input (id, puzzle, er, source, note, clues'],
  ['clues => 24', 'expected >= at character 7 of "clues => 24", got =>'],
  ['er>1 && clues>2', 'expected and at character 6'],
  ['(er>1', 'expected ) at character 6 of "(er>1", got the end'],
  ['er>1 clues<2', 'expected and, or or the end at character 6 of "er>1 clues<2", got "clues"'],
  ['er>1;', 'expected a field, a number, a comparison, and, or, or not at character 5 of "er>1;", got ";"'],
  [
    'rating>3',
    'expected a field of standard input (id, puzzle, er, source, note, clues, status, solutions, minimal, ep, ed), got rating (did you mean er?)',
  ],
  [
    'status=sovled',
    'expected status to be one of solved, no-solution, not-unique, invalid, unsolved, unsupported, got sovled (did you mean solved?)',
  ],
  ["source='a", `expected ' at the end of "'a", got none`],
  [`${'('.repeat(200)}er${')'.repeat(200)}`, 'expected at most 100 nested conditions'],
])('refuses the condition %s, and says why', async (where, message) => {
  const { stderr, code } = await selected(where);
  expect(stderr).toContain(`sudoku: --where: ${message}`);
  expect(code).toBe(2);
});

test('reads members of JSON Lines, and treats text in a condition as data', async () => {
  const input = `{"puzzle":"${A}","tags":{"n":1},"constructor":"x"}\n{"puzzle":"${B}","level":3}\n`;
  const { stdout } = await sudoku(['select', '--where', 'constructor=x'], { stdin: input });
  expect(stdout.toString()).toBe(`${input.split('\n')[0]}\n`);
});

test('draws a sample in the order of the file, the same for a seed and different for another', async () => {
  const cwd = temporaryDirectory();
  const all = Array.from({ length: 500 }, (_, i) => `${i},${A},${i % 2}`);
  writeFileSync(join(cwd, 'a.csv'), `id,puzzle,side\n${lines(all)}`);
  const draw = async (...flags: string[]) => {
    const { stdout } = await sudoku(['select', 'a.csv', '--where', 'side=1', '--sample', '50', ...flags], {
      cwd,
    });
    return stdout
      .toString()
      .split('\n')
      .slice(1, -1)
      .map((row) => Number(row.split(',')[0]));
  };
  const [one, same, other] = await Promise.all([draw(), draw('--concurrency', '7'), draw('--seed', '2')]);
  expect(one).toHaveLength(50);
  expect(one!.every((id) => id % 2 === 1)).toBe(true);
  expect(one).toEqual(one!.toSorted((a, b) => a - b));
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
  expect(await draw('--sample', '1000')).toHaveLength(250);
  const short = await sudoku(['select', 'a.csv', '--where', 'side=1', '--sample', '1000'], { cwd });
  expect(short.stderr).toContain('--sample 1000: the condition holds for only 250 puzzles\n');
});

test('gives --where back to a condition without it', async () => {
  const { stderr, code } = await sudoku(['select', 'er>3', 'p.csv']);
  expect([code, stderr]).toEqual([2, "sudoku: expected files, got er>3 (did you mean --where 'er>3'?)\n"]);
});
