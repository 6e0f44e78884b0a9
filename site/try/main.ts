// The page to try: solves puzzles and files with the library, all within this browser.

import { element } from '../../core/report/client/element.ts';
import type { FilesPanel } from './files/panel.ts';
import { puzzlePanel } from './puzzle/panel.ts';
import { missingFeature } from './shared/simd.ts';

/**
 * Builds the page into an element, which must be in the document.
 * @param root receives the class `try`; `site/try/style.css` must be loaded
 */
export function mount(root: HTMLElement): void {
  root.classList.add('try');
  const many = element('div');
  let loading: Promise<FilesPanel> | undefined;
  /** The panel of files, which is loaded when it is needed first: with all formats, it is several times the rest of the page. */
  const files = () => {
    loading ??= import('./files/panel.ts').then(({ filesPanel }) => {
      const panel = filesPanel((puzzle) => {
        pages.show(0);
        one.open(puzzle);
      });
      many.replaceChildren(panel.element);
      return panel;
    });
    return loading;
  };
  const one = puzzlePanel((text) => {
    pages.show(1);
    void files().then((panel) => panel.setText(text));
  });
  const pages = tabs([
    { id: 'one', label: 'One puzzle', content: one.element, onShow: () => {} },
    { id: 'many', label: 'Files and lists', content: many, onShow: () => void files() },
  ]);
  const isOfFiles = location.hash === '#files';
  if (isOfFiles) pages.show(1);
  const missing = missingFeature();
  if (missing !== undefined) root.append(element('p', { class: 'missing', role: 'alert' }, missing));
  root.append(pages.element);
  for (const name of ['dragover', 'drop'] as const) {
    addEventListener(name, (event) => {
      event.preventDefault();
      const [file, ...others] = event.dataTransfer?.files ?? [];
      if (name !== 'drop' || !file) return;
      pages.show(1);
      void files().then((panel) => panel.choose(file, others.length));
    });
  }
  void Promise.resolve(isOfFiles && files()).then(() => {
    document.documentElement.dataset.ready = 'true';
  });
}

// Tabs after the pattern of the ARIA Authoring Practices: arrow keys lead from one to the next.

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
  readonly onShow: () => void;
}

interface Tabs {
  readonly element: HTMLElement;
  show(index: number): void;
}

function tabs(all: readonly Tab[]): Tabs {
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
    all[index]!.onShow();
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
