// The page to try: solves puzzles and files with the library, all within this browser.
import { element } from '../../core/report/client/element.ts';
import { filesPanel } from './files/panel.ts';
import { puzzlePanel } from './puzzle/panel.ts';
import { missingFeature } from './shared/simd.ts';
import { tabs } from './tabs.ts';

/**
 * Builds the page into an element, which must be in the document.
 * @param root receives the class `try`; `site/try/style.css` must be loaded
 */
export function mount(root: HTMLElement): void {
  root.classList.add('try');
  const files = filesPanel((puzzle) => {
    pages.show(0);
    one.open(puzzle);
  });
  const one = puzzlePanel((text) => {
    pages.show(1);
    files.setText(text);
  });
  const pages = tabs([
    { id: 'one', label: 'One puzzle', content: one.element },
    { id: 'many', label: 'Files and lists', content: files.element },
  ]);
  if (location.hash === '#files') pages.show(1);
  const missing = missingFeature();
  if (missing !== undefined) root.append(element('p', { class: 'missing', role: 'alert' }, missing));
  root.append(pages.element);
  for (const name of ['dragover', 'drop'] as const) {
    addEventListener(name, (event) => {
      event.preventDefault();
      const [file, ...others] = event.dataTransfer?.files ?? [];
      if (name !== 'drop' || !file) return;
      pages.show(1);
      void files.choose(file, others.length);
    });
  }
  document.documentElement.dataset.ready = 'true';
}
