import { afterEach, describe, expect, test, vi } from 'vitest';
import { type FileSolverOptions, openFile, openStored, sumTallies } from '../../../core/files/index.ts';
import fc from '../../property.ts';
import { planOf } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const NUMBERS = P.replaceAll('.', '0').split('').join(' ');

/** Most bytes of a record. Blocks of the smallest size have every kind of cut that larger ones have. */
const RECORD = 128;
const SMALL = { block: 64, record: RECORD };
const ROOMS = [SMALL, { block: 100, record: RECORD }, { block: RECORD, record: RECORD }];

/** Lengths around each limit, and of up to several blocks. */
const length = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(63, 64, 65, 127, 128, 129, 130, 191, 192, 193, 255, 256, 257),
  fc.integer({ min: 100, max: 900 }),
);

interface Kind {
  /** The head from which the format is recognised. */
  readonly sample: string;
  readonly front?: string;
  /** A record, a comment or something broken with filler of the given length. */
  readonly parts: readonly ((filler: number) => string)[];
  readonly between?: string;
  readonly back?: string;
}

const rows = P.replace(/.{4}/g, '$&\n');

const KINDS: Record<string, Kind> = {
  lines: {
    sample: `${P}\n`,
    parts: [
      () => `${P}\n`,
      (n) => `#${'c'.repeat(n)}\n`,
      (n) => `${' '.repeat(n)}\n`,
      (n) => `${' '.repeat(n)}# late\r\n`,
      (n) => `${'z'.repeat(n)}\n`,
      (n) => `${'\t'.repeat(n)}zz\r\n`,
      (n) => `${P} ${'t'.repeat(n)}\r\n`,
      (n) => `${'\r'.repeat(n)}\n`,
      (n) => `/${'/'.repeat(n)}\n`,
    ],
  },
  'number-lines': {
    sample: `${NUMBERS}\n`,
    parts: [() => `${NUMBERS}\n`, (n) => `% ${'c'.repeat(n)}\n`, (n) => `${'1 '.repeat(n)}\n`],
  },
  'csv as Markdown': {
    sample: `| id | puzzle |\n|---|---|\n| 1 | ${P} |\n`,
    front: '| id | puzzle |\n|---|---|\n',
    parts: [() => `| 1 | ${P} |\n`, (n) => `| ${'z'.repeat(n)} | ${P} |\n`],
  },
  csv: {
    sample: `id,puzzle,solution\n1,${P},\n`,
    front: 'id,puzzle,solution\n',
    parts: [
      () => `1,${P},\n`,
      (n) => `#${'c'.repeat(n)}\n`,
      (n) => `1,${'z'.repeat(n)},\r\n`,
      (n) => `${'i'.repeat(n)},"${P}",\n`,
      (n) => `${' '.repeat(n)}\n`,
      (n) => `${','.repeat(n)}\n`,
      (n) => `1,"${'q'.repeat(n)}\n`,
    ],
  },
  'csv with line breaks within quotes': {
    sample: `id,puzzle,note\n1,${P},"a\nb"\n`,
    front: 'id,puzzle,note\n',
    parts: [
      () => `1,${P},"a\nb"\n`,
      (n) => `2,${P},"${'a\n'.repeat(n)}"\n`,
      (n) => `3,${P},"${'a'.repeat(n)}"\n`,
      (n) => `#${'c'.repeat(n)}\n`,
    ],
  },
  'lines of JSON': {
    sample: `{"puzzle":"${P}"}\n`,
    parts: [
      () => `{"puzzle":"${P}"}\n`,
      (n) => `{"puzzle":"${P}","note":"${'n'.repeat(n)}"}\n`,
      (n) => `# ${'c'.repeat(n)}\n`,
      (n) => `${'['.repeat(n)}\n`,
      (n) => `${' '.repeat(n)}\n`,
    ],
  },
  'an array of JSON': {
    sample: `["${P}","${P}"]`,
    front: `["${P}"`,
    between: ',',
    parts: [
      () => `"${P}"`,
      (n) => `"${'z'.repeat(n)}"`,
      (n) => `"${'\\"'.repeat(n)}"`,
      (n) => `${'7'.repeat(n)}`,
      (n) => `{"a":"${'\\\\'.repeat(n)}","b":[1,[2]]}`,
      (n) => `[${'"a",'.repeat(n)}1]`,
      (n) => `${'\n'.repeat(n)}"${P}"`,
    ],
    back: ']\n',
  },
  grids: {
    sample: `${rows}\n${rows}`,
    parts: [
      () => `${rows}\n`,
      (n) => `# ${'c'.repeat(n)}\n`,
      (n) => `12.4\n34..\n# ${'c'.repeat(n)}\n2.43\n43.1\n\n`,
      (n) => `${'z'.repeat(n)}\n`,
      (n) => `12.4\n${'3'.repeat(n)}\n2.43\n43.1\n\n`,
      (n) => `${' '.repeat(n)}\n`,
    ],
  },
};

