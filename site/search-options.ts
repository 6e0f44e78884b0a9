import type { Options } from 'minisearch';

/** The options of the search, for building the index and for using it. */
export const SEARCH: Options = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 }, combineWith: 'AND' },
};
