import { element } from '../../../core/report/client/element.ts';

/** Buttons for the symbols of a grid, for fingers: the keyboard on the screen stays away. */
export function digitPad(symbols: string, type: (value: number) => void): HTMLElement {
  const buttons = symbols.split('').map((symbol, i) => padButton(symbol, symbol, () => type(i + 1)));
  const clear = padButton('⌫', 'Clear the cell', () => type(0));
  return element('div', { class: 'pad', role: 'group', 'aria-label': 'Digits' }, ...buttons, clear);
}

function padButton(text: string, label: string, press: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', 'aria-label': label }, text);
  // the cell keeps the focus
  button.addEventListener('pointerdown', (event) => event.preventDefault());
  button.addEventListener('click', press);
  return button;
}
