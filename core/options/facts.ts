// The facts about puzzles: for each its option, its columns, what it costs and which puzzles have it. A fact that follows
// from the givens is found here; for others, core/files/find-facts.ts has the searches, and loads on first use.

/** A type of a column in Parquet; `BYTE_ARRAY` is a text. */
export type FactColumnType = 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'BYTE_ARRAY';

/** What finding a fact takes, from the cheapest: reading the cells, about a solution, many solutions, the steps of a person. */
export const COSTS = ['cells', 'solving', 'searching', 'grading'] as const;
export type Cost = (typeof COSTS)[number];

/** A fact. Its name is its key in the table, and that of its option and of its member in rows of JSON. */
export interface FactEntry {
  /** The option that requests it in results; without one, only commands that compute fields find it. */
  readonly option?: {
    /** As help of an {@link OPTIONS} entry. */
    readonly help: string;
    /** How the page to try presents it: what it writes, and a sentence for those who need more. */
    readonly label: string;
    readonly note: string;
  };
  /**
   * Names and types of its columns, which are members of its JSON, or all of that if it is no object. A fact without columns is
   * the last member of rows in JSON, and in no other table.
   */
  readonly columns: Readonly<Record<string, FactColumnType>>;
  /** The column of a user's table that holds the first of them. */
  readonly ownColumn?: {
    /** What readers call it. */
    readonly role: string;
    /** Its names, in lower case and with underscores. */
    readonly names: RegExp;
  };
  readonly cost: Cost;
  /** Rows of the grids that have it, whose boxes are square and which have no rules of their own; undefined for all grids. */
  readonly size?: number;
  /** In place of `size`: rows of the largest grids that have it, with boxes of any shape and no rules of their own. */
  readonly largest?: number;
  /** Variants of these grids that have it. */
  readonly variants?: readonly string[];
  /** Puzzles that have it: those with a solution, or those whose givens do not contradict each other; all without this. */
  readonly needs?: 'solution' | 'validity';
  /** It knows nothing of candidates that a puzzle excludes beside its givens, so that such puzzles do not have it. */
  readonly isOfGivens?: true;
  /** It is in the report too, so it is found even if the result has no place for it. */
  readonly isReported?: true;
  /** Finds it in the cells of a puzzle, 0 for empty. */
  readonly find?: (cells: Uint8Array) => number | string | boolean;
}

/** All facts, in the order of the manual. */
export const FACTS = {
  explain: {
    option: {
      help: 'in rows of `jsonl`: [the steps](#results-as-tables) that solve the puzzle, and how hard it is',
      label: 'Write the steps that solve each puzzle',
      note: 'In JSON Lines.',
    },
    columns: {},
    cost: 'grading',
    needs: 'solution',
  },
  grade: {
    option: {
      help: 'in tables: [how hard](#results-as-tables) each 9x9 puzzle is for a person, by `er`, `ep`, `ed`',
      label: 'Rate how hard each 9x9 puzzle is',
      note: 'In tables. Takes longer than solving.',
    },
    columns: { er: 'DOUBLE', ep: 'DOUBLE', ed: 'DOUBLE', hardest: 'BYTE_ARRAY' },
    ownColumn: { role: 'rating', names: /^(rating|se_rating|er)$/ },
    cost: 'grading',
    size: 9,
    variants: ['classic', 'x'],
    needs: 'solution',
    isOfGivens: true,
    isReported: true,
  },
  canonical: {
    option: {
      help: 'in tables: the [canonical form](#results-as-tables) of each classic puzzle up to 16x16',
      label: 'Write the canonical form of each puzzle',
      note: 'In tables. Puzzles that are the same but for symmetries have the same form.',
    },
    columns: { canonical: 'BYTE_ARRAY' },
    ownColumn: { role: 'canonical', names: /^canonical$/ },
    cost: 'solving',
    largest: 16,
    variants: ['classic'],
    needs: 'validity',
    isOfGivens: true,
  },
  minimal: {
    option: {
      help: 'in tables: [whether](#results-as-tables) each given of a puzzle is needed for its only solution',
      label: 'Write whether each given of a puzzle is needed',
      note: 'In tables. Takes longer than solving.',
    },
    columns: { minimal: 'BOOLEAN' },
    ownColumn: { role: 'minimal', names: /^minimal$/ },
    cost: 'searching',
    needs: 'solution',
    isOfGivens: true,
  },
  clues: {
    columns: { clues: 'INT64' },
    cost: 'cells',
    find: cluesIn,
  },
} as const satisfies Record<string, FactEntry>;

/** The number of givens. */
export function cluesIn(cells: Uint8Array): number {
  let clues = 0;
  // no branch, as clues cannot be predicted: values are below 256
  for (let i = 0; i < cells.length; i++) clues += (cells[i]! + 255) >> 8;
  return clues;
}

type Entries = typeof FACTS;

/** The name of any fact. */
export type AnyFact = keyof Entries;

/** The name of a fact that an option requests. */
export type FactName = { [N in AnyFact]: Entries[N] extends { option: object } ? N : never }[AnyFact];

/** The name of a fact that is found by a search. */
export type SearchedFact = { [N in AnyFact]: Entries[N] extends { find: unknown } ? never : N }[AnyFact];

type OwnColumnOf<E> = E extends { ownColumn: { role: infer R } } ? R : never;

/** The role of a column that a user's table can have for a fact. */
export type FactRole = OwnColumnOf<Entries[AnyFact]>;

/** What the table says of a fact. */
export const factEntry = (name: AnyFact): FactEntry => FACTS[name];

/** The names of the columns of a fact. */
export const columnsOfFact = (name: AnyFact): string[] => Object.keys(factEntry(name).columns);

const hasColumns = (name: AnyFact) => columnsOfFact(name).length > 0;

/** All facts in the order of columns and members, in which they are found: those without columns come last. */
export const ALL_FACTS = (Object.keys(FACTS) as AnyFact[]).sort(
  (a, b) => Number(hasColumns(b)) - Number(hasColumns(a)),
);

/** Those that options request. */
export const FACT_NAMES = ALL_FACTS.filter((name): name is FactName => factEntry(name).option !== undefined);

/** A column that a user's table can have for a fact. */
interface FactColumn {
  readonly names: RegExp;
  readonly type: FactColumnType;
}

const FACT_COLUMNS = ALL_FACTS.flatMap((name): (FactColumn & { readonly role: FactRole })[] => {
  const { ownColumn, columns } = factEntry(name);
  if (!ownColumn) return [];
  return [{ role: ownColumn.role as FactRole, names: ownColumn.names, type: Object.values(columns)[0]! }];
});

export const FACT_ROLES = FACT_COLUMNS.map(({ role }) => role);

/** Something for each of these columns. */
export function byFactRole<T>(of: (column: FactColumn) => T): { readonly [R in FactRole]: T } {
  return Object.fromEntries(FACT_COLUMNS.map((column) => [column.role, of(column)])) as {
    [R in FactRole]: T;
  };
}

/** The facts that options request. */
export function requestedFacts(options: { readonly [N in FactName]?: boolean | undefined }): FactName[] {
  return FACT_NAMES.filter((name) => options[name]);
}
