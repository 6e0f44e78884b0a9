import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  decompress,
  HEAD_BYTES,
  headBytes,
  headIn,
  MAX_HEAD_BYTES,
  openFile,
  planFile,
  RECOGNISED_BYTES,
  solveStream,
} from '../../../core/files/index.ts';

const P4 = '12.434..2.4343.1';
const S4 = '1234341221434321';

/** Comments and blank lines of `bytes` bytes. */
function comments(bytes: number): string {
  const lines = '# a comment, as long as a puzzle\n\n  \t\n% another\n// one more\n'.repeat(bytes / 50 + 1);
  return `${lines.slice(0, bytes - 1).replace(/[^\n]*$/, '')}`.padEnd(bytes - 1, '#').concat('\n');
}

/** Formats, files without the comments at their front, and the results of these files. */
const KINDS: readonly (readonly [format: string, rest: string, solved: string])[] = [
  ['lines', `${P4}\n`.repeat(3), `${S4}\n`.repeat(3)],
  [
    'csv',
    `id,puzzle,solution\n1,${P4},\n2,${P4},\n`,
    `id,puzzle,solution,status\n1,${P4},${S4},solved\n2,${P4},${S4},solved\n`,
  ],
  ['grids', `${P4.replace(/.{4}/g, '$&\n')}\n`.repeat(2), `${S4.replace(/.{4}/g, '$&\n')}\n`.repeat(2)],
];
const LENGTHS = [RECOGNISED_BYTES + 1, 150_000, 300_000, MAX_HEAD_BYTES - 1000];

describe.each(LENGTHS)('a file whose first record follows %i bytes of comments', (bytes) => {
  test.each(KINDS)('is recognised and solved: %s', (format, rest, solved) => {
    const front = comments(bytes);
    expect(front).toHaveLength(bytes);
    const file = Buffer.from(front + rest);
    const head = headIn(file);
    const plan = planFile({ head, complete: head.length === file.length, name: '', given: [] });
    expect(plan.format).toBe(format);
    const solver = openFile(plan);
    const output = Buffer.concat([...solver.push(file), ...solver.end()]).toString();
    expect(output === front + solved).toBe(true);
  });

  test('is recognised and solved if it is compressed', async () => {
    const [, rest, solved] = KINDS[1]!;
    const file = gzipSync(comments(bytes) + rest);
    const plan = planFile({ head: file, complete: true, name: '', given: [] });
    expect(plan.format).toBe('csv');
    const output: Uint8Array[] = [];
    await solveStream(plan, [file] as never, (piece) => void output.push(piece));
    const text: Uint8Array[] = [];
    for await (const piece of decompress('gzip', output)) text.push(piece);
    expect(Buffer.concat(text).toString() === comments(bytes) + solved).toBe(true);
  });
});

test('a file whose first record is beyond the largest head is rejected with the limit', () => {
  const file = Buffer.from(comments(MAX_HEAD_BYTES) + P4);
  const head = headIn(file);
  expect(head).toHaveLength(MAX_HEAD_BYTES);
  expect(() => planFile({ head, complete: false, name: '', given: [] })).toThrow(
    /got nothing but comments in the first 1048576 bytes, where the first puzzle must begin:/,
  );
});

test('a file is rejected if its head ends before the first record', () => {
  const head = Buffer.from(comments(HEAD_BYTES));
  expect(() => planFile({ head, complete: false, name: '', given: [] })).toThrow(
    'nothing but comments in the first 196608 bytes, where the first puzzle must begin, at most the first 1048576:',
  );
});

