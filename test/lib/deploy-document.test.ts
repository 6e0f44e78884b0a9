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
  const [, app] = /```js\n(import.*?)```/s.exec(document)!;
  const directory = mkdtempSync(join(tmpdir(), 'deploy-document-'));
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', app!], {
      cwd: ROOT,
      env: { ...process.env, CDK_OUTDIR: directory },
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
