import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { versionNotes } from '../../build/release/notes.ts';

const CHANGELOG = `# Changelog

## Unreleased

- later

## [1.1.0] - 2026-11-30

### Added

- something

## 1.0.0

- all

## 0.9.0
`;

describe('the notes of a version', () => {
  test('are its section of the changelog', () => {
    expect(versionNotes(CHANGELOG, '1.1.0')).toBe('### Added\n\n- something');
    expect(versionNotes(CHANGELOG, '1.0.0')).toBe('- all');
  });

  test.each(['2.0.0', '0.9.0', '1.1'])('are none for %s, which has no section or an empty one', (version) => {
    expect(versionNotes(CHANGELOG, version)).toBeUndefined();
  });
});

const WORKFLOWS = new URL('../../.github/workflows/', import.meta.url);

test.each(readdirSync(WORKFLOWS))(
  '%s names the actions that it runs by commit: tags can be moved',
  (name) => {
    const used = readFileSync(new URL(name, WORKFLOWS), 'utf8').match(/uses: .*/g)!;
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  },
);

/** The jobs of a workflow by name, each with its text. */
function jobsOf(workflow: string): [name: string, text: string][] {
  const [, jobs = ''] = workflow.split(/^jobs:\n/m);
  const parts = jobs.split(/^ {2}([\w-]+):\n/m).slice(1);
  return Array.from({ length: parts.length / 2 }, (_, i) => [parts[2 * i]!, parts[2 * i + 1]!]);
}

/** Lines that run the project's code, or that of its dependencies. */
const RUNS_CODE = /actions\/checkout@|\bnpm (?:ci|i|install|test|run|exec|pack|start)\b|\bnpx\b|\bnode /;

describe.each(readdirSync(WORKFLOWS))('the workflow %s', (name) => {
  const workflow = readFileSync(new URL(name, WORKFLOWS), 'utf8');
  const jobs = jobsOf(workflow);

  test('may read the repository, and no job leaves the token behind for what it runs', () => {
    expect(jobs.length).toBeGreaterThan(0);
    expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\S/m);
    const checkouts = workflow.split('actions/checkout@').slice(1);
    for (const checkout of checkouts) {
      expect(checkout).toMatch(/^\S+ # v\S+\n {8}with:\n {10}persist-credentials: false\n/);
    }
  });

  test('has rights to write only in jobs that run no code of the project or its dependencies', () => {
    const withRights = jobs.filter(([, text]) => /: write\b/.test(text));
    expect(withRights.filter(([, text]) => RUNS_CODE.test(text)).map(([job]) => job)).toEqual([]);
  });
});

test('the release publishes the tarball that was tested, without scripts', () => {
  const jobs = Object.fromEntries(jobsOf(readFileSync(new URL('release.yml', WORKFLOWS), 'utf8')));
  const publishing = Object.entries(jobs).filter(([, text]) => text.includes('npm publish'));
  expect(publishing.map(([name]) => name)).toEqual(['publish']);
  expect(jobs.publish).toMatch(/npm publish \.\/release\/\*\.tgz --ignore-scripts /);
  expect(jobs.publish).toContain('needs: build');
  expect(jobs.publish!.match(/\S+: write\b/g)).toEqual(['id-token: write']);
  expect(jobs.build).toMatch(/npm test\n(.*\n)*.*npm pack --pack-destination release\n/);
});
