import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('the app of docs/deploy.md synthesizes', async () => {
  const document = readFileSync(`${ROOT}docs/deploy.md`, 'utf8');
  const [, app] = /```ts\n(import.*?)```/s.exec(document)!;
  const code = app!.replace("'sudoku-batch/lib/index.ts'", JSON.stringify(`${ROOT}lib/index.ts`));
  const directory = mkdtempSync(join(tmpdir(), 'deploy-document-'));
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', code], {
      cwd: ROOT,
      env: { ...process.env, CDK_OUTDIR: directory, CDK_CONTEXT_JSON: '{"aws:cdk:bundling-stacks":[]}' },
    });
    const { Resources } = JSON.parse(readFileSync(join(directory, 'Newspaper.template.json'), 'utf8'));
    const ids = Object.keys(Resources).join(' ');
    for (const part of ['SudokuUploadBucket', 'EditorDefaultPolicy', 'SudokuSolved', 'Done']) {
      expect(ids).toContain(part);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});
