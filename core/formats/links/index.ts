// Links that contain a puzzle with its rules, one a line.

import { members } from '../../options/shape.ts';
import { RECORD_MEMBERS } from '../rules/members.ts';
import { isComment } from '../shared/bytes.ts';
import type { CellsLayout } from '../shared/cell-blocks.ts';
import type { Format } from '../shared/format.ts';
import type { Head } from '../shared/head.ts';
import { LineReader } from '../shared/line-reader.ts';
import { isMarker } from '../shared/markers.ts';
import { solutionLines } from '../shared/solution-lines.ts';
import { isObjectText, isWebAddress } from './link.ts';
import { linkPlace } from './link-line.ts';
import { LinkBuilder, LinkScanner } from './scanner.ts';

type LinksState = Readonly<Record<never, never>>;

/** One link a line, or another text that contains a puzzle with its rules. */
export const links: Format<LinksState, CellsLayout> = {
  name: 'links',
  recognise,
  state: members<LinksState>({}),
  splittable: () => true,
  holds: ['first', 'unique'],
  alphabets: () => [],
  rules: () => RECORD_MEMBERS,
  reader: (_, options, first) => {
    const scanner = new LinkScanner(options);
    return new LineReader(scanner, first, false, new LinkBuilder(scanner));
  },
  writer: () => solutionLines,
};

function recognise({ lines, requested }: Head): LinksState | undefined {
  if (requested === 'links') return {};
  let [found, others] = [0, 0];
  for (const line of lines) {
    if (line.length === 0) continue;
    if (line.isPlain) {
      others++;
      continue;
    }
    const { text } = line;
    // objects alone are JSON
    if (isComment(text) || isMarker(text) || isObjectText(text)) continue;
    const { start, kind } = linkPlace(text);
    const isOfLink = kind === 'link' ? text[start] !== '{' : start === 0 && isWebAddress(text);
    // after a comma, it is a field of a table
    if (isOfLink && !/[,;|]\s*$/.test(text.slice(0, start))) found++;
    // names before links are the header of a table
    else if (found + others === 0 && /^["'a-z][\w "',;|-]{0,200}$/i.test(text)) return undefined;
    else others++;
  }
  return found > others ? {} : undefined;
}
