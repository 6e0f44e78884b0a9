// Results of random documents: `check` finds no fault in them, and finds each change of a byte, wherever it is.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, test } from 'vitest';
import { checkResult } from '../../../bin/check/check-result.ts';
import { UsageError } from '../../../bin/cli/exit.ts';
import { rangesOf, solveRanges } from '../../../core/files/index.ts';
import { writeHeader } from '../../../core/formats/npy/header.ts';
import { unzip, zipOf } from '../../core/files/zip/archives.ts';
import fc from '../../property.ts';
import { lines, made, NO_SOLUTION } from '../command-line.ts';
import { sudokuHere } from '../in-this-process.ts';

const { puzzles } = made(4);
const cwd = mkdtempSync(join(tmpdir(), 'sudoku-test-'));
afterAll(() => rmSync(cwd, { recursive: true }));

/** Writes a file for a command. */
function file(name: string, bytes: string | Uint8Array): string {
  const path = join(cwd, name);
  writeFileSync(path, bytes);
  return path;
}

/** The result of a file in memory. */
async function solved(bytes: Uint8Array): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let head: Uint8Array | undefined;
  await solveRanges(
    rangesOf(bytes),
    (piece) => void pieces.push(Uint8Array.from(piece)),
    {},
    'a',
    async (front) => {
      head = Uint8Array.from(front);
    },
  );
  const result = Buffer.concat(pieces);
  if (head) result.set(head);
  return result;
}

/** What a check finds: the faults, or that the result cannot be read. */
async function faults(result: Uint8Array, against: Uint8Array): Promise<readonly string[]> {
  try {
    const { problems } = await checkResult(file('result', result), file('puzzles', against), {}, 0);
    return problems.map(({ reason }) => reason);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error.message];
  }
}

const words = fc.stringMatching(/^[A-Za-z][a-z ]{0,11}[a-z]$/);
const puzzle = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...puzzles) }, fc.constant(NO_SOLUTION));
/** A value of another program: a link, numbers, nested JSON, a date. */
const other = fc.oneof(
  words,
  fc.integer({ min: -9, max: 99_999 }),
  fc.webUrl(),
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }),
  fc.record({ by: words, tags: fc.array(words, { maxLength: 3 }) }),
  fc.constantFrom(null, true, 1.5, '2026-11-26T12:00:00Z', '{"a": [1, 2]}'),
);
const others = fc.dictionary(fc.constantFrom('name', 'note', 'meta', 'source', 'page'), other, {
  maxKeys: 4,
});
const lineEnd = fc.constantFrom('\n', '\r\n');
const records = fc.array(fc.tuple(puzzle, others), { minLength: 1, maxLength: 4 });
const spaced = fc.constantFrom(undefined, 1, '\t');

const inFields = (row: readonly unknown[], sign: string) =>
  row
    .map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))
    .map((text) => (/["\n\r]/.test(text) || text.includes(sign) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(sign);

/** Documents with known puzzles, other values and comments. */
const documents = fc.oneof(
  fc
    .tuple(fc.array(fc.tuple(puzzle, words), { minLength: 1, maxLength: 4 }), lineEnd)
    .map(([rows, end]) => rows.map(([text, note]) => `# ${note}${end}${text}${end}`).join('')),
  fc
    .tuple(fc.array(fc.tuple(puzzle, words), { minLength: 1, maxLength: 3 }), lineEnd)
    .map(([rows, end]) =>
      rows.map(([text, note]) => `# ${note}${end}${text.match(/.{9}/g)!.join(end)}${end}`).join(end),
    ),
  fc
    .tuple(records, lineEnd, fc.constantFrom(',', ';', '\t', '|'))
    .map(([rows, end, sign]) =>
      [
        ['id', 'puzzle', 'note', 'source'],
        ...rows.map(([text, { note, source }], i) => [i, text, note ?? '', source ?? 0]),
      ]
        .map((row) => inFields(row, sign) + end)
        .join(''),
    ),
  records.map((rows) => rows.map(([text, all]) => `${JSON.stringify({ ...all, puzzle: text })}\n`).join('')),
  fc
    .tuple(records, others, spaced)
    .map(([rows, around, space]) =>
      JSON.stringify(
        { ...around, puzzles: rows.map(([text, all]) => ({ quiz: text, ...all })) },
        null,
        space,
      ),
    ),
  fc
    .tuple(fc.array(puzzle, { minLength: 1, maxLength: 3 }), words)
    .map(([all, name]) => `# ${name}\ngrids = [\n${all.map((text) => `    "${text}",\n`).join('')}]\n`),
);

test('a change of any byte of a result is found', async () => {
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.nat(),
      fc.constantFrom('set', 'delete', 'insert'),
      fc.integer({ min: 32, max: 126 }),
      async (text, place, kind, code) => {
        const document = Buffer.from(text);
        const result = await solved(document);
        expect(await faults(result, document)).toEqual([]);
        const at = place % result.length;
        const [before, after] = [result.subarray(0, at), result.subarray(kind === 'insert' ? at : at + 1)];
        const changed = Buffer.concat([before, Buffer.from(kind === 'delete' ? [] : [code]), after]);
        if (!changed.equals(result)) expect(await faults(changed, document)).not.toEqual([]);
      },
    ),
    { numRuns: 240 },
  );
}, 120_000);

test('a change of any byte of an array is found', async () => {
  const cells = Buffer.from(puzzles.join('').replaceAll('.', '0'), 'latin1').map((code) => code - 48);
  const array = Buffer.concat([writeHeader('|u1', [4, 81]), cells]);
  const result = await solved(array);
  expect(await faults(result, array)).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.nat(result.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(result);
      changed[at]! ^= change;
      expect(await faults(changed, array)).not.toEqual([]);
    }),
    { numRuns: 80 },
  );
});

