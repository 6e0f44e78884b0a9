// Takes a puzzle to other places: as a link, as text, on paper, and to other programs.

import { lineOf } from '../../../core/formats/shared/alphabet.ts';
import { copiedPuzzle } from '../../../core/report/client/copied-puzzle.ts';
import { element } from '../../../core/report/client/element.ts';
import { defaultBoxes } from '../../../core/solver/model/geometry.ts';
import { regionSymbols } from '../../../core/solver/model/variants.ts';
import { button } from '../shared/button.ts';
import { geometryOf, type Puzzle } from '../shared/puzzle.ts';
import { linkOf } from './link.ts';

export interface ShareControls {
  readonly element: HTMLElement;
  /** The puzzle that is shown is another one. */
  update(): void;
}

/** @param current the puzzle that is shown */
export function shareControls(current: () => Puzzle): ShareControls {
  const copyLink = copyButton(
    'Copy link',
    'copy-link',
    () => new URL(`${location.pathname}#${linkOf(current())}`, location.href).href,
  );
  const copyText = copyButton('Copy text', 'copy-text', () => textOf(current()));
  const programs = element('ul', { class: 'programs' });
  const menu = element(
    'details',
    { class: 'others' },
    element('summary', {}, 'Open in another program'),
    programs,
  );
  const list = async () => {
    const puzzle = current();
    // few people need it
    const { otherPrograms } = await import('./other-programs.ts');
    if (puzzle !== current()) return;
    const items = otherPrograms(puzzle).map(({ name, href, missing }) =>
      element(
        'li',
        {},
        href === undefined
          ? element('span', { class: 'note' }, `${name} does not have ${missing}.`)
          : element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, name),
      ),
    );
    programs.replaceChildren(...items);
    // it opens below the end of a window that is as high as the grid
    programs.scrollIntoView({ block: 'nearest' });
  };
  menu.addEventListener('toggle', () => {
    if (menu.open) void list();
  });
  return {
    element: element(
      'div',
      { class: 'share' },
      element(
        'div',
        { class: 'buttons' },
        copyLink.element,
        copyText.element,
        button('Print', { id: 'print' }, () => print()),
      ),
      menu,
    ),
    update() {
      copyLink.reset();
      copyText.reset();
      if (menu.open) void list();
    },
  };
}

function copyButton(label: string, id: string, text: () => string) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      made.textContent = 'Copied';
    } catch {
      made.textContent = 'Not allowed here';
    }
  };
  const made = button(label, { id }, () => void copy());
  return {
    element: made,
    reset() {
      made.textContent = label;
    },
  };
}

/** A puzzle as text that this page and the command line read: a line of cells, or a record with its rules. */
function textOf(puzzle: Puzzle): string {
  const { size, variant, regions, rules, boxRows, boxColumns } = geometryOf(puzzle);
  const isUsual = regions !== undefined || defaultBoxes(size).rows === boxRows;
  return copiedPuzzle({
    puzzle: lineOf(puzzle.cells),
    size: `${size}x${size}`,
    variant: variant === 'classic' ? undefined : variant,
    boxes: isUsual ? undefined : `${boxRows}x${boxColumns}`,
    regions: regions && regionSymbols(regions),
    rules,
  });
}
