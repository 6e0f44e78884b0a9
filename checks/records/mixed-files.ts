// Files of records of one format in random order, good and bad ones, and what each record is by itself.

import {
  type FilePlan,
  openFile,
  type PartialOptions,
  planFile,
  RECOGNISED_BYTES,
  RejectedFile,
} from '../../core/files/index.ts';
import { formatOf, isNumbered, tableOf } from '../../core/formats/formats.ts';
import type { Random } from '../shared/random.ts';
import type { RecordFile } from './record-files.ts';
import { RECORD_POOLS, type RecordPool } from './record-pools.ts';

/** Options of files: all outputs and facts that can be compared record by record. */
const OPTIONS: readonly PartialOptions[] = [
  {},
  { solutions: 'unique' },
  { variant: 'x' },
  { output: 'csv' },
  { output: 'csv', solutions: 'unique', variant: 'anti-knight' },
  { output: 'jsonl', solutions: 'unique' },
  { output: 'jsonl', solutions: 'unique', minimal: true, canonical: true },
  { output: 'jsonl', solutions: 'unique', grade: true, explain: true, minimal: true },
  { output: 'csv', solutions: 'unique', grade: true, canonical: true, minimal: true },
  { solutions: 'count', limit: 5 },
  { solutions: 'all', limit: 3 },
  { output: 'csv', solutions: 'all', limit: 3 },
  { output: 'jsonl', solutions: 'all', limit: 3, variant: 'x' },
  { output: 'jsonl', solutions: 'count', limit: 5, grade: true },
];

/** A budget that ends hard puzzles soon, as each is solved some hundred times. */
const BUDGET = 2000;

/** Records of a file with ratings, each of which takes some ten milliseconds. */
const MOST_GRADED = 60;

interface Answer {
  readonly bytes: Buffer;
  readonly counts: RecordFile['counts'];
}

/**
 * A file of a pool's records, `records` at most, whose expected result is that of each record alone.
 * @param pools to draw from, all by default
 */
export function mixedFile(
  random: Random,
  records: number,
  pools: readonly RecordPool[] = RECORD_POOLS,
): RecordFile {
  const { pool, given, texts, bytes, plan } = drawnFile(random, records, pools);
  const known = new Map<string, Answer>();
  const answers = texts.map((text) => {
    const answer = known.get(text) ?? answerAlone(pool, plan, text);
    known.set(text, answer);
    return answer;
  });
  const isTable = tableIn(plan) !== undefined;
  const between = isTable ? '' : pool.between;
  let puzzles = 0;
  const parts = answers.flatMap(({ bytes, counts }, i) => {
    const own = renumbered(plan, bytes, 1, puzzles + 1);
    puzzles += counts.puzzles;
    return [...(i > 0 ? [Buffer.from(between)] : []), own];
  });
  const sum = (name: keyof Answer['counts']) =>
    answers.reduce((total, { counts }) => total + counts[name], 0);
  return {
    format: pool.name,
    ending: pool.ending,
    given,
    bytes,
    solved: Buffer.concat([
      headOfResult(pool, plan, texts.length),
      ...parts,
      Buffer.from(isTable ? '' : pool.foot),
    ]),
    counts: { puzzles: sum('puzzles'), solved: sum('solved'), invalid: sum('invalid') },
  };
}

const tableIn = (plan: FilePlan) => tableOf(formatOf(plan), plan.options);

/** The number of a row: in JSON, or in CSV with or without an id before it. */
const NUMBER = /^(\{.*?"number":|(?:[^,\n]*,)?)(\d{1,9}),/gm;

/** The result of a text with other numbers, if rows have numbers: the first one is `to` in place of `from`. */
function renumbered(plan: FilePlan, result: Buffer, from: number, to: number): Buffer {
  if (from === to || !isNumbered(formatOf(plan), plan.options)) return result;
  const rows = result.toString('latin1');
  const other = (_: string, before: string, number: string) => `${before}${Number(number) - from + to},`;
  return Buffer.from(rows.replace(NUMBER, other), 'latin1');
}

/** A file that is not rejected, as one is of which most records are no puzzles under the options. */
function drawnFile(random: Random, records: number, pools: readonly RecordPool[]) {
  for (;;) {
    const pool = random.pick(pools);
    const given = { budget: BUDGET, ...random.pick(OPTIONS), ...(pool.format && { format: pool.format }) };
    const draw = () => random.pick(random.chance(40) ? pool.guides : pool.records);
    const drawn = Array.from({ length: given.grade ? Math.min(records, MOST_GRADED) : records }, draw);
    const texts = [...pool.guides, ...drawn];
    const bytes = fileOf(pool, texts);
    const head = bytes.subarray(0, RECOGNISED_BYTES);
    const source = {
      head,
      complete: head.length === bytes.length,
      name: `records${pool.ending}`,
      given: [given],
    };
    try {
      return { pool, given, texts, bytes, plan: planFile(source) };
    } catch (error) {
      if (!(error instanceof RejectedFile)) throw error;
    }
  }
}

function fileOf({ head, between, foot }: RecordPool, texts: readonly string[]): Buffer {
  return Buffer.concat([head(texts.length), Buffer.from(`${texts.join(between)}${foot}`, 'latin1')]);
}

/** The result of a record that is the only one of a file with this plan, without what surrounds it. */
function answerAlone(pool: RecordPool, plan: FilePlan, text: string): Answer {
  const isSame = tableIn(plan) === undefined;
  // an array without a puzzle would be one record, and not hold some
  const [before] = pool.ending === '.json' ? pool.guides : [];
  const { bytes, tally } = solveWhole(pool, plan, before === undefined ? [text] : [before, text]);
  const guide = before === undefined ? undefined : solveWhole(pool, plan, [before]);
  const back = isSame ? pool.foot.length : 0;
  const between = guide && isSame ? pool.between.length : 0;
  const front = guide ? guide.bytes.length - back + between : headOfResult(pool, plan, 1).length;
  const count = (name: keyof Answer['counts']) => tally[name] - (guide?.tally[name] ?? 0);
  const own = bytes.subarray(front, bytes.length - back);
  return {
    bytes: renumbered(plan, own, 1 + (guide?.tally.puzzles ?? 0), 1),
    counts: { puzzles: count('puzzles'), solved: count('solved'), invalid: count('invalid') },
  };
}

/** What a result has before its first record. */
function headOfResult(pool: RecordPool, plan: FilePlan, records: number): Buffer {
  const table = tableIn(plan);
  if (table === 'jsonl') return Buffer.alloc(0);
  const { bytes } = solveWhole(pool, plan, [pool.guides[0]!], records);
  if ('bytes' in pool.headOfResult && !table) return bytes.subarray(0, pool.headOfResult.bytes);
  const lines = table === 'csv' ? 1 : 'lines' in pool.headOfResult ? pool.headOfResult.lines : 0;
  return bytes.subarray(0, lines === 0 ? 0 : bytes.indexOf(0x0a) + 1);
}

/** @param records that the head announces */
function solveWhole(pool: RecordPool, plan: FilePlan, texts: readonly string[], records = texts.length) {
  const file = fileOf({ ...pool, head: () => pool.head(records) }, texts);
  const state = plan.format === 'npy' ? { ...(plan.state as object), count: texts.length } : plan.state;
  const solver = openFile({ ...plan, state });
  const output = [...solver.push(file), ...solver.end()];
  return { bytes: Buffer.concat(output), tally: solver.tally };
}
