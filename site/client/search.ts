// The search field of every page. Loads its index when the field receives the focus.
import MiniSearch from 'minisearch';
import { element } from '../../core/report/client/element.ts';
import { SEARCH } from '../search-options.ts';

const MAX_RESULTS = 12;

const field = document.getElementById('search') as HTMLInputElement;
const results = document.getElementById('results')!;
const root = document.documentElement.dataset.root ?? '';
let index: Promise<MiniSearch> | undefined;

async function load(): Promise<MiniSearch> {
  const { default: json } = (await import(new URL('search-index.js', import.meta.url).href)) as {
    default: string;
  };
  return MiniSearch.loadJSON(json, SEARCH);
}

async function search(): Promise<void> {
  const query = field.value.trim();
  index ??= load();
  const found = query === '' ? [] : (await index).search(query).slice(0, MAX_RESULTS);
  // the user may have typed meanwhile
  if (query !== field.value.trim()) return;
  results.replaceChildren(
    ...found.map(({ id, page, title }) =>
      element('li', {}, element('a', { href: `${root}${id}` }, page === title ? title : `${page}: ${title}`)),
    ),
  );
  if (query !== '' && found.length === 0) results.append(element('li', {}, 'Nothing found'));
}

field.addEventListener('focus', () => {
  index ??= load();
});
field.addEventListener('input', () => void search());
field.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  field.value = '';
  void search();
});
field.form!.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector<HTMLAnchorElement>('a')?.click();
});
