// The page to try: solves puzzles and files with the library, all within this browser.
import { filesPanel } from './files/panel.ts';

/**
 * Builds the page into an element, which must be in the document.
 * @param root receives the class `try`; `site/try/style.css` must be loaded
 */
export function mount(root: HTMLElement): void {
  root.classList.add('try');
  root.append(filesPanel());
  document.documentElement.dataset.ready = 'true';
}
