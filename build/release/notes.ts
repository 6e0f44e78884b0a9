import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What the changelog says of a version; undefined where it has no section, or an empty one. */
export function versionNotes(changelog: string, version: string): string | undefined {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0]?.replace(/[[\]]/g, '') === version);
  return section?.slice(section.indexOf('\n') + 1).trim() || undefined;
}

// npm run release:notes: those of the version in package.json
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  console.log(versionNotes(await readFile('CHANGELOG.md', 'utf8'), version) ?? `Version ${version}.`);
}