/** A Parquet file with a column beside the puzzles, and another one of lists. */
function parquetOf(rows: readonly { note: string; tags: readonly string[] }[], name = 'note'): Uint8Array {
  const columnData = [
    { name: 'puzzle', data: rows.map((_, i) => puzzles[i % 4]!), type: 'STRING' as const },
    { name, data: rows.map(({ note }) => note), type: 'STRING' as const },
    { name: 'tags', data: rows.map(({ tags }) => tags), type: 'JSON' as const },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

test('a change of a value, a name or a type in Parquet is found, with the name of its column', async () => {
  const row = fc.record({ note: words, tags: fc.array(words, { maxLength: 3 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 9 }),
      fc.nat(),
      words,
      async (rows, n, note) => {
        const file = parquetOf(rows);
        expect(await faults(await solved(file), file)).toEqual([]);
        const others = rows.map((own, i) => (i === n % rows.length ? { ...own, note } : own));
        const found = await faults(await solved(parquetOf(others)), file);
        if (note === rows[n % rows.length]!.note) expect(found).toEqual([]);
        else expect(found).toEqual([expect.stringMatching(/^expected ".*", got ".*", in note$/)]);
        const renamed = await faults(await solved(parquetOf(rows, 'remark')), file);
        expect(renamed).toContain('expected the column "note" (text), got the column "remark" (text)');
      },
    ),
    { numRuns: 40 },
  );
});

test('the files in archives are compared one by one, also those that are no puzzles', async () => {
  const [one, two] = [`# one\n${puzzles[0]}\n`, `id,puzzle\n7,${puzzles[1]}\n`];
  const archive = [
    { name: 'sets/one.txt', content: one },
    { name: 'two.csv', content: two },
    { name: 'README', content: 'about\n' },
  ];
  file('sets.zip', zipOf(archive));
  await sudokuHere(['solve', '-q', 'sets.zip', '-o', 'solved.zip'], { cwd });
  const check = async (...args: string[]) => sudokuHere(['check', ...args, '--against', 'sets.zip'], { cwd });
  expect(await check('solved.zip')).toMatchObject({ code: 0, stderr: '2 records: 2 right, 0 wrong\n' });

  const files = unzip(readFileSync(join(cwd, 'solved.zip')));
  const changed = Array.from(files, ([name, content]) => ({
    name,
    content: content.toString().replace('about', 'About').replace('# one', '# One').replace('\n7,', '\n8,'),
  }));
  file('changed.zip', zipOf(changed));
  const found = await check('changed.zip');
  expect(found.code).toBe(1);
  expect(found.stderr.split('\n')).toEqual([
    'changed.zip/sets/one.txt:1: expected "# one\\n", got "# One\\n"',
    expect.stringMatching(/^changed\.zip\/two\.csv:2: expected "7,.*", got "8,.*", in id$/),
    'changed.zip/README:1: expected "about\\n", got "About\\n"',
    '2 records: 2 right, 0 wrong; 3 other lines changed',
    '',
  ]);

  const quiz = unzip(readFileSync(new URL('../../core/files/zip/fixtures/numpy.npz', import.meta.url)));
  file('arrays.npz', zipOf([{ name: 'mine.npy', content: quiz.get('quizzes.npy')! }]));
  const named = ['--puzzle', 'mine', 'arrays.npz'];
  await sudokuHere(['solve', '-q', ...named, '-o', 'solved.npz'], { cwd });
  const arrays = await sudokuHere(['check', 'solved.npz', '--against', 'arrays.npz', '--puzzle', 'mine'], {
    cwd,
  });
  expect(arrays).toMatchObject({ code: 0, stderr: '3 records: 3 right, 0 wrong\n' });

  file('other.zip', zipOf([...changed.slice(1), { name: 'new.txt', content: 'new\n' }]));
  const { code, stderr } = await check('other.zip');
  expect(code).toBe(2);
  expect(stderr).toContain('sudoku: other.zip: expected a file for sets.zip/sets/one.txt, got none\n');
  expect(stderr).toContain('sudoku: other.zip/new.txt: expected a file of this name in sets.zip, got none\n');
});

test('names a column that the header lacks by its number', async () => {
  const against = file('plain.txt', lines(puzzles));
  const result = join(cwd, 'plain.csv');
  await sudokuHere(['solve', '-q', against, '-o', result]);
  const { problems } = await checkResult(result, against, { output: 'csv', grade: true }, 0);
  expect(problems[0]).toEqual({
    line: 1,
    reason: expect.stringMatching(/hardest\\n", got .*, in column 6$/),
  });
});
