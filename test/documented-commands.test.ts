import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import project from '../package.json' with { type: 'json' };

const ROOT = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs', ROOT)).map((name) => `docs/${name}`),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: read(path) }));

test.each(documents)(
  '$path names npm scripts that exist, and runs none of the sources by itself',
  ({ text }) => {
    const named = Array.from(text.matchAll(/npm run ([\w:-]+)/g), ([, name]) => name!);
    expect(named.filter((name) => !(name in project.scripts))).toEqual([]);
    // the user's own Node may be too old for them
    expect(text.match(/\bnode (bench|bin|build)\/\S+\.ts/g)).toBeNull();
  },
);

test('every benchmark is an npm script', () => {
  const scripts = Object.values(project.scripts);
  const benchmarks = readdirSync(new URL('bench', ROOT)).filter(
    (name) => name.endsWith('.ts') && read(`bench/${name}`).includes("from 'commander'"),
  );
  expect(benchmarks.length).toBeGreaterThan(5);
  expect(benchmarks.filter((name) => !scripts.includes(`node bench/${name}`))).toEqual([]);
});
