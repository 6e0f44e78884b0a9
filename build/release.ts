// npm run release -- check vX.Y.Z OWNER/NAME, before a tag is pushed; npm run release -- notes, for the release's page
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import project from '../package.json' with { type: 'json' };

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly link?: boolean;
  /** whether it is part of another package, whose hash verifies it */
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly integrity?: string;
  readonly resolved?: string;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Packages that npm would install without verifying a hash. */
export function withoutHash({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle)
    .filter(([, { integrity }]) => integrity === undefined)
    .map(([path]) => path);
}

/** The section of a version in the changelog; undefined if it is missing or empty. */
export function versionNotes(changelog: string, version: string): string | undefined {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0]?.replace(/[[\]]/g, '') === version);
  return section?.slice(section.indexOf('\n') + 1).trim() || undefined;
}

const readNotes = async () => versionNotes(await readFile('CHANGELOG.md', 'utf8'), project.version);

async function check(tag: string, repository: string): Promise<void> {
  const faults: string[] = [];
  if (tag !== `v${project.version}`)
    faults.push(`expected the tag v${project.version} of package.json, got ${tag}`);
  const url = `git+https://github.com/${repository}.git`;
  if (project.repository.url !== url) {
    faults.push(`expected ${url} as repository.url in package.json, got ${project.repository.url}`);
  }
  if ((await readNotes()) === undefined) {
    faults.push(
      `expected a section "## ${project.version}" with text in CHANGELOG.md, got none: rename the section Unreleased`,
    );
  }
  const unverified = withoutHash(JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile);
  if (unverified.length > 0) {
    console.error(
      `note: ${unverified.length} packages have no hash in package-lock.json, such as ${unverified[0]}: if the registry provides them, remove their entries and run npm install --package-lock-only`,
    );
  }
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = new Command('release');
  program
    .command('check')
    .description('Fail unless the tag, package.json, CHANGELOG.md and the repository agree.')
    .argument('<tag>', 'vX.Y.Z')
    .argument('<repository>', 'OWNER/NAME of the repository that publishes, which provenance names')
    .action(check);
  program
    .command('notes')
    .description('Print the changelog of the version in package.json.')
    .action(async () => console.log((await readNotes()) ?? `Version ${project.version}.`));
  await program.parseAsync();
}
