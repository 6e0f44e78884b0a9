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
 * without hyphens and blanks. A word of several names stands for the first of them that exists where it was tried. A name can
 * have a value (`solutions=count`), or be that of a command with its flags.
 */
const TRIED = wordsByName(`
  solve: run solver solution solutions play
  check: verify validate test compare diff
  generate: make create new random puzzle puzzles
  grade: rate rating difficulty level score hardness se
  grade --path: explain steps hint hints walkthrough
  minimise: minimize minimal irreducible reduce
  canonical: isomorph isomorphs normalize normalise minlex canonicalize normal
  dedupe: unique uniq duplicates distinct
  split: partition divide
  augment: shuffle permute morph transform
  select: filter sample grep where query head
  audit: lint inspect leaks
  convert: show print draw export import format merge join concat cat
  report: html page stats statistics
  submit: upload send put
  status: info ls list jobs
  watch: follow tail logs log f
  redrive: retry
  local: demo emulate
  local --serve: serve server
  solve --solutions count: count
  help: man manual docs usage
  --version: version
  er: difficulty level hardness rating rate grade score se easy medium hard expert diff
  count: number num n c amount quantity total puzzles times
  clues: givens hints filled
  distinct: unique different
  symmetry: symmetric symmetrical
  technique: techniques method strategy strategies
  mask: pattern
  sample: head n number num count limit top first random take
  seed: random rng
  where: filter condition query expression w
  stratify: stratified
  parts: ratio ratios share shares fraction proportions
  only-new: skiporiginals
  times: copies n count number
  path: steps explain explanation
  against: puzzles original originals
  follow: watch f
  concurrency: threads thread jobs job parallel workers worker processes cores cpus cpu j t w c
  out: outfile outputfile target dest destination dir directory outdir
  output: to outputformat
  format: from inputformat
  variant: rules rule type kind
  boxes: size box boxsize block blocks dimensions
  puzzle: column col field path place key
  explain: steps explanation path walkthrough hints why
  minimal: minimise minimize irreducible
  budget: timeout guesses maxguesses effort time seconds
  limit: max maximum head n maxsolutions
  quiet: silent s nolog
  dry-run: test simulate n
  version: v
  solutions=unique: proof prove proven
  solutions=all: every
  solutions=first: one
  output=jsonl: json ndjson
  output=npy: numpy
  variant=x: diagonal diagonals xsudoku
  x: diagonal diagonals xsudoku sudokux
  windoku: hyper hypersudoku nrc
  anti-knight: nt chess
  anti-king: touchless notouch
  non-consecutive: consecutive
  center-dot: centredot centre
  disjoint: disjointgroups offset
  classic: normal standard regular vanilla none plain sudoku
  lines: txt text line sdm plain
  grids: sdk grid
  jsonl: ndjson json
  json: jsonl ndjson jsonlines machine
  csv: tsv excel xlsx spreadsheet table
  npy: numpy npz array
  first: one any single 1
  unique: proof proven
  all: every
  rotational: point central 180
  mirror: horizontal vertical
`);

/** Rules that a puzzle has for itself, by the name of their member or option, and what the puzzles are called. */
const RULES = wordsByName(`
  cages: killer cage sums killersudoku
  arrows: arrow arrowsudoku
  thermos: thermo thermometer thermometers
  whispers: whisper german germanwhispers dutch dutchwhispers
  renban: renbans
  dots: kropki dot
  xv: xvsudoku
  greater: greaterthan inequality futoshiki
  even: evens evenodd
  odd: odds
  regions: jigsaw irregular region chaos
`);

const NAMES_BY_WORD = Map.groupBy(
  [...TRIED, ...RULES].flatMap(([name, words]) => words.map((word) => ({ word, name }))),
  ({ word }) => word,
);

/** The names that a word without case, hyphens and blanks may stand for, the likeliest first. */
export function namesTriedAs(word: string): string[] {
  return NAMES_BY_WORD.get(word)?.map(({ name }) => name) ?? [];
}

/** Commands with flags that words stand for: `local --serve`. */
export const TRIED_CALLS = [...TRIED.keys()].filter((name) => name.includes(' '));

/** The members and options that hold rules of a puzzle itself. */
export const RULES_OF_PUZZLES = [...RULES.keys()];
