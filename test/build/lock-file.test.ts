import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type LockFile, unverified } from '../../build/release/lock-file.ts';

const lock = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as LockFile;

test('every package is held to a hash, but for tools of platforms that the lock file was not made with', () => {
  const platformOf = (path: string) => lock.packages[path]?.os?.join() ?? 'any';
  // npm leaves out what the registry that it was run against does not have
  const others = unverified(lock).filter(
    (path) =>
      !lock.packages[path]?.optional || !/^node_modules\/@(biomejs|oxlint|oxlint-tsgolint)\//.test(path),
  );
  expect(others).toEqual([]);
  const linux = unverified(lock).filter(
    (path) => platformOf(path) === 'linux' && !/musl|arm-|ppc64|riscv64|s390x/.test(path),
  );
  expect(linux).toEqual([]);
});

test('packages come from whatever registry npm is set to: the lock file names none', () => {
  const hosts = Object.values(lock.packages).filter(({ resolved }) => resolved?.includes('://'));
  expect(hosts).toEqual([]);
});

test('what has no hash is found, whether links and bundled packages are there or not', () => {
  const packages = {
    '': {},
    'node_modules/pinned': { integrity: 'sha512-x' },
    'node_modules/loose': {},
    'node_modules/linked': { link: true, resolved: 'build/linked' },
    'build/linked': {},
    'node_modules/pinned/node_modules/within': { inBundle: true },
  };
  expect(unverified({ packages })).toEqual(['node_modules/loose']);
});
