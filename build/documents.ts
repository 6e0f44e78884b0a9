// Writes the tables of options into the documents.
import { readFileSync, writeFileSync } from 'node:fs';
import { DOCUMENTS, replaceOptions } from './option-tables.ts';

for (const [path, table] of Object.entries(DOCUMENTS)) {
  const url = new URL(`../${path}`, import.meta.url);
  writeFileSync(url, replaceOptions(readFileSync(url, 'utf8'), table()));
}
