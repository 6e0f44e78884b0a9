// Writes the licences of the bundled packages to THIRD-PARTY-LICENSES.txt, as the licences require. Equal texts are
// written once.

import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** The folder of a package in a node_modules folder at any depth. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** @throws Error if a package has no licence */
export async function writeLicences(
  { inputs }: { readonly inputs: Readonly<Record<string, unknown>> },
  directory: string,
): Promise<void> {
  const folders = new Set(Object.keys(inputs).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  const packagesOf = new Map<string, string[]>();
  for (const folder of folders) {
    if (!existsSync(`${folder}/package.json`)) continue;
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
    if (typeof license !== 'string')
      throw new Error(`expected a licence in ${folder}/package.json, got none`);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : (await readFile(`${folder}/${file}`, 'utf8')).trim();
    const packages = packagesOf.get(text) ?? [];
    packages.push(`${name} ${version}, ${license}`);
    packagesOf.set(text, packages);
  }
  if (packagesOf.size === 0) return;
  const parts = Array.from(packagesOf, ([text, packages]) => `${packages.sort().join('\n')}\n\n${text}\n`);
  await writeFile(`${directory}/THIRD-PARTY-LICENSES.txt`, parts.sort().join(`\n${'-'.repeat(80)}\n\n`));
}
