import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installed, install, link, node, ROOT } from '../installed.ts';

const LIBRARY = `import {
  type CheckResult, type Conflict, type CountResult, type FilePlan, type GeneratedPuzzle, type GradeResult, HEAD_BYTES,
  type ParsedPuzzle, type PartialOptions, type Puzzle, type PuzzleRules, RejectedFile, type Report, type SolveCellsResult, type Stop, check, count,
  format, generate, generateCells, generateMany, geometry, grade, openFile, parse, planFile, solutions, solve, solveCells,
  solveStream, solveText, solverStream,
} from 'sudoku-batch';
import { solve as solveOnDemand } from 'sudoku-batch/solve';

const options: PartialOptions = { variant: 'x', solutions: 'unique' };
const { text, report }: { text: string; report: Report } = solveText('1...............', options);
const result: SolveCellsResult = solveCells(new Uint8Array(81), { variant: 'x' });
const clues: number = generateCells(geometry(9), { seed: 1 }).next().value.clues;
const plan: FilePlan = planFile({ head: new Uint8Array(HEAD_BYTES), complete: false, name: 'a.txt', given: [options] });
const pieces: Uint8Array[] = [...openFile(plan).end()];
async function* source() { yield new Uint8Array(1); }
const done: Promise<{ tally: { puzzles: number } }> = solveStream(plan, source(), (bytes: Uint8Array) => void bytes);
const error: Error = new RejectedFile('no puzzles', 1);

const solved = solve([[1, 2, 0, 4], [3, 4, null, undefined], [2, '.', 4, 3], [4, 3, 0, 1]]);
const rows: number[][] | undefined = solved.solution;
const line: string | undefined = solve('1...............', { boxes: '2x2', timeout: 1 }).solution;
const later: Promise<string | undefined> = solveOnDemand('1...', { variant: 'x' }).then(({ solution }) => solution);
const texts: string[] | undefined = solve(['1...', '....', '....', '....']).solution;
const bytes: Uint8Array | undefined = solve(new Uint8Array(16)).solution;
const frozen: Puzzle = Object.freeze([Object.freeze([0])]);
const invalid = solve('11..............');
if (invalid.status === 'invalid') { const { row, unit }: Conflict = invalid.conflict; void [row, unit]; }
const rules: PuzzleRules = { cages: [{ sum: 5, cells: ['r1c1', [1, 2]] }, '3 r2c1'], even: 'r1c1', regions: ['1122'] };
const ruled: string | undefined = solve('1...............', { ...rules, variant: 'x', xv: { v: ['r1c1 r1c2'] } }).solution;
const counted: CountResult = count('1...............', { limit: 3 });
for (const each of solutions([1, 0], { limit: 1 })) { const cells: number[] = each; void cells; }
const graded: GradeResult = grade('1...............');
if (graded.status === 'graded') { const placed: readonly number[] | undefined = graded.steps[0]?.placed?.digits; void placed; }
const checked: CheckResult = check('1...', [[1]]);
const parsed: ParsedPuzzle = parse('1...............');
const grid: string = format(parsed.cells, { layout: 'grid' });
const list: number[] = format(parsed.cells, { layout: 'list' });
const made: GeneratedPuzzle<'rows'> = generate({ er: [2, 3], clues: 30, symmetry: 'rotational', layout: 'rows', seed: 1 });
const signal: Stop = { aborted: false, throwIfAborted() {} };
async function many() { for await (const { puzzle } of generateMany({ count: 1, signal })) { const text: string = puzzle; void text; } }
const stream: Promise<Report> = solverStream(options).report;
// @ts-expect-error an unknown layout
format('1...............', { layout: 'csv' });
// @ts-expect-error no puzzle
solve(5);
// @ts-expect-error an option of other functions
solve('1...............', { limit: 1 });
// @ts-expect-error a cage without cells
solve('1...............', { cages: [{ sum: 10 }] });
void [checked, ruled, counted, frozen, grid, later, line, list, made, many, rows, stream, texts, bytes];
// @ts-expect-error an unknown variant
solveCells(new Uint8Array(81), { variant: 'y' });
export { clues, done, error, pieces, report, result, text };
`;

const CONSTRUCT = `import { App, Duration, Stack } from 'aws-cdk-lib';
import { SudokuPipeline, type SudokuPipelineProps, SudokuStack } from 'sudoku-batch/cdk';

const props: SudokuPipelineProps = { variant: 'x', timeout: Duration.minutes(2) };
const pipeline = new SudokuPipeline(new Stack(new App(), 'Stack'), 'Sudoku', props);
export const name: string = pipeline.uploadBucket.bucketName;
// @ts-expect-error an unknown property
new SudokuStack(new App(), 'Other', { colour: 'green' });
`;

/** A consumer of each kind. The library's declarations are checked, too; those of the CDK are not. */
const CONSUMERS = [
  { file: 'library.mts', text: LIBRARY, skipLibCheck: false },
  { file: 'library.cts', text: LIBRARY, skipLibCheck: false },
  { file: 'construct.mts', text: CONSTRUCT, skipLibCheck: true },
  { file: 'construct.cts', text: CONSTRUCT, skipLibCheck: true },
] as const;

const RESOLUTIONS = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'esnext', moduleResolution: 'bundler', customConditions: ['browser'] },
] as const;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let installed: Installed;
beforeAll(async () => {
  installed = await install();
  await link(installed, 'aws-cdk-lib', 'constructs', '@types');
  for (const { file, text } of CONSUMERS) writeFileSync(join(installed.directory, file), text);
  return installed.remove;
});

describe.each(['typescript', 'typescript-5'])('%s', (compiler) => {
  const cases = CONSUMERS.flatMap(({ file, skipLibCheck }) =>
    RESOLUTIONS.map((resolution) => ({ file, skipLibCheck, ...resolution })),
  ).filter(
    // only Node has CommonJS; the browser build has no streams; the construct has the same declarations for both
    ({ file, moduleResolution, ...rest }) =>
      (!file.endsWith('.cts') || moduleResolution !== 'bundler') &&
      (!file.startsWith('construct') || moduleResolution !== 'node16') &&
      !('customConditions' in rest && file === 'library.mts'),
  );

  test.each(cases)(
    'reads the types of $file by $moduleResolution resolution',
    async ({ file, skipLibCheck, ...resolution }) => {
      const config = {
        compilerOptions: {
          ...resolution,
          skipLibCheck,
          strict: true,
          noEmit: true,
          target: 'es2022',
          lib: ['es2022'],
          types: file.startsWith('construct') ? ['node'] : [],
        },
        files: [file],
      };
      const path = join(installed.directory, `tsconfig.${Math.random()}.json`);
      writeFileSync(path, JSON.stringify(config));
      const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc');
      expect(await node(installed.directory, [tsc, '-p', path])).toEqual({ code: 0, stdout: '', stderr: '' });
    },
  );
});

test('publint reports no problems', async () => {
  const { publint } = await import('publint');
  const { messages } = await publint({ pkgDir: installed.package, strict: true });
  expect(messages).toEqual([]);
});

test('arethetypeswrong reports no problems, for ES modules and CommonJS', async () => {
  const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [attw, installed.tarball.path, '--profile', 'node16', '--entrypoints', '.', './cdk'];
  const { code, stdout } = await node(ROOT, [...args, '--format', 'ascii', '--no-color', '--no-emoji']);
  const found = stdout
    .split('\n')
    .filter((line) => / (bundler|node16 \(from \w+\)): (?!OK|\(ignored\))/.test(line));
  expect({ code, found }).toEqual({ code: 0, found: [] });
});
