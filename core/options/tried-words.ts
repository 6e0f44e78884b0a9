// Words that people try, from other programs and from the world of sudoku, and the names that they stand for here: of commands,
// flags, options, rules and values.

/** Names and words, by name. @param table lines such as `name: word word` */
const wordsByName = (table: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(': '))
      .map(([name, words]) => [name!, words!.split(' ')]),
  );

/**
 * By the name here, first those of commands, then of flags, options and values: words that people try for it, in lower case,
 * without hyphens and blanks, singular or plural; # for a whole number. A word of several names stands for the first of them that exists where it was tried. A name can
 * have a value (`solutions=count`), or be that of a command with its flags.
 */
const TRIED = wordsByName(`
  solve: run solver solution play
  check: verify validate test compare diff
  generate: make create new random puzzle
  grade: rate rating difficulty level score hardness se
  grade --path: explain step hint walkthrough
  minimise: minimize minimal irreducible reduce
  canonical: isomorph normalize normalise minlex canonicalize normal
  dedupe: unique uniq duplicate distinct
  split: partition divide
  augment: shuffle permute morph transform
  select: filter sample grep where query head
  audit: lint inspect leak
  convert: show print draw view export import format merge join concat cat
  report: html page stats statistics
  submit: upload send put
  status: info ls list job describe
  watch: follow tail log f
  redrive: retry
  local: demo emulate
  local --serve: serve server
  solve --solutions count: count countsolutions
  help: man manual doc usage helpall ?
  --version: version
  er: difficulty level hardness rating rate grade score se easy medium hard expert diff
  count: number num n c amount quantity total puzzle times
  clues: given hint filled
  distinct: unique different
  symmetry: symmetric symmetrical
  technique: method strategy strategies
  mask: pattern
  sample: head n number num count limit top first random take
  seed: random rng
  where: filter condition query expression w
  stratify: stratified
  parts: ratio share fraction proportion size testsize trainsize train test validation val valid
  only-new: skiporiginals
  times: copies n count number factor
  path: step explain explanation hint walkthrough why
  against: puzzle original
  follow: watch f
  concurrency: thread job parallel worker processes core cpu j t w c
  out: outfile outputfile target dest destination dir directory outdir inplace
  output: to outputformat format
  format: from inputformat
  variant: rule type kind
  boxes: size box boxsize block dimension
  puzzle: column col path place key
  explain: step explanation path walkthrough hint why
  minimal: minimise minimize irreducible
  budget: timeout guess guesses maxguesses effort time seconds
  limit: max maximum head n maxsolution
  quiet: silent s nolog
  dry-run: test simulate n
  version: v
  solutions=unique: proof prove proven
  solutions=all: every multiple
  solutions=first: one
  output=jsonl: json ndjson
  output=npy: numpy
  output=boxes: pretty draw ascii grid board show
  variant=x: diagonal diagonals xsudoku
  x: diagonal diagonals xsudoku sudokux
  windoku: hyper hypersudoku nrc
  anti-knight: nt chess
  anti-king: touchless notouch
  non-consecutive: consecutive
  center-dot: centredot centre
  disjoint: disjointgroups offset
  classic: normal standard regular vanilla none plain sudoku
  lines: txt text sdm plain
  same: txt text plain lines input original keep
  grids: sdk
  jsonl: ndjson json
  json: jsonl ndjson jsonlines machine
  csv: tsv excel xlsx spreadsheet table
  npy: numpy npz array
  first: one any single 1
  unique: proof proven
  all: every multiple #
  rotational: rotate rotation rotated rotate180 point central 180
  mirror: horizontal vertical
`);

/** Rules that a puzzle has for itself, by the name of their member or option, and what the puzzles are called. */
const RULES = wordsByName(`
  cages: killer sum killersudoku
  arrows: arrowsudoku
  thermos: thermometer
  whispers: german germanwhispers dutch dutchwhispers
  renban: renbanlines
  dots: kropki
  xv: xvsudoku
  greater: greaterthan inequality futoshiki
  even: evenodd
  odd: oddeven
  regions: jigsaw irregular region chaos
`);

const NAMES_BY_WORD = Map.groupBy(
  [...TRIED, ...RULES].flatMap(([name, words]) => words.map((word) => ({ word, name }))),
  ({ word }) => word,
);

/** The names that a word without case, hyphens and blanks may stand for, the likeliest first. */
export function namesTriedAs(word: string): string[] {
  // a short word is no noun
  const forms = word.length < 3 ? [word] : [word, word.replace(/s$/, ''), `${word}s`];
  return [...new Set([...forms, word.replace(/^\d+$/, '#')])].flatMap(
    (form) => NAMES_BY_WORD.get(form)?.map(({ name }) => name) ?? [],
  );
}

/** Commands with flags that words stand for: `local --serve`. */
export const TRIED_CALLS = [...TRIED.keys()].filter((name) => name.includes(' '));

/** The members and options that hold rules of a puzzle itself. */
export const RULES_OF_PUZZLES = [...RULES.keys()];
