// Builds elements of the page. Text stays text, so that no key or puzzle can become markup.

import { numberText, withoutMiddle } from '../format.ts';

export { counted, numberText } from '../format.ts';

export type Child = Node | string | number | undefined;
type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Creates an element. Text is inserted as text, never as markup, so no content of a file or key can become an element.
 * @param attributes by their HTML names; undefined ones are omitted
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(name), attributes, children);
}

/** Creates an element of SVG, in the same way. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function filled<E extends Element>(made: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(attribute, String(value));
  }
  made.append(
    ...children
      .filter((child) => child !== undefined)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return made;
}

/** A section with its title. */
export function section(name: string, title: string, ...children: readonly Child[]): HTMLElement {
  return element('section', { class: name }, element('h2', {}, title), ...children);
}

/**
 * A key or path of a user: its direction of writing does not affect its neighbours.
 * @param most characters
 */
export function userText(text: string, most = Infinity): HTMLElement {
  return element('bdi', { title: text.length > most ? text : undefined }, withoutMiddle(text, most));
}

/** Characters of a key in a table, and in a title. */
export const [SHORT, LONG] = [60, 200];

/** The name of a bar that shows its rows in a list below. */
export function filterButton(label: string, show: () => void): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'bar-name', title: 'Show them in the list below' },
    label,
  );
  button.addEventListener('click', show);
  return button;
}

/** A table whose first column names the rows. Numbers are right-aligned, and so are their titles. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const isNumber = (column: number) => column > 0 && rows.some((row) => typeof row[column] === 'number');
  const head = columns.map((column, i) =>
    element('th', { scope: 'col', class: isNumber(i) ? 'number' : undefined }, column),
  );
  const made = element(
    'table',
    {},
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map(cellOf)))),
  );
  return scrollable(caption, made);
}

/** A box in which a wide table scrolls, also by keyboard, so that the page does not. */
export function scrollable(label: string, wide: HTMLElement): HTMLElement {
  return element('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }, wide);
}

/** A cell of a table; the first of a row is its title. */
export function cellOf(content: Child, index: number): HTMLElement {
  const shown = typeof content === 'number' ? numberText(content) : content;
  if (index === 0) return element('th', { scope: 'row' }, shown);
  return element('td', { class: typeof content === 'number' ? 'number' : undefined }, shown);
}