const LINE_KINDS = ['lines', 'number-lines', 'csv', 'lines of JSON'];

const fileOf = ({ front = '', parts, between = '', back = '' }: Kind) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(parts.length - 1), length), { minLength: 1, maxLength: 12 }),
      fc.boolean(),
    )
    .map(([drawn, isEnded]) => {
      const texts = drawn.map(([part, filler]) => parts[part]!(filler));
      const text =
        front + (between && between + texts.join(between)) + (between ? '' : texts.join('')) + back;
      return Buffer.from(isEnded ? text : text.replace(/\r?\n$/, ''));
    });

const cuts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });

type Way = 'push' | 'take';

/** Ways to hand over a file, and the length of the pieces. */
const WAYS: readonly (readonly [Way, number])[] = [
  ...(['push', 'take'] as const).flatMap((way) => [1, 50, 64].map((piece) => [way, piece] as const)),
  ['push', Infinity],
];

/** Solves a file in pieces of these lengths, repeatedly. */
function solveIn(kind: Kind, file: Uint8Array, way: Way, lengths: readonly number[], room = SMALL) {
  const solver = openFile(planOf(kind.sample), { room });
  const output: Buffer[] = [];
  for (let at = 0, i = 0; at < file.length; i++) {
    const piece = Uint8Array.from(file.subarray(at, at + lengths[i % lengths.length]!));
    at += piece.length;
    for (const bytes of solver[way](piece)) output.push(Buffer.from(bytes));
    piece.fill(0xaa);
  }
  for (const bytes of solver.end()) output.push(Buffer.from(bytes));
  expect(solver.consumed).toBe(file.length);
  // of a record that is not a line, a problem shows what the block holds of the line
  if (kind.between)
    for (const problem of solver.tally.problems) Object.assign(problem, { column: 0, record: '' });
  return { text: Buffer.concat(output).toString('latin1'), tally: solver.tally };
}

