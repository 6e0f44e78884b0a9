type Child = Node | string | number | undefined;

/**
 * Creates an element. Text is inserted as text, never as markup, so no content of a file or key can become an element.
 * @param attributes by their HTML names; undefined ones are omitted
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
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

/** A table whose first column names the rows. Numbers are right-aligned. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const head = element('tr', {}, ...columns.map((column) => element('th', { scope: 'col' }, column)));
  const body = rows.map((cells) => element('tr', {}, ...cells.map(cellOf)));
  const made = element(
    'table',
    {},
    element('caption', {}, caption),
    element('thead', {}, head),
    element('tbody', {}, ...body),
  );
  // wide tables scroll, also by keyboard, and the page does not; not a landmark, because several files have similar tables
  return element('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': caption }, made);
}

function cellOf(content: Child, index: number): HTMLElement {
  if (index === 0)
    return element('th', { scope: 'row' }, typeof content === 'number' ? count(content) : content);
  return typeof content === 'number'
    ? element('td', { class: 'number' }, count(content))
    : element('td', {}, content);
}

/** An integer with separators. */
export const count = (value: number): string => value.toLocaleString('en');

/** A number and its noun: `1 puzzle`, `2,000 puzzles`. */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

/** A duration in readable units, to the millisecond. */
export const seconds = (value: number): string =>
  `${value.toLocaleString('en', { maximumFractionDigits: 3 })} s`;
