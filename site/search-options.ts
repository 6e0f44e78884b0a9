import type { Options } from 'minisearch';

/** Options of the search. Building the index and searching it require the same ones. */
export const SEARCH: Options = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 }, combineWith: 'AND' },
};