describe.each(Object.entries(KINDS))('a file of %s with records of any length', (_, kind) => {
  test('has the same result however it is cut and whatever the size of the blocks', () => {
    const ways = fc.constantFrom<Way>('push', 'take');
    fc.assert(
      fc.property(fileOf(kind), cuts, ways, fc.constantFrom(...ROOMS), (file, lengths, way, room) => {
        const whole = solveIn(kind, file, 'push', [file.length]);
        expect(solveIn(kind, file, way, lengths, room)).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  test('has its line feeds counted and its comments preserved', () => {
    fc.assert(
      fc.property(fileOf(kind), (file) => {
        const { text, tally } = solveIn(kind, file, 'take', [50]);
        expect(tally.lines).toBe(file.filter((byte) => byte === 10).length);
        const comments = (bytes: string) => bytes.match(/^(#|%|\/\/).*$/gm)?.map((line) => line.trimEnd());
        expect(comments(text)).toEqual(comments(file.toString('latin1')));
      }),
      { numRuns: 50 },
    );
  });
});

test.each([
  ['lines', 'z', 'z'],
  ['lines', '#', 'c'],
  ['number-lines', '1', ' 1'],
  ['csv', '2,', 'z'],
  ['csv', '2,"', 'q'],
  ['lines of JSON', '{"puzzle":"', 'z'],
  ['an array of JSON', ',"', 'z'],
  ['an array of JSON', ',{"a":"', 'z'],
  ['grids', '\n', 'z'],
])('a record that does not end is one record of any length: %s, %j', (name, start, filler) => {
  const kind = KINDS[name]!;
  const text = name === 'an array of JSON' ? kind.front! : kind.sample;
  // 7 ways and blocks of 64 bytes: within 7 * 64 lengths, the record ends at each place of a block in each way
  const lengths = Array.from({ length: 7 * 64 }, (_, i) => i + 1);
  for (const length of fc.someOf(lengths, 64)) {
    const file = Buffer.from(text + start + filler.repeat(length));
    const { tally } = solveIn(kind, file, 'take', [file.length]);
    const [way, piece] = WAYS[length % WAYS.length]!;
    expect(solveIn(kind, file, way, [piece]).tally, `${length} ${way} ${piece}`).toEqual(tally);
    const usual = solveIn(kind, file, 'push', [file.length], { block: 1024, record: 1024 }).tally;
    // text among grids is recognised as such only if it fits into memory
    if (name !== 'an array of JSON' && name !== 'grids')
      expect(tally.puzzles, `${length}`).toBe(usual.puzzles);
  }
});

test('each line has its own outcome, whatever its length', () => {
  // a shorter word is a title
  const isBroken = (text: string) => text.startsWith('z') && text.length >= 40;
  const line = fc.tuple(fc.constantFrom(P, 'z', '#', ' '), length, fc.constantFrom('\n', '\r\n'));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), cuts, (lines, lengths) => {
      const texts = lines.map(([sign, n, end]) => [sign === P ? P : sign.repeat(n), end] as const);
      const file = Buffer.from(texts.flat().join(''));
      const solved = texts.map(([text, end]) => {
        if (text === P) return S + end;
        return (isBroken(text) ? 'invalid'.padEnd(text.length) : text) + end;
      });
      const { text, tally } = solveIn(KINDS.lines!, file, 'take', lengths);
      expect(text).toBe(solved.join(''));
      const records = texts.filter(([text]) => isBroken(text)).length;
      expect(tally).toMatchObject({
        invalid: records,
        puzzles: texts.filter(([text]) => text === P).length + records,
      });
    }),
    { numRuns: 100 },
  );
});

describe('a solver of lines', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Solves a file by a series of solvers, each under limits of its own. */
  async function bySeveralSolvers(
    kind: Kind,
    file: Uint8Array,
    pieceBytes: number,
    limits: () => FileSolverOptions,
  ) {
    const outputs: Buffer[] = [];
    const tallies = [];
    const plan = planOf(kind.sample);
    for (let at = 0, attempts = 0; at < file.length || attempts === 0; attempts++) {
      const solver = openStored(plan, { room: SMALL, first: at === 0, ...limits() });
      const pieces: Buffer[] = [];
      for (let next = at; next < file.length && !solver.solved.interrupted; next += pieceBytes) {
        const bytes = Uint8Array.from(file.subarray(next, next + pieceBytes));
        for await (const piece of solver.take(bytes)) pieces.push(Buffer.from(piece));
      }
      for await (const piece of solver.end()) pieces.push(Buffer.from(piece));
      solver.close();
      const { consumed, tally, outputBytes, interrupted } = solver.solved;
      at += consumed;
      if (interrupted && consumed > 0 && at < file.length) expect(file[at - 1]).toBe(10);
      if (!interrupted) expect(at).toBe(file.length);
      outputs.push(Buffer.concat(pieces).subarray(0, outputBytes));
      tallies.push(tally);
    }
    return { text: Buffer.concat(outputs).toString('latin1'), tally: sumTallies(tallies) };
  }

  test.each(LINE_KINDS)('stops between two records when a deadline passes: %s', async (name) => {
    const kind = KINDS[name]!;
    const property = fc.asyncProperty(
      fileOf(kind),
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.integer({ min: 5, max: 100 }), { minLength: 1, maxLength: 5 }),
      async (file, pieceBytes, deadlines) => {
        const whole = solveIn(kind, file, 'push', [file.length]);
        // the clock advances with each look at it
        let now = 0;
        vi.spyOn(performance, 'now').mockImplementation(() => now++);
        let attempt = 0;
        const limits = () => ({ deadline: now + deadlines[attempt++ % deadlines.length]! * attempt });
        const parts = await bySeveralSolvers(kind, file, pieceBytes, limits);
        vi.restoreAllMocks();
        expect(parts).toEqual(whole);
      },
    );
    await fc.assert(property, { numRuns: 30 });
  });

  test.each(LINE_KINDS)('stops between two records when the output reaches its limit: %s', async (name) => {
    const kind = KINDS[name]!;
    const property = fc.asyncProperty(
      fileOf(kind),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 300 }),
      async (file, pieceBytes, mostOutput) => {
        const limits = () => ({ mostOutput, roomForOutput: 2000 });
        expect(await bySeveralSolvers(kind, file, pieceBytes, limits)).toEqual(
          solveIn(kind, file, 'push', [file.length]),
        );
      },
    );
    await fc.assert(property, { numRuns: 50 });
  });

  test('finishes a long record if the deadline passes after its last byte was read', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const solver = openStored(planOf(`${P}\n`), { room: SMALL, deadline: 1 });
    const input = Buffer.from(`${P}\n#${'c'.repeat(1000)}`);
    const output: Buffer[] = [];
    for await (const piece of solver.take(Uint8Array.from(input))) output.push(Buffer.from(piece));
    now = 2;
    for await (const piece of solver.end()) output.push(Buffer.from(piece));
    expect(solver.solved).toMatchObject({ interrupted: false, consumed: input.length });
    expect(Buffer.concat(output).toString()).toBe(input.toString().replace(P, S));
  });

  test('stops before a record that does not fit into the output', () => {
    const solver = openFile(planOf(`${P}\n`), { room: SMALL, roomForOutput: 400 });
    const input = Buffer.from(`${P}\n#${'c'.repeat(1000)}\n${P}\n`);
    for (const _ of solver.push(input));
    expect(solver).toMatchObject({ interrupted: true, consumed: P.length + 1, outputBytes: P.length + 1 });
    expect(solver.tally).toMatchObject({ puzzles: 1, lines: 1 });
  });

  test('rejects the file if its first record does not fit into the output', () => {
    const solver = openFile(planOf(`${P}\n`), { room: SMALL, roomForOutput: 400 });
    const input = Buffer.from(`#${'c'.repeat(1000)}\n${P}\n`);
    expect(() => [...solver.push(input)]).toThrow('expected a record of at most 400 bytes, got a longer one');
  });
});

