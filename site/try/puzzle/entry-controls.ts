// What the keys write: digits of one's own, pencil marks or clues; with a pad for fingers, undo, redo and candidates.

import { element } from '../../../core/report/client/element.ts';
import { button } from '../shared/button.ts';
import type { Writing } from '../shared/grid.ts';

export interface EntryControls {
  readonly element: HTMLElement;
  readonly writing: Writing;
  /** Makes a pad for the symbols of a puzzle, and selects what the keys write. */
  show(symbols: string, writing: Writing): void;
  /** Enables undo and redo. */
  enable(canUndo: boolean, canRedo: boolean): void;
  /** Whether candidates are shown. */
  areCandidatesShown: boolean;
}

interface Actions {
  /** A button of the pad was pressed; 0 clears. */
  readonly type: (value: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Candidates are to be shown, or no longer. */
  readonly showCandidates: () => void;
}

const LABELS: Readonly<Record<Writing, readonly [label: string, title: string]>> = {
  digit: ['Digits', 'Digits of your own'],
  corner: ['Corner', 'Pencil marks in the corners'],
  centre: ['Centre', 'Pencil marks in the middle'],
  clue: ['Clues', 'The digits of the puzzle itself'],
};

export function entryControls(actions: Actions): EntryControls {
  const radios = Object.entries(LABELS).map(([value, [label, title]]) => {
    const radio = element('input', { type: 'radio', name: 'writing', value, id: `write-${value}` });
    radio.checked = value === 'digit';
    return { radio, label: element('label', { title, for: radio.id }, radio, element('span', {}, label)) };
  });
  const modes = element(
    'fieldset',
    { class: 'modes' },
    element('legend', { class: 'hidden-text' }, 'Keys write'),
    ...radios.map(({ label }) => label),
  );
  const undo = iconButton('↶', 'Undo', 'undo', 'Undo: Ctrl+Z', actions.undo);
  const redo = iconButton('↷', 'Redo', 'redo', 'Redo: Ctrl+Y', actions.redo);
  const candidates = element(
    'button',
    { type: 'button', id: 'candidates', 'aria-pressed': 'false' },
    'Candidates',
  );
  candidates.title = 'Show what each cell can be; a pencil mark then removes a candidate or brings it back';
  const pad = element('div', { class: 'pad', role: 'group', 'aria-label': 'Digits' });
  // a cell, which takes the keys, keeps the focus
  for (const one of [modes, undo, redo, candidates, pad])
    one.addEventListener('pointerdown', (event) => event.preventDefault());
  const controls: EntryControls = {
    element: element(
      'div',
      { class: 'entry' },
      modes,
      element('div', { class: 'entry-tools' }, undo, redo, candidates),
      element('p', { class: 'keys' }, 'Shift + digit: corner. Ctrl or Alt + digit: centre. Ctrl + Z: undo.'),
      pad,
    ),
    get writing() {
      return radios.find(({ radio }) => radio.checked)!.radio.value as Writing;
    },
    show(symbols, writing) {
      for (const { radio } of radios) radio.checked = radio.value === writing;
      fillPad(pad, symbols, actions.type);
    },
    enable(canUndo, canRedo) {
      undo.disabled = !canUndo;
      redo.disabled = !canRedo;
    },
    get areCandidatesShown() {
      return candidates.getAttribute('aria-pressed') === 'true';
    },
    set areCandidatesShown(isShown) {
      candidates.setAttribute('aria-pressed', String(isShown));
    },
  };
  candidates.addEventListener('click', () => {
    controls.areCandidatesShown = !controls.areCandidatesShown;
    actions.showCandidates();
  });
  return controls;
}

function iconButton(
  sign: string,
  label: string,
  id: string,
  title: string,
  press: () => void,
): HTMLButtonElement {
  const made = button('', { id, title, 'aria-label': label }, press);
  made.append(element('span', { 'aria-hidden': 'true' }, sign));
  return made;
}

/** Buttons that fit side by side on a phone. Rows of a pad are as equal as they can be: 5 and 5, not 7 and 3. */
const PHONE_COLUMNS = 7;

function fillPad(pad: HTMLElement, symbols: string, type: (value: number) => void): void {
  if (pad.dataset.symbols === symbols) return;
  pad.dataset.symbols = symbols;
  const buttons = Array.from(symbols, (symbol, i) =>
    button(symbol, { 'aria-label': symbol }, () => type(i + 1)),
  );
  pad.replaceChildren(
    ...buttons,
    button('⌫', { 'aria-label': 'Clear the cell' }, () => type(0)),
  );
  const rows = Math.ceil(pad.childElementCount / PHONE_COLUMNS);
  pad.style.setProperty('--columns', String(Math.ceil(pad.childElementCount / rows)));
}
