import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { documentedApps, type SynthesizedApp, synthesizeApps } from '../../lib/documented-apps.ts';
import { type Installed, install, installLocked, link, ROOT } from '../installed.ts';

// installs the CDK, and synthesizes every app
vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 });

const PEERS = join(ROOT, 'test/package/peers');
const OLDEST = join(ROOT, 'node_modules/.cache/oldest-peers');
const manifest = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

let installed: Installed;
beforeAll(async () => {
  installed = await install();
  return installed.remove;
});

/** Folders with the installed package beside its oldest peers, and beside the newest ones. */
const FOLDERS = {
  async oldest() {
    await installLocked(PEERS, OLDEST);
    const directory = mkdtempSync(join(installed.directory, 'oldest-'));
    // copies, since a link would find the peers of its own folder
    cpSync(join(OLDEST, 'node_modules'), join(directory, 'node_modules'), { recursive: true });
    cpSync(installed.package, join(directory, 'node_modules/sudoku-batch'), { recursive: true });
    return directory;
  },
  async newest() {
    await link(installed, 'aws-cdk-lib', 'constructs', 'cdk-nag');
    return installed.directory;
  },
};

test('the oldest peers are those of the manifest', () => {
  const { peerDependencies } = manifest(ROOT);
  const { dependencies } = manifest(PEERS);
  for (const name of ['aws-cdk-lib', 'constructs'])
    expect(`^${dependencies[name]}`).toBe(peerDependencies[name]);
});

describe.each(Object.entries(FOLDERS))('with the %s peers', (_, folder) => {
  const apps = documentedApps();
  let synthesized: Readonly<Record<string, SynthesizedApp>>;
  let outdir: string;
  beforeAll(async () => {
    const directory = await folder();
    outdir = mkdtempSync(join(directory, 'out-'));
    synthesized = await synthesizeApps(apps, { directory, outdir });
  });
  afterAll(() => rmSync(outdir, { recursive: true, maxRetries: 5 }));

  test.each(apps)('$name synthesizes, without a finding of cdk-nag in its pipelines', ({ name }) => {
    const { error, findings, types } = synthesized[name]!;
    expect(error).toBeUndefined();
    expect(types).toContain('AWS::Lambda::EventSourceMapping');
    expect(findings.filter((finding) => /\/(Sudoku|Pipeline|Editor|Customer)\b/.test(finding))).toEqual([]);
  });
});
