import type { Options } from 'minisearch';

/** How pages are searched, when the index is made and when it is used. */
export const SEARCH: Options = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 }, combineWith: 'AND' },
};
