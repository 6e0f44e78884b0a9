import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Installed, node } from './installed.ts';

// biome-ignore lint/suspicious/noExplicitAny: templates have no types, and a test that misreads one fails
export type Template = any;

/** Runs an app like the CDK's command line. @returns its output and the template of a stack */
export async function synth(
  installed: Installed,
  name: string,
  args: readonly string[],
  stack: string,
  context: object = {},
): Promise<{ directory: string; stdout: string; template: Template }> {
  const directory = join(installed.directory, `${name}.out`);
  const env = { ...process.env, CDK_OUTDIR: directory, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const ended = await node(installed.directory, args, env);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const template: Template = JSON.parse(readFileSync(join(directory, `${stack}.template.json`), 'utf8'));
  return { directory, stdout: ended.stdout, template };
}
