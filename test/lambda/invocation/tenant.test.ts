import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../lambda/invocation/settings.ts';
import { tenantName, tenantOf } from '../../../lambda/invocation/tenant.ts';

const settings = {
  tenant: 'first-folder',
  sources: [
    { bucket: 'b', prefix: 'in/', suffix: '.txt' },
    { bucket: 'all', prefix: '', suffix: '' },
    { bucket: 'part', prefix: 'in/a', suffix: '' },
  ],
} as const;

describe('the tenant of an upload', () => {
  test.each([
    ['b', 'in/acme/a.txt', 'acme'],
    ['b', 'in/acme/2026/a.txt', 'acme'],
    ['all', 'acme/a.txt', 'acme'],
    ['all', 'in/acme/a.txt', 'in'],
    // the prefix of this source ends within a folder
    ['part', 'in/acme/a.txt', 'acme'],
  ])('is the first folder below the prefix of its source: %s/%s', (bucket, key, tenant) => {
    expect(tenantOf(settings, { bucket, key })).toBe(tenant);
  });

  test.each([
    ['b', 'in/a.txt'],
    ['all', 'a.txt'],
    ['none', 'acme/a.txt'],
    ['b', 'in/acme/a.csv'],
  ])('is none for a key in no folder, or of no source: %s/%s', (bucket, key) => {
    expect(tenantOf(settings, { bucket, key })).toBeUndefined();
  });

  test('is none in a pipeline without tenants', () => {
    expect(
      tenantOf({ ...settings, tenant: undefined }, { bucket: 'all', key: 'acme/a.txt' }),
    ).toBeUndefined();
  });

  test('is a hash if the folder has other characters, is empty or is too long', () => {
    const folders = ['Müller & Söhne', '', '~acme', 'a b', 'a'.repeat(101)];
    const names = folders.map(tenantName);
    for (const name of names) expect(name).toMatch(/^~[0-9a-f]{32}$/);
    expect(new Set(names).size).toBe(folders.length);
    expect(tenantName('a'.repeat(100))).toBe('a'.repeat(100));
  });
});

test('the rule for tenants is read from the environment', () => {
  const env = {
    ...{ OUTPUT_BUCKET: 'o', WORK_BUCKET: 'w', UPLOADS_QUEUE_URL: 'u', CHUNKS_QUEUE_URL: 'c' },
    ...{ MAX_RECEIVES: '10', SOURCES: '[["b"]]' },
  };
  expect(readSettings(env).tenant).toBeUndefined();
  expect(readSettings({ ...env, TENANT: 'first-folder' }).tenant).toBe('first-folder');
  expect(() => readSettings({ ...env, TENANT: 'x' })).toThrow("TENANT must be first-folder, got 'x'");
});
