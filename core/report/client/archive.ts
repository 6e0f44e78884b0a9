// The section with the files in an archive, and how other sections name the file of an entry.

import type { FilesWithin } from '../../files/tally.ts';
import { counted } from '../format.ts';
import { element, LONG, SHORT, section, table, userText } from './element.ts';

/** The files in an archive; undefined for any other file. */
export function archive(files: FilesWithin | undefined): HTMLElement | undefined {
  if (!files) return undefined;
  const rows = files.list.map(({ name, format, places, puzzles, solved, reason, line }) => [
    userText(name, SHORT),
    places ? element('span', {}, `${format}: `, userText(places.join(', '), SHORT)) : (format ?? '–'),
    puzzles ?? '–',
    solved ?? '–',
    reason === undefined ? '' : userText(line === undefined ? reason : `line ${line}: ${reason}`, LONG),
  ]);
  const others = files.rejected === 0 ? '' : `, ${counted(files.rejected, 'other')}, unchanged in the result`;
  return section(
    'archive',
    `${counted(files.solved, 'file')} of puzzles${others}`,
    table('Files in the archive', ['file', 'format', 'puzzles', 'solved', 'why not'], rows),
    files.solved + files.rejected > files.list.length
      ? element('p', { class: 'note' }, 'And more.')
      : undefined,
  );
}

/** Entries of a report's lists, each with the name of its file in the archive. */
export function byFile<T extends { readonly file?: string }>(
  entries: readonly T[],
): (T & { readonly key?: string })[] {
  return entries.map((entry) => (entry.file === undefined ? entry : { ...entry, key: entry.file }));
}
