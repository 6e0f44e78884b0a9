// npm run docs: writes the API of the construct from its docstrings to docs/construct.md
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TYPEDOC = 'build/typedoc/node_modules/typedoc/bin/typedoc';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const NOTE = '<!-- written by `npm run docs` from the docstrings in lib/ -->';

/** @throws Error with what the program printed, if it fails */
async function run(args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${args[0]} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** The text of docs/construct.md: classes with their methods and grants, and all properties. @throws Error with TypeDoc's output */
export async function constructApi(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'construct-api-'));
  try {
    await run([TYPEDOC, '--options', 'build/typedoc/construct.json', '--out', directory]);
    const text = await readFile(join(directory, 'index.md'), 'utf8');
    const path = join(directory, 'construct.md');
    await writeFile(path, `${NOTE}\n\n${plain(text)}`);
    await run([BIOME, 'format', '--write', '--vcs-enabled=false', path]);
    return await readFile(path, 'utf8');
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Leaves out what a reader of one page does not need: anchors of rows, the modifier of all properties, and inheritance. */
function plain(text: string): string {
  return text
    .replaceAll(/<a id="[^"]*"><\/a> /g, '')
    .replaceAll(/^#+ (?:Overrides|Inherited from)\n\n.*\n\n/gm, '')
    .replaceAll(/\n\*\*\*\n/g, '\n')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await writeFile(join(ROOT, 'docs/construct.md'), await constructApi());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
