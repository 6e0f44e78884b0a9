// Plants mistakes of every kind in results of all formats and outputs: `check` finds each, or says that it does not check its
// kind, and calls no right result wrong.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { type Checked, checkResult } from '../../../bin/check/check-result.ts';
import { UsageError } from '../../../bin/cli/exit.ts';
import { Random } from '../../../checks/shared/random.ts';
import { RejectedFile, rangesOf, solveRanges } from '../../../core/files/index.ts';
import { OptionError } from '../../../core/options/option-text.ts';
import { ALL_CASES, casesOf } from '../../cases.ts';
import { type Case, MISTAKES, type Result, randomCase } from './planted.ts';

const CASES = ALL_CASES ? Math.max(3000, casesOf(100)) : 60;
/** Mistakes planted in each result. */
const PLANTED = 4;

const cwd = mkdtempSync(join(tmpdir(), 'sudoku-test-'));
afterAll(() => rmSync(cwd, { recursive: true }));

async function solved({ puzzles, options }: Pick<Case, 'puzzles' | 'options'>): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let head: Uint8Array | undefined;
  try {
    await solveRanges(
      rangesOf(Uint8Array.from(puzzles)),
      (piece) => void pieces.push(Uint8Array.from(piece)),
      options,
      'a',
      async (front) => {
        head = Uint8Array.from(front);
      },
    );
  } catch (error) {
    if (error instanceof RejectedFile || error instanceof OptionError) return undefined;
    throw error;
  }
  const result = Buffer.concat(pieces);
  if (head) result.set(head);
  return result;
}

/** What a check says; the reason if it cannot be done. */
async function verdict(
  result: Uint8Array,
  { puzzles, options, isCompressed }: Case,
  isOutputGiven: boolean,
): Promise<Checked | string> {
  const { output: _, ...others } = options;
  const [a, b] = [join(cwd, 'result'), join(cwd, 'puzzles')];
  writeFileSync(a, isCompressed ? gzipSync(result) : result);
  writeFileSync(b, isCompressed ? gzipSync(puzzles) : puzzles);
  try {
    return await checkResult(a, b, isOutputGiven ? options : others, 0);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    return `${CRASHED} ${(error as Error).stack}`;
  }
}

const CRASHED = 'unexpected error:';

/** Whether the outcome names what it does not check, or counts a record as undecided. */
function isNamed(kind: string, checked: Checked, right: Checked): boolean {
  if (kind === 'marker for a solution') return checked.undecided > right.undecided;
  return kind === 'guess' && checked.unchecked.includes('guesses');
}

test('finds each planted mistake or names its kind as not checked, and calls no right result wrong', async () => {
  const counts = new Map<string, { planted: number; found: number; named: number; missed: number }>();
  const faults: string[] = [];
  let right = 0;
  for (let seed = 1; seed <= CASES; seed++) {
    const one = randomCase(seed);
    const result = await solved(one);
    if (!result) continue;
    const { output, solutions = 'first' } = one.options;
    // without it, a table says by its columns what it is
    const isOutputGiven = seed % 2 === 0 || output === 'npy' || solutions === 'all';
    const outcome = await verdict(result, one, isOutputGiven);
    right++;
    if (typeof outcome === 'string' || outcome.wrong + outcome.changed > 0) {
      faults.push(`${one.name}: called wrong: ${json(outcome)}`);
      continue;
    }
    const random = new Random(seed);
    const kinds = Object.keys(MISTAKES);
    const context: Result = {
      ...one,
      seed,
      result,
      solveAltered: (alter) => solved(randomCase(seed, alter)),
    };
    for (let planted = 0, tries = 0; planted < PLANTED && tries < 40; tries++) {
      const kind = random.pick(kinds);
      const changed = await MISTAKES[kind]!(context, random);
      if (!changed || changed.equals(result)) continue;
      planted++;
      const said = await verdict(changed, one, isOutputGiven);
      const count = counts.get(kind) ?? { planted: 0, found: 0, named: 0, missed: 0 };
      counts.set(kind, count);
      count.planted++;
      if (typeof said === 'string' && said.startsWith(CRASHED)) {
        count.missed++;
        faults.push(`${one.name}: ${kind}: ${said}`);
      } else if (typeof said === 'string' || said.wrong + said.changed > 0) count.found++;
      else if (isNamed(kind, said, outcome)) count.named++;
      else {
        count.missed++;
        faults.push(`${one.name}: missed: ${kind}: ${firstDifference(result, changed)}`);
      }
    }
  }
  if (ALL_CASES) {
    console.table(Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))));
    const sum = (name: 'planted' | 'missed') => [...counts.values()].reduce((all, one) => all + one[name], 0);
    console.info(`${right} right results, ${sum('planted')} mistakes, ${sum('missed')} missed`);
  }
  expect(faults).toEqual([]);
}, 0);

function json(outcome: Checked | string): string {
  return typeof outcome === 'string' ? outcome : JSON.stringify(outcome.problems.slice(0, 2));
}

function firstDifference(a: Buffer, b: Buffer): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const around = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1', Math.max(0, at - 20), at + 40));
  return `${around(a)} became ${around(b)}`;
}