test.each([
  ['a comment', '#', 0],
  ['a broken record', 'z', 1],
])('%s at the end of a file is complete, wherever its pieces end', (_, filler, invalid) => {
  for (let length = 40; length < 700; length++) {
    const file = Buffer.from(`${P}\n${filler.repeat(length)}`);
    const solver = openFile(planOf(`${P}\n`), { room: SMALL });
    const output = Buffer.concat([...solver.push(file), ...solver.end()].map((piece) => Buffer.from(piece)));
    const { consumed, outputBytes, interrupted, isWithinRecord, tally } = solver;
    expect({ length, consumed, outputBytes, interrupted, isWithinRecord }).toEqual({
      length,
      consumed: file.length,
      outputBytes: output.length,
      interrupted: false,
      isWithinRecord: false,
    });
    expect(tally).toMatchObject({ solved: 1, invalid });
  }
});

test('a comment that is too long for the memory may contain text like an options line', () => {
  const comment = `#${' '.repeat(62)}\n`.slice(0, 63);
  const file = Buffer.from(`${P}\n${comment.repeat(3)}#! sudoku variant=x${'c'.repeat(300)}\n${P}\n`);
  for (const lengths of [[1], [64], [1000]]) {
    expect(solveIn(KINDS.lines!, file, 'push', lengths).tally).toMatchObject({ solved: 2 });
  }
});

test('a record of more than 1 MiB is invalid, and the problem has the column after the limit', () => {
  const file = Buffer.from(`${P}\n${'1'.repeat(1024 * 1024 + 1)}\n${P}\n`);
  const { tally } = solveIn(KINDS.lines!, file, 'take', [100_000], {
    block: 256 * 1024,
    record: 1024 * 1024,
  });
  expect(tally).toMatchObject({ solved: 2, invalid: 1 });
  expect(tally.problems[0]).toMatchObject({
    line: 2,
    column: 1048577,
    reason: 'expected a line of at most 1048576 bytes, got a longer one',
  });
});
