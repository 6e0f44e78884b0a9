import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Synthesizes the project's CDK app into `directory`, as `cdk synth` does, in the way the CDK command line and an app
 * speak with each other: output directory and context come by the environment. Without the command line it takes half
 * the time, so that every start can afford a template and a bundle that are fresh.
 *
 * @throws Error with the app's output
 */
export async function synthesize(directory: string): Promise<void> {
  const { app, context } = JSON.parse(await readFile(`${ROOT}cdk.json`, 'utf8')) as {
    app: string;
    context: Record<string, unknown>;
  };
  const [, ...entry] = app.split(' ');
  const environment = { ...process.env, CDK_OUTDIR: directory, CDK_CONTEXT_JSON: JSON.stringify(context) };
  await promisify(execFile)(process.execPath, entry, { cwd: ROOT, env: environment });
}
