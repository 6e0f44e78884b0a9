// How the search of the site ranks its results, and the words that people type for what a section calls by another name.

/** Synonyms, other spellings and names of programs, by the section that comes first for them: page, and id of the heading. */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  'start.html#install': 'install setup download npm',
  'start.html#licence': 'license licence copyright apache',
  'cli.html#command-line': 'cli terminal stdin stdout pipe help',
  'cli.html#generate': 'generate generator create make',
  'cli.html#dedupe': 'duplicate duplicates equivalent',
  'cli.html#exit-codes': 'exit code codes status return',
  'cli.html#stop-a-command': 'cancel stop abort interrupt kill resume',
  'formats.html#csv-and-other-tables': 'csv tsv excel spreadsheet',
  'formats.html#json': 'json jsonl ndjson',
  'formats.html#numpy-arrays-npy': 'npy npz numpy array',
  'formats.html#parquet': 'parquet pandas dataframe',
  'formats.html#compressed-files-gzip-and-zstandard': 'gzip gz zstd zst compression',
  'formats.html#jigsaws': 'jigsaw irregular chaos',
  'formats.html#rules-of-a-puzzle-killer-thermo-and-others':
    'killer cage thermo thermometer arrow kropki renban whispers constraint',
  'formats.html#variants': 'windoku hyper diagonal knight king variant',
  'formats.html#links': 'sudokupad fpuzzles f-puzzles url',
  'formats.html#what-people-paste': 'paste forum python sql',
  'formats.html#results-as-tables': 'hint hints explain',
  'formats.html#records-and-markers': 'unsolved unsupported invalid unique',
  'formats.html#options': 'budget option options',
  'deploy.html#settings': 'lambda timeout setting configuration',
  'deploy.html#in-ten-minutes': 'destroy remove uninstall',
  'deploy.html#events': 'webhook notification',
  'operate.html#when-an-alarm-goes-off': 'dead letters dlq alarm monitoring',
  'deploy.html#permissions': 'iam policy permissions role',
  'scale.html#scale-and-cost': 'price pricing cost costs dollars bill',
  'grade.html#how-hard-a-puzzle-is-for-a-person': 'difficulty rating hardness',
  'benchmark.html#what-the-solvers-can-do': 'dlx qqwing alternative comparison',
  'benchmark.html#benchmark': 'speed tdoku performance',
  'solver.html#solver': 'algorithm simd',
  'contributing.html#set-up': 'contribute develop build',
  'data-sets.html#make-a-data-set': 'dataset training pytorch',
};

const wordsOf = (page: string, id: string): readonly string[] =>
  SEARCH_WORDS[`${page}#${id}`]?.split(' ') ?? [];

/** Adds the words of a page's sections to its HTML, below their headings, for the index. */
export function withSearchWords(html: string, page: string): string {
  return html.replaceAll(/<h[1-6] id="([^"]*)".*?<\/h[1-6]>/gs, (heading, id: string) => {
    const words = wordsOf(page, id);
    return words.length === 0 ? heading : `${heading}<p>${words.join(' ')}</p>`;
  });
}

/** The front page, history and reference follow the pages that explain. */
function rankOf(page: string): number {
  if (/^(changelog|decisions|contributing)\.html$/.test(page)) return 0.1;
  return /^($|api\/|construct\.html)/.test(page) ? 0.3 : 1;
}

const AMONG_WORDS = 100;
/** In a shorter word, another letter makes another word: csv and cdk. */
const SHORTEST_FUZZY = 6;

/**
 * Options of MiniSearch. `base` is the path of the site on its server, with which the ids of sections begin.
 */
export function searchOptions(base: string) {
  return {
    combineWith: 'AND' as const,
    prefix: true,
    fuzzy: (term: string) => (term.length >= SHORTEST_FUZZY ? 0.2 : false),
    boost: { title: 6, titles: 2, text: 1 },
    boostDocument(section: string, term: string): number {
      const [page = '', id = ''] = section.slice(base.length).split('#');
      return wordsOf(page, id).includes(term) ? AMONG_WORDS : rankOf(page);
    },
  };
}
