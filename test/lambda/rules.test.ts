import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PartialOptions } from '../../core/files/index.ts';
import { solveBytes } from '../core/formats/solve-bytes.ts';
import { rowsOf, solvedFile } from './parquet-files.ts';
import { outcomes, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';

sharePipeline();

const example = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');

/** Puzzles with rules of every fate, between classic ones: solved, contradictory, not understood, not known, and no puzzle. */
const MIXED = [
  example('rules.jsonl').trimEnd(),
  JSON.stringify({ id: 6, puzzle: '1...............', cages: [{ sum: 9, cells: ['r1c1', 'r1c2'] }] }),
  JSON.stringify({ id: 7, puzzle: '................', cages: [{ sum: 9, cells: ['r1c9'] }] }),
  JSON.stringify({ id: 8, puzzle: '2...............', thermos: ['r1c1 r1c2 r1c3 r1c4'] }),
  JSON.stringify({ id: 9, puzzle: '..', even: ['r1c1'] }),
  JSON.stringify({ id: 10, puzzle: '1......4........' }),
  '',
].join('\n');

const FILES: Record<string, string> = { 'mixed.jsonl': MIXED, 'rules.csv': example('rules.csv') };

/** Members of a report that neither depend on where a file was solved nor on how it was cut. */
function comparable(report: object) {
  const kept =
    /^(problems|hardest|statistics|sizes|disagreements|guesses|solutions|puzzles|solved|noSolution|notUnique|invalid|unsolved|unsupported)$/;
  return Object.fromEntries(Object.entries(report).filter(([name]) => kept.test(name)));
}

/** The report of `sudoku solve`. */
function expectedReport(name: string, given: PartialOptions) {
  const { statistics, ...tally } = solveBytes(Buffer.from(FILES[name]!), given).tally;
  return comparable({ ...tally, statistics: statistics.sizes, hardest: statistics.hardest });
}

const cases = Object.keys(FILES).flatMap((name) =>
  (['first', 'unique', 'count', 'all'] as const).map((solutions) => [name, solutions] as const),
);

test.each(cases)(
  '%s with solutions=%s has the result and the report of the command line in a batch and in chunks',
  async (name, solutions) => {
    const content = Buffer.from(FILES[name]!);
    const expected = (await solvedFile(content, name, { solutions })).toString();
    const report = expectedReport(name, { solutions });
    const metadata = { 'sudoku-solutions': solutions };
    const classic = `${solutions}-${name}.txt`;
    const whole = `${solutions}-${name}`;
    await pipeline.upload(whole, content, { metadata });
    await pipeline.upload(classic, `${PUZZLE}\n`);
    expect(outcomes(await pipeline.run(await pipeline.receive()))).toEqual(['solved', 'solved']);
    expect(await pipeline.result(classic)).toBe(`${SOLUTION}\n`);
    expect(await pipeline.result(whole)).toBe(expected);
    expect(comparable((await pipeline.report(whole))!)).toEqual(report);
    // results that number their rows are not cut
    if (solutions === 'count' || solutions === 'all') return;
    const cuts = [0.2, 0.35, 0.5, 0.52, 0.75, 0.9].map((share) => Math.floor(share * content.length));
    const chunks = await pipeline.cut(`cut-${whole}`, content, cuts, { solutions });
    expect(chunks).toHaveLength(cuts.length + 1);
    for (const chunk of chunks.toReversed()) await pipeline.run([chunk]);
    expect(await pipeline.result(`cut-${whole}`)).toBe(expected);
    expect(comparable((await pipeline.report(`cut-${whole}`))!)).toEqual(report);
    expect(await pipeline.leftovers()).toEqual([]);
  },
);

test('the report counts unsupported puzzles, and says why each is not solved', async () => {
  await pipeline.upload('why.jsonl', MIXED);
  await pipeline.drain();
  expect(await pipeline.report('why.jsonl')).toMatchObject({
    ...{ puzzles: 10, solved: 5, noSolution: 1, invalid: 3, unsupported: 1 },
    problems: [
      { line: 5, status: 'unsupported', reason: 'expected rules that are known, got sandwich' },
      { line: 6, status: 'invalid', reason: expect.stringMatching(/cage at r1c1/) },
      { line: 7, status: 'invalid', reason: expect.stringMatching(/^cages\[0\]/) },
      { line: 8, status: 'no-solution' },
      { line: 9, status: 'invalid' },
    ],
  });
});

test('a deadline within puzzles with rules hands the rest to other messages', async () => {
  for (const [name, content] of Object.entries(FILES)) {
    const key = `late-${name}`;
    const tasks = await pipeline.run(await pipeline.cut(key, content, []), { deadline: 0 });
    expect(outcomes(tasks)).toEqual(['enqueued']);
    await pipeline.drain();
    expect(await pipeline.result(key)).toBe((await solvedFile(Buffer.from(content), name)).toString());
    expect(comparable((await pipeline.report(key))!)).toEqual(expectedReport(name, {}));
  }
  expect(await pipeline.leftovers()).toEqual([]);
});

test.each(['csv', 'jsonl', 'parquet'] as const)(
  'chunks of puzzles with rules are joined with output=%s',
  async (output) => {
    const [key, content] = [`rules-${output}.jsonl`, Buffer.from(MIXED)];
    for (const chunk of await pipeline.cut(key, content, [300, 900, 1000], { output }))
      await pipeline.run([chunk]);
    const { bytes } = (await pipeline.object(key))!;
    const expected = await solvedFile(content, 'mixed.jsonl', { output });
    const shown = (file: Buffer) => (output === 'parquet' ? rowsOf(file) : file.toString());
    expect(await shown(bytes)).toBe(await shown(expected));
  },
);

test('regions are read from the metadata, also for chunks', async () => {
  const regions = '1112123233434444';
  const content = '1...............\n..2.............\n';
  const expected = (await solvedFile(Buffer.from(content), 'a.txt', { regions })).toString();
  await pipeline.upload('regions.txt', content, { metadata: { 'sudoku-regions': regions } });
  await pipeline.drain();
  expect(await pipeline.result('regions.txt')).toBe(expected);
  for (const chunk of await pipeline.cut('cut-regions.txt', content, [17], { regions }))
    await pipeline.run([chunk]);
  expect(await pipeline.result('cut-regions.txt')).toBe(expected);
  expect(expected).not.toBe((await solvedFile(Buffer.from(content), 'a.txt')).toString());
});
