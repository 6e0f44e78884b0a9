import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../core/options/option-text.ts';
import { SCRIPT, temporaryDirectory } from './bin/command-line.ts';
import { solveBytes } from './core/formats/solve-bytes.ts';
import { fencedBlocksIn, stepsOf } from './documented-blocks.ts';

const ROOT = new URL('..', import.meta.url);

/** Files of docs/formats.md and their results, with the options that the text names. */
function filesIn(path: string) {
  let file = '';
  return fencedBlocksIn(path).flatMap(({ before, content }) => {
    const options = /^(?:and|gives)(?:, with `(.+)`,)?(?: \(on one line\))?$/.exec(before);
    if (!options) {
      file = content;
      return [];
    }
    const pairs = (options[1] ?? '').split(' ').filter(Boolean);
    const given = parseOptions(
      pairs.map((pair) => pair.split('=') as [string, string]),
      'flag',
    );
    return [{ file, given, result: content, isFolded: before.includes('on one line') }];
  });
}

const files = filesIn('docs/formats.md');

test('docs/formats.md contains examples', () => expect(files.length).toBeGreaterThan(5));

test.each(files)('docs/formats.md shows the result of %j', ({ file, given, result, isFolded }) => {
  const { text } = solveBytes(Buffer.from(file), given);
  expect(text).toBe(isFolded ? `${result.trimEnd().replace(/\n */g, ' ')}\n` : result);
});

/** Transcripts of commands that need no stack. */
const sessions = ['docs/cli.md', 'site/start.md']
  .flatMap(fencedBlocksIn)
  .filter(({ language }) => language === 'console')
  .map(({ content }) => content)
  .filter((content) =>
    /^\$ (echo \S+ \| )?(npx )?sudoku (solve|check|generate|grade|canonical|dedupe)\b/.test(content),
  );

test('the documents contain transcripts', () => expect(sessions.length).toBeGreaterThan(5));

/** Grids are drawn on a terminal, which the script of util-linux provides. */
const isDrawn = (session: string) => session.includes('┌');
const shown = sessions.filter((session) => !isDrawn(session) || process.platform === 'linux');

test.each(shown)('the documents show the output of %s', (session) => {
  const cwd = temporaryDirectory();
  symlinkSync(new URL('examples', ROOT), join(cwd, 'examples'));
  const commands = stepsOf(session).map(({ command }) => command);
  const program = `"${process.execPath}" "${SCRIPT}"`;
  // prints each command before its output, as a terminal does
  const script = commands.map(
    (line) =>
      `code=$?\necho '$ '${quoted(line)}\n(exit $code)\n${line.replaceAll(/(npx )?(?<![\w.])sudoku(?= )/g, program)}\n`,
  );
  const text = `exec 2>&1\n${script.join('')}`;
  writeFileSync(join(cwd, 'session'), `stty cols 80\n${text}`);
  const shell = isDrawn(session) ? ['script', '-qec', 'bash session', '/dev/null'] : ['bash', '-c', text];
  const { stdout } = spawnSync(shell[0]!, shell.slice(1), {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  expect(timeless(stdout.replaceAll('\r', ''))).toBe(timeless(session));
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Removes times and rates, which differ between runs. */
function timeless(text: string): string {
  return text
    .replace(/ · [\d.]+ s( · [\d,]+\/s)?$/gm, ' · TIME')
    .replace(/^\d+ of \d+ puzzles? · .*\n/gm, '')
    .replace(/[ \t]+$/gm, '');
}
