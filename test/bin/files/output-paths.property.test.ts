import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FailureError, UsageError } from '../../../bin/cli/exit.ts';
import { openOutput } from '../../../bin/files/output.ts';
import { refuseCollisions } from '../../../bin/files/output-paths.ts';
import fc from '../../property.ts';
import { temporaryDirectory } from '../command-line.ts';

const INPUTS = ['in/a', 'in/b', 'hard', 'soft', 'linked/b', 'in/loop/a'];
const part = fc.constantFrom('in', 'linked', 'loop', 'new', 'New', '.', '..', '', 'a', 'b', 'c', 'C');
const outputs = fc.oneof(
  fc.constantFrom(...INPUTS, 'dangling', 'nowhere'),
  fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
);

/** Directories and files, with links of all kinds to them. */
function fill(root: string): void {
  mkdirSync(`${root}/in`, { recursive: true });
  writeFileSync(`${root}/in/a`, 'input a');
  writeFileSync(`${root}/in/b`, 'input b');
  linkSync(`${root}/in/a`, `${root}/hard`);
  symlinkSync('in/a', `${root}/soft`);
  symlinkSync('in', `${root}/linked`);
  symlinkSync('.', `${root}/in/loop`);
  symlinkSync('nowhere', `${root}/dangling`);
}

async function write(path: string, content: string): Promise<boolean> {
  try {
    const output = await openOutput(path);
    await output.write(Buffer.from(content));
    await output.commit();
    return true;
  } catch (error) {
    if (error instanceof UsageError || error instanceof FailureError) return false;
    throw error;
  }
}

test('accepted outputs contain what was written to them, and no input changes', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(INPUTS),
      fc.array(outputs, { minLength: 1, maxLength: 4 }),
      async (inputs, paths) => {
        const outer = temporaryDirectory();
        // deep enough that no `..` leads out of it
        const root = `${outer}/1/2/3/4`;
        try {
          fill(root);
          const at = (path: string) => `${root}/${path}`;
          const before = inputs.map((path) => readFileSync(at(path), 'utf8'));
          try {
            refuseCollisions(
              inputs.map(at),
              paths.map((path) => ({ path: at(path), what: path })),
            );
          } catch (error) {
            if (error instanceof UsageError) return;
            throw error;
          }
          const written: string[] = [];
          for (const path of paths) if (await write(at(path), path)) written.push(path);
          accepted += written.length;
          expect(inputs.map((path) => readFileSync(at(path), 'utf8'))).toEqual(before);
          for (const path of written) expect(readFileSync(at(path), 'utf8')).toBe(path);
        } finally {
          rmSync(outer, { recursive: true });
          mkdirSync(outer); // goes with the test
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(accepted).toBeGreaterThan(0);
});
