// Jobs across deployments: the function of these sources, and the same as another version that reads nothing of what it stores.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../bench/shared/programs.ts';
import { functionFiles } from '../../build/function.ts';
import { solveAcross } from '../../checks/upgrade/across.ts';
import { STORED_VERSION } from '../../lambda/invocation/stored-version.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';
import { PUZZLE, SOLUTION } from '../lambda/shared-pipeline.ts';

/** Puzzles of which a file is cut into two chunks. */
const PUZZLES = 210_000;

test('a job in chunks survives an upgrade, a rollback and another upgrade, byte for byte', async () => {
  using folder = temporaryFolder();
  const ours = readAssembly(await synthesizedAssembly());
  const bundle = join(folder.path, 'function');
  mkdirSync(bundle);
  const { outputFiles } = await functionFiles({
    name: 'other-version',
    setup(bundler) {
      bundler.onLoad({ filter: /stored-version\.ts$/ }, () => ({
        contents: `export const STORED_VERSION = ${STORED_VERSION + 1};`,
      }));
    },
  });
  for (const { path, contents } of outputFiles) writeFileSync(join(bundle, basename(path)), contents);
  const other = { ...ours, assetDirectory: () => bundle };

  const lines = (line: string) => Buffer.from(`${line}\n`.repeat(PUZZLES));
  const file = { key: 'upgraded.txt', bytes: lines(PUZZLE), result: lines(SOLUTION) };
  expect(await solveAcross([ours, other, ours, other], [file])).toEqual([]);
});
