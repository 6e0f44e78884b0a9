import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type LockFile, versionNotes, withoutHash } from '../../build/release.ts';
import project from '../../package.json' with { type: 'json' };

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

  test.each(['2.0.0', '0.9.0', '1.1'])(
    'are undefined for %s, whose section is missing or empty',
    (version) => {
      expect(versionNotes(CHANGELOG, version)).toBeUndefined();
    },
  );
});

const WORKFLOWS = new URL('../../.github/workflows/', import.meta.url);

test.each(readdirSync(WORKFLOWS))('%s pins its actions to commits, since tags can be moved', (name) => {
  const used = readFileSync(new URL(name, WORKFLOWS), 'utf8').match(/uses: .*/g)!;
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

/** The names and texts of the jobs of a workflow. */
function jobsOf(workflow: string): [name: string, text: string][] {
  const [, jobs = ''] = workflow.split(/^jobs:\n/m);
  const parts = jobs.split(/^ {2}([\w-]+):\n/m).slice(1);
  return Array.from({ length: parts.length / 2 }, (_, i) => [parts[2 * i]!, parts[2 * i + 1]!]);
}

/** Matches commands that run code of the project or of its dependencies. */
const RUNS_CODE = /actions\/checkout@|\bnpm (?:ci|i|install|test|run|exec|pack|start)\b|\bnpx\b|\bnode /;

describe.each(readdirSync(WORKFLOWS))('the workflow %s', (name) => {
  const workflow = readFileSync(new URL(name, WORKFLOWS), 'utf8');
  const jobs = jobsOf(workflow);

  test('may only read the repository, and keeps the token from the code that it runs', () => {
    expect(jobs.length).toBeGreaterThan(0);
    expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\S/m);
    const checkouts = workflow.split('actions/checkout@').slice(1);
    for (const checkout of checkouts) {
      expect(checkout).toMatch(/^\S+ # v\S+\n {8}with:\n {10}persist-credentials: false\n/);
    }
  });

  test('has write permissions only in jobs that run no code of the project or its dependencies', () => {
    const writing = jobs.filter(([, text]) => /: write\b/.test(text));
    expect(writing.filter(([, text]) => RUNS_CODE.test(text)).map(([job]) => job)).toEqual([]);
  });
});

test('the release publishes the tested tarball without running scripts', () => {
  const jobs = Object.fromEntries(jobsOf(readFileSync(new URL('release.yml', WORKFLOWS), 'utf8')));
  const publishing = Object.entries(jobs).filter(([, text]) => text.includes('npm publish'));
  expect(publishing.map(([name]) => name)).toEqual(['publish']);
  expect(jobs.publish).toMatch(/npm publish \.\/release\/\*\.tgz --ignore-scripts /);
  expect(jobs.publish).toContain('needs: build');
  expect(jobs.publish!.match(/\S+: write\b/g)).toEqual(['id-token: write']);
  expect(jobs.build).toMatch(/npm test\n(.*\n)*.*npm pack --pack-destination release\n/);
});

const lock = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as LockFile;

test('every package has a hash, except tools for platforms that npm did not lock', () => {
  const platformOf = (path: string) => lock.packages[path]?.os?.join() ?? 'any';
  // npm omits hashes that the registry does not provide
  const others = withoutHash(lock).filter(
    (path) =>
      !lock.packages[path]?.optional || !/^node_modules\/@(biomejs|oxlint|oxlint-tsgolint)\//.test(path),
  );
  expect(others).toEqual([]);
  const linux = withoutHash(lock).filter(
    (path) => platformOf(path) === 'linux' && !/musl|arm-|ppc64|riscv64|s390x/.test(path),
  );
  expect(linux).toEqual([]);
});

test('the lock file names no registry, so that npm uses the configured one', () => {
  const hosts = Object.values(lock.packages).filter(({ resolved }) => resolved?.includes('://'));
  expect(hosts).toEqual([]);
});

test('finds packages without a hash, and ignores links and bundled packages', () => {
  const packages = {
    '': {},
    'node_modules/pinned': { integrity: 'sha512-x' },
    'node_modules/loose': {},
    'node_modules/linked': { link: true, resolved: 'build/linked' },
    'build/linked': {},
    'node_modules/pinned/node_modules/within': { inBundle: true },
  };
  expect(withoutHash({ packages })).toEqual(['node_modules/loose']);
});

test('all clients of the AWS SDK have the same version, so that bundles contain their common code once', () => {
  const clients = Object.entries(project.devDependencies).filter(([name]) =>
    /^@aws-sdk\/(client-|lib-storage)/.test(name),
  );
  expect(clients.length).toBeGreaterThan(5);
  expect(new Set(clients.map(([, version]) => version)).size).toBe(1);
});