test('headBytes requests more only if the head shows too little of the records', () => {
  const puzzles = Buffer.from(`${P4}\n`.repeat(HEAD_BYTES / 16));
  expect(headBytes(puzzles.subarray(0, 100))).toBe(HEAD_BYTES);
  expect(headBytes(puzzles.subarray(0, HEAD_BYTES))).toBe(HEAD_BYTES);
  expect(headBytes(Buffer.from(comments(HEAD_BYTES)))).toBe(2 * HEAD_BYTES);
  expect(headBytes(Buffer.from(comments(MAX_HEAD_BYTES)))).toBe(MAX_HEAD_BYTES);
  // enough bytes must follow the first record
  const late = Buffer.concat([Buffer.from(comments(HEAD_BYTES - 10)), puzzles]);
  expect(headBytes(late.subarray(0, HEAD_BYTES))).toBe(HEAD_BYTES - 10 + RECOGNISED_BYTES);
  // the first record of a table may be longer than most heads
  expect(headBytes(Buffer.alloc(HEAD_BYTES, '1'))).toBe(MAX_HEAD_BYTES);
  expect(headBytes(Buffer.alloc(MAX_HEAD_BYTES, '1'))).toBe(HEAD_BYTES);
  const note = `id,puzzle,note\n1,${P4},`;
  expect(headBytes(Buffer.from(note.padEnd(HEAD_BYTES, 'x')))).toBe(MAX_HEAD_BYTES);
  expect(headBytes(Buffer.from(`${note.padEnd(HEAD_BYTES - 1, 'x')}\n`))).toBe(HEAD_BYTES);
  // and so may what precedes the puzzles of a JSON document
  const late2 = `{"notes":["${'x'.repeat(HEAD_BYTES)}"],"puzzles":["${P4}"]}`;
  expect(headBytes(Buffer.from(late2).subarray(0, HEAD_BYTES))).toBe(MAX_HEAD_BYTES);
  const early = `{"puzzles":["${P4}"],"notes":["${'x'.repeat(HEAD_BYTES)}"]}`;
  expect(headBytes(Buffer.from(early).subarray(0, HEAD_BYTES))).toBe(HEAD_BYTES);
});

describe('a file whose first puzzle is preceded by a long text', () => {
  const P = '12.434..2.4343.1';
  const files = {
    csv: (note: string) => `note,puzzle\n${note},${P}\nok,${P}\n`,
    json: (note: string) => `{"note":"${note}","puzzles":["${P}"]}\n`,
    'json lines': (note: string) => `{"note":"${note}","puzzle":"${P}"}\n{"note":"","puzzle":"${P}"}\n`,
  };
  const packed = { none: (bytes: Buffer) => bytes, gzip: (bytes: Buffer) => gzipSync(bytes) };

  test.each(Object.entries(files))('is recognised within 1 MiB: %s', (name, text) => {
    for (const length of [RECOGNISED_BYTES, HEAD_BYTES, 2 * HEAD_BYTES, MAX_HEAD_BYTES - 300]) {
      for (const pack of Object.values(packed)) {
        const file = pack(Buffer.from(text('x'.repeat(length))));
        const plan = planFile({
          head: headIn(file),
          complete: headIn(file).length === file.length,
          name: '',
          given: [],
        });
        expect(plan.format).toBe(name.split(' ')[0]);
      }
    }
  });

  test('is refused as JSON beyond that, and the reason names the option', () => {
    const file = Buffer.from(files.json('x'.repeat(MAX_HEAD_BYTES)));
    expect(() => planFile({ head: headIn(file), complete: false, name: '', given: [] })).toThrow(
      /without a puzzle in its first 1048576 bytes: .*, or say where they are with the option puzzle$/,
    );
  });
});

describe('comments that nearly fill the bytes from which a format is usually recognised', () => {
  const P = '12.434..2.4343.1';
  const files = [
    { format: 'csv', text: `id,puzzle,note\n1,${P},a\n` },
    { format: 'grids', text: '12|.4\n34|..\n\n2.|43\n43|.1\n' },
    { format: 'json', text: `[[\n"${P}",\n"${P}"\n]]\n` },
  ];
  const packed = { none: (bytes: Buffer) => bytes, gzip: (bytes: Buffer) => gzipSync(bytes) };

  test.each(files)('do not hide the records of $format', ({ format, text }) => {
    for (const pack of Object.values(packed)) {
      for (const room of [1, 2, 5, text.indexOf('\n') + 1, text.length - 1]) {
        const comment = `#${'c'.repeat(RECOGNISED_BYTES - room - 2)}\n`;
        const head = pack(Buffer.from(comment + text));
        expect(planFile({ head, complete: true, name: '', given: [] }).format).toBe(format);
      }
    }
  });
});
