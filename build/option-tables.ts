// npm run docs: writes the tables of options into the documents
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { optionRows } from '../core/options/option-text.ts';
import { defaultText, PROPS } from '../lib/props-table.ts';

const BEGIN = '<!-- options: npm run docs -->';
const END = '<!-- end of options -->';

/** The tables of options, by the document that contains them between its markers. */
export const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/formats.md': () => optionTable('option', optionRows('file')),
  'docs/deploy.md': () => optionTable('setting', settingRows()),
};

/** Replaces the table between the markers of a document. @throws Error if the document has no markers */
export function replaceOptions(document: string, table: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`expected '${BEGIN}' and '${END}' in the document`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${document.slice(end)}`;
}

function settingRows(): [string, string, string][] {
  const ofFiles = optionRows('stack').map(([name]) => name);
  const rows = Object.entries(PROPS).map(([name, entry]): [string, string, string] => {
    const { kind, help } = entry;
    return [
      `\`${name}\``,
      kind.range ? `${help}, ${kind.range[0]} to ${kind.range[1]}` : help,
      defaultText(entry),
    ];
  });
  const destroy: [string, string, string] = [
    '`destroyData`',
    'delete the buckets and the logs with the stack; the buckets must be empty',
    '`false`',
  ];
  return [...rows.filter(([name]) => !ofFiles.includes(name)), destroy];
}

function optionTable(title: string, rows: readonly (readonly string[])[]): string {
  // unpadded, as Biome formats tables wider than a line
  const lines = [[title, 'is', 'default'], ['---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, table] of Object.entries(DOCUMENTS)) {
    const url = new URL(`../${path}`, import.meta.url);
    writeFileSync(url, replaceOptions(readFileSync(url, 'utf8'), table()));
  }
}
