import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedApps, type SynthesizedApp, synthesizeApps } from './documented-apps.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const apps = documentedApps();

test('every example app, and every app of the documents, is found', () => {
  const files = readdirSync(join(ROOT, 'examples/cdk')).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(2);
  expect(apps.map(({ name }) => name)).toEqual(expect.arrayContaining(files));
  expect(apps.filter(({ name }) => name.startsWith('deploy.md')).length).toBeGreaterThan(3);
});

describe('with the built package', () => {
  // in the clone, whose packages they import
  mkdirSync(join(ROOT, 'cdk.out'), { recursive: true });
  const directory = mkdtempSync(join(ROOT, 'cdk.out/example-apps-'));
  const outdir = mkdtempSync(join(tmpdir(), 'example-apps-'));
  afterAll(() => {
    for (const each of [directory, outdir]) rmSync(each, { recursive: true });
  });
  let synthesized: Readonly<Record<string, SynthesizedApp>>;
  beforeAll(async () => {
    synthesized = await synthesizeApps(apps, { directory, outdir });
  });

  test.each(apps)('$name synthesizes, without a finding of cdk-nag in its pipelines', ({ name }) => {
    const { error, findings, types } = synthesized[name]!;
    expect(error).toBeUndefined();
    expect(types).toContain('AWS::Lambda::EventSourceMapping');
    expect(findings.filter((finding) => /\/(Sudoku|Pipeline|Editor|Customer)\b/.test(finding))).toEqual([]);
  });
});
