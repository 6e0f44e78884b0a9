import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import project from '../package.json' with { type: 'json' };
import { fencedBlocksIn } from './documented-blocks.ts';

const ROOT = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** Scripts that npm runs by itself. */
const LIFECYCLE = ['postprepare', 'prepack'];

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs', ROOT)).map((name) => `docs/${name}`),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: read(path) }));

test.each(documents)('$path names existing npm scripts and runs no source file directly', ({ text }) => {
  const named = Array.from(text.matchAll(/npm run ([\w:-]+)/g), ([, name]) => name!);
  expect(named.filter((name) => !(name in project.scripts))).toEqual([]);
  // the user's own Node may be too old for the sources
  expect(text.match(/\bnode (bench|bin|build|checks)\/\S+\.ts/g)).toBeNull();
});

test('the first screen of README.md has the commands that start the demo and run all tests, and continuous integration runs the latter', () => {
  const screen = read('README.md').split('\n').slice(0, 30);
  expect(screen).toContain('npm ci && npm start');
  expect(screen).toContain('npm ci && npm test');
  expect(read('.ci/run')).toMatch(/^npm ci && npm test\b/m);
});

test.each(documents)('blocks of commands in $path name their language', ({ path }) => {
  const commands = fencedBlocksIn(path).filter(({ content }) =>
    /^(\$ |(sudoku|npx|npm|aws|git|deno|bun|cd) )/m.test(content),
  );
  expect(commands.filter(({ language }) => !['sh', 'console'].includes(language))).toEqual([]);
  const shell = commands.filter(({ language }) => language === 'sh');
  expect(shell.filter(({ content }) => /^\$ /m.test(content))).toEqual([]);
});

/** Modules of a folder that are programs by themselves, without the runner that starts them. */
const programsIn = (folder: string) =>
  readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
    .filter((name) => read(`${folder}/${name}`).includes("from 'commander'"))
    .map((name) => name.replace('.ts', ''));

describe.each(['bench', 'checks'])('npm run %s', (folder) => {
  const started = Array.from(
    read(`${folder}/run.ts`).matchAll(/\.command\('([\w-]+)',[^)]*executableFile: '([\w-]+)\.ts'/g),
    ([, name, file]) => ({ name, file }),
  );

  test('starts every program of its folder, by the name of its file', () => {
    expect(started.length).toBeGreaterThan(4);
    expect(started.map(({ name }) => name)).toEqual(started.map(({ file }) => file));
    expect(started.map(({ file }) => file).sort()).toEqual(programsIn(folder).sort());
  });

  test.each(documents)('names in $path exist', ({ text }) => {
    const named = Array.from(text.matchAll(/npm run (\w+) -- ([a-z-]+)/g)).filter(
      ([, script]) => script === folder,
    );
    expect(named.map(([, , name]) => name).filter((name) => !programsIn(folder).includes(name!))).toEqual([]);
  });
});

test('every npm script has a line in CONTRIBUTING.md', () => {
  const rows = read('CONTRIBUTING.md')
    .split('\n')
    .filter((line) => line.startsWith('| `npm '))
    .join('\n');
  const run = Object.keys(project.scripts).filter((name) => !LIFECYCLE.includes(name));
  expect(run.filter((name) => !new RegExp(`\`npm (run )?${name}[\` ]`).test(rows))).toEqual([]);
});
