import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installed, install, link, node, ROOT } from '../installed.ts';

const LIBRARY = `import {
  type FilePlan, generateCells, geometry, HEAD_BYTES, openFile, type PartialOptions, planFile, type Report, RejectedFile,
  type SolveCellsResult, solveCells, solveStream, solveText,
} from 'sudoku-batch';

const options: PartialOptions = { variant: 'x', solutions: 'unique' };
const { text, report }: { text: string; report: Report } = solveText('1...............', options);
const result: SolveCellsResult = solveCells(new Uint8Array(81), { variant: 'x' });
const clues: number = generateCells(geometry(9), { seed: 1 }).next().value.clues;
const plan: FilePlan = planFile({ head: new Uint8Array(HEAD_BYTES), complete: false, name: 'a.txt', given: [options] });
const pieces: Uint8Array[] = [...openFile(plan).end()];
async function* source() { yield new Uint8Array(1); }
const done: Promise<{ tally: { puzzles: number } }> = solveStream(plan, source(), (bytes: Uint8Array) => void bytes);
const error: Error = new RejectedFile('no puzzles', 1);
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
