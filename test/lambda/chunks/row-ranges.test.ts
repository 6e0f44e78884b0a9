import { beforeAll, expect, test } from 'vitest';
import { type FilePlan, frameOf, type PieceFacts, planRanges, rangesOf } from '../../../core/files/index.ts';
import {
  alignCuts,
  allRows,
  pieceWithin,
  type RowPiece,
  solveRows,
} from '../../../lambda/chunks/row-ranges.ts';
import { ByteCollector } from '../../../lambda/invocation/solve-in-place.ts';
import { manyRows, rowsOf, solvedFile } from '../parquet-files.ts';

let file: Buffer;
let plan: FilePlan;
let all: RowPiece;
beforeAll(async () => {
  file = await manyRows();
  plan = await planRanges({ ranges: rangesOf(file), name: 'many.parquet', given: [] });
  all = allRows(plan)!;
});

const eighths = (bytes: number) =>
  Array.from({ length: 8 }, (_, i) => ({
    from: Math.floor((bytes * i) / 8),
    to: Math.floor((bytes * (i + 1)) / 8),
  }));

test('a Parquet file is cut between row groups of its result', () => {
  const whole = { from: 0, to: file.length };
  const cuts = alignCuts(all, eighths(file.length));
  expect(cuts).toHaveLength(2);
  expect([cuts[0]!.from, cuts[0]!.to, cuts[1]!.to]).toEqual([0, cuts[1]!.from, file.length]);
  const pieces = cuts.map((cut) => pieceWithin(all, whole, cut));
  expect(pieces.map(({ rows }) => rows)).toEqual([
    { from: 0, to: 16_384 },
    { from: 0, to: 20_000 - 16_384 },
  ]);
});

test('the rest of an interrupted range is solved from its first row on, wherever that is in the row groups', async () => {
  const whole = { from: 0, to: file.length };
  const output = new ByteCollector(1);
  const written: Buffer[] = [];
  const facts: PieceFacts[] = [];
  let [range, piece] = [whole, all];
  let puzzles = 0;
  for (let interruptions = 0; ; interruptions++) {
    const limits = interruptions < 3 ? { mostOutput: 64 * 1024 } : {};
    const solved = await solveRows(piece, rangesOf(file), range, output, limits);
    expect(solved.interrupted).toBe(interruptions < 3);
    written.push(Buffer.from(output.bytes()));
    facts.push(solved.facts!);
    puzzles += solved.tally.puzzles;
    output.truncate(0);
    if (!solved.interrupted) break;
    expect(solved.range.to).toBeGreaterThan(range.from);
    const rest = { from: solved.range.to, to: range.to };
    [range, piece] = [rest, pieceWithin(piece, range, rest)];
  }
  expect(puzzles).toBe(20_000);
  const frame = frameOf(plan)!;
  const result = Buffer.concat([frame.head(facts)!, ...written, frame.foot(facts)]);
  expect(await rowsOf(result)).toBe(await rowsOf(await solvedFile(file, 'many.parquet')));
});
