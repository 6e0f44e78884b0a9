// npm run release:check -- vX.Y.Z OWNER/NAME: whether version, changelog and repository agree before anything is published
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { type LockFile, unverified } from './lock-file.ts';
import { versionNotes } from './notes.ts';

const [tag, repository] = new Command('release:check')
  .description(
    'Fails unless package.json and CHANGELOG.md are those of the tag, and the repository is the one named.',
  )
  .argument('<tag>', 'vX.Y.Z')
  .argument('<repository>', 'OWNER/NAME that publishes: provenance is of that one')
  .parse().args;
const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
  version: string;
  repository: { url: string };
};
const faults: string[] = [];
if (tag !== `v${manifest.version}`)
  faults.push(`expected the tag v${manifest.version} of package.json, got ${tag}`);
const url = `git+https://github.com/${repository}.git`;
if (manifest.repository.url !== url) {
  faults.push(`expected ${url} as repository.url in package.json, got ${manifest.repository.url}`);
}
if (versionNotes(await readFile('CHANGELOG.md', 'utf8'), manifest.version) === undefined) {
  faults.push(
    `expected a section "## ${manifest.version}" with text in CHANGELOG.md, got none: name the section Unreleased after the version`,
  );
}
const loose = unverified(JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile);
if (loose.length > 0) {
  console.error(
    `note: ${loose.length} packages have no hash in package-lock.json, such as ${loose[0]}: where the registry has them, remove their entries and run npm install --package-lock-only`,
  );
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
