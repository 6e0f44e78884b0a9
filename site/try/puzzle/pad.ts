// Buttons for the symbols of a grid, for fingers: the keyboard on the screen stays away.

import { element } from '../../../core/report/client/element.ts';

/** Buttons that fit side by side on a phone. Rows of a pad are as equal as they can be: 5 and 5, not 7 and 3. */
const PHONE_COLUMNS = 7;

export function digitPad(symbols: string, type: (value: number) => void): HTMLElement {
  const buttons = symbols.split('').map((symbol, i) => padButton(symbol, symbol, () => type(i + 1)));
  const clear = padButton('⌫', 'Clear the cell', () => type(0));
  const pad = element('div', { class: 'pad', role: 'group', 'aria-label': 'Digits' }, ...buttons, clear);
  const rows = Math.ceil(pad.childElementCount / PHONE_COLUMNS);
  pad.style.setProperty('--columns', String(Math.ceil(pad.childElementCount / rows)));
  return pad;
}

function padButton(text: string, label: string, press: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', 'aria-label': label }, text);
  // the cell keeps the focus
  button.addEventListener('pointerdown', (event) => event.preventDefault());
  button.addEventListener('click', press);
  return button;
}
