// Buttons of the page to try and of the front page.

import { element } from '../../../core/report/client/element.ts';

/** A button that calls a function when it is pressed. */
export function button(
  text: string,
  attributes: Readonly<Record<string, string | undefined>>,
  press: () => void,
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', press);
  return made;
}
