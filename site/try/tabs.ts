// Tabs after the pattern of the ARIA Authoring Practices: arrow keys lead from one to the next.

import { element } from '../../core/report/client/element.ts';

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
}

export interface Tabs {
  readonly element: HTMLElement;
  show(index: number): void;
}

export function tabs(all: readonly Tab[]): Tabs {
  const buttons = all.map(({ id, label }) =>
    element(
      'button',
      { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` },
      label,
    ),
  );
  const panels = all.map(({ id, content }) =>
    element('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}` }, content),
  );
  function show(index: number): void {
    for (const [i, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(i === index));
      button.tabIndex = i === index ? 0 : -1;
      panels[i]!.hidden = i !== index;
    }
  }
  for (const [i, button] of buttons.entries()) {
    button.addEventListener('click', () => show(i));
    button.addEventListener('keydown', ({ key }) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (by === undefined) return;
      const next = (i + by + buttons.length) % buttons.length;
      show(next);
      buttons[next]!.focus();
    });
  }
  show(0);
  const list = element('div', { role: 'tablist', 'aria-label': 'What to solve' }, ...buttons);
  return { element: element('div', { class: 'tabs' }, list, ...panels), show };
}
