// The comparison of two trees: what it removes from answers, which differences it finds, and which are of one kind.

import { expect, test } from 'vitest';
import { type Answer, QUESTIONS, scrubbed } from '../../checks/old-tree/commands.ts';
import { differencesOf, groupsOf, likeness } from '../../checks/old-tree/differences.ts';
import { alteredFiles, distinctFiles, drawnFiles } from '../../checks/old-tree/inputs.ts';

const NOTHING: Answer = { exit: '0', stdout: '', stderr: '' };
const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const S = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

test.each([
  ['4 puzzles: 4 solved · 0.1 s · 1,044/s', '4 puzzles: 4 solved'],
  ['4 puzzles: 4 solved · 2 h 3 min · 44/s', '4 puzzles: 4 solved'],
  ['0 records: 0 right, 0 wrong\n2 records: 2 right, 0 wrong', '2 records: 2 right, 0 wrong'],
  ['4 puzzles · 123/s · 3 s left\na.txt:1: invalid: expected', 'a.txt:1: invalid: expected'],
  ['Error: x\n    at f (file:///tree/bin/a.ts:1:2)\nfile /tree/core', 'Error: x\nfile /core'],
])('removes times, rates, progress and places in the code: %j', (stderr, expected) => {
  expect(scrubbed({ ...NOTHING, stderr }, false, '/tree').stderr).toBe(expected);
});

test('takes reports of JSON apart, without what varies', () => {
  const stderr = [
    { event: 'progress', puzzles: 1 },
    { event: 'file', problems: [{ line: 1 }], seconds: 3, date: 'now', machine: 'x' },
  ];
  const answer = { ...NOTHING, stderr: stderr.map((line) => JSON.stringify(line)).join('\n') };
  expect(scrubbed(answer, true, '/tree').stderr).toBe('event = "file"\nproblems.0.line = 1');
});

test('removes what the user leaves out', () => {
  const answer = { ...NOTHING, stdout: 'a: csv\n  where     in column quiz\n  alphabet  1-9\n' };
  expect(scrubbed(answer, false, '/tree', [/^ {2}where .*\n/gm]).stdout).toBe('a: csv\n  alphabet  1-9\n');
});

test('finds how answers differ: exit codes, reasons, plans and bytes', () => {
  const old = { ...NOTHING, result: Buffer.from(`# a\n${S}\n`) };
  const now = { ...NOTHING, exit: '1', stderr: 'a:2: invalid: x', result: Buffer.from('# a\ninvalid\n') };
  const found = differencesOf('a.txt', 'solve', [old, now], ['lines', 'lines']);
  expect(found).toMatchObject([
    { kind: 'exit', old: '0: ', new: '1: a:2: invalid: x', group: '0 → 1, lines' },
    { kind: 'reason', line: 1, old: '', new: 'a:2: invalid: x' },
    { kind: 'bytes', line: 2, old: S, new: 'invalid', group: 'lines: solution → invalid' },
  ]);
  expect(differencesOf('a.txt', 'solve', [old, old])).toEqual([]);
  const [plan] = differencesOf('a.txt', 'solve --dry-run', [
    { ...NOTHING, stdout: 'a: csv\n' },
    { ...NOTHING, stdout: 'a: csv\n  where\n' },
  ]);
  expect(plan).toMatchObject({ kind: 'plan', line: 2, old: '', new: '  where' });
});

test('reports a crash or a hang of one tree and nothing else', () => {
  const crashed = { exit: 'crashed', stdout: '', stderr: 'Error: x' };
  expect(differencesOf('a.txt', 'solve', [NOTHING, crashed])).toMatchObject([
    { kind: 'crash', new: 'crashed: Error: x' },
  ]);
});

test('a result that only one tree writes differs', () => {
  const found = differencesOf('a', 'solve', [NOTHING, { ...NOTHING, result: Buffer.of(1) }]);
  expect(found).toMatchObject([{ kind: 'bytes', old: 'no result', new: 'a result of 1 bytes' }]);
});

test('differences that differ only in numbers, cells and quotations are of one kind', () => {
  expect(likeness(`a:12: invalid: expected "x", got ${P}`)).toBe(
    likeness('a:3: invalid: expected "yz", got 1'.replace(/1$/, S)),
  );
  const of = (file: string, line: string) =>
    differencesOf(file, 'solve', [
      { ...NOTHING, stderr: line },
      { ...NOTHING, stderr: '' },
    ]);
  const groups = groupsOf([
    ...of('long-name', 'a:1: invalid: "x"'),
    ...of('b', 'a:12: invalid: "yy"'),
    ...of('b', 'unsupported'),
    ...differencesOf('c', 'solve', [NOTHING, { ...NOTHING, exit: '3' }]),
  ]);
  expect(groups.map(({ kind, files, example }) => [kind, files.length, example.file])).toEqual([
    ['exit', 1, 'c'],
    ['reason', 2, 'b'],
    ['reason', 1, 'b'],
  ]);
});

test('the same seed draws and alters the same files', () => {
  const files = drawnFiles(5, 3);
  expect(drawnFiles(5, 3)).toEqual(files);
  expect([...alteredFiles(files, 1, 20)]).toEqual([...alteredFiles(files, 1, 20)]);
  expect([...alteredFiles(files, 2, 20)]).not.toEqual([...alteredFiles(files, 1, 20)]);
  expect(distinctFiles([...files, ...files])).toEqual(distinctFiles(files));
});

test('questions have names of their own', () => {
  const names = QUESTIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
