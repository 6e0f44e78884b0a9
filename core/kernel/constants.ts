// Numbers that WebAssembly kernels and TypeScript share. AssemblyScript compiles this file into the kernels, where each is
// an i32, and TypeScript infers literal types: so nothing but `export const NAME = number`, and no imports.

// How one puzzle ended; solver/status.ts names them.
export const SOLVED = 0;
export const NO_SOLUTION = 1;
export const NOT_UNIQUE = 2;
export const INVALID = 3;
export const UNSOLVED = 4;
export const UNSUPPORTED = 5;
export const INTERRUPTED = 6;

/** Cells in a row of the largest grid. */
export const MAX_SIZE = 36;
/** Rows, columns, boxes, and the units of variants. */
export const MAX_UNITS = 180;
/** Most of them that a cell is in. */
export const MAX_UNITS_OF_CELL = 9;

// The rules of a job of the lanes.
export const RULES_CLASSIC = 0;
export const RULES_X = 1;
/** those in tables that the host has written */
export const RULES_TABLES = 2;
/** rows, columns, and the regions that each puzzle has for itself */
export const RULES_REGIONS = 3;
/** Most unions of cells that the tables can have for locked candidates. */
export const MAX_UNIONS = 3072;
/** Number of the first union: unions are numbered after the cells by rows and by columns. */
export const FIRST_UNION = 162;
/** Most sets that follow from unions and from relations. They are numbered after the unions. */
export const MAX_DERIVED_SETS = 512;

/** Candidate sets of a cell of nine digits. */
export const CELL_SETS = 512;
/** Relations of two cells that the lanes have tables for. */
export const RELATIONS_ROOM = 32;
/** Words of 16 bits of the pairs and groups of a puzzle of the lanes: room for all neighbours of a grid. */
export const RELATED_WORDS = 768;
/** Puzzles of a page that can have such lists. */
export const RELATED_PUZZLES = 16;
/** Groups of cells that a puzzle of the lanes may have: lines of consecutive digits, and arrows. */
export const MAX_CELL_GROUPS = 64;
/** Words of the tables of arrows: 54 tables of 48 sets of choices. */
export const ARROW_WORDS = 20736;

// Why the lanes' `run` returned.
export const RUN_ALL_DONE = 0;
export const RUN_PAGE_READ = 1;
export const RUN_WORK_SPENT = 2;

// What the root of the large engine's search showed of a puzzle.
export const ROOT_SOLVED = 0;
export const ROOT_NO_SOLUTION = 1;
export const ROOT_OPEN = 2;

// Why the large engine's `search` returned.
export const SEARCH_FOUND = 0;
export const SEARCH_EXHAUSTED = 1;
export const SEARCH_BUDGET_SPENT = 2;
export const SEARCH_PAUSED = 3;

// Kinds of rules as the host writes them for the large engine: cells that differ and add up to a sum, have consecutive digits in
// any order, add up to a sum, or only differ.
export const RULE_CAGE = 0;
export const RULE_CONSECUTIVE = 1;
export const RULE_SUM = 2;
export const RULE_DIFFERENT = 3;
/** Bit of a cell whose digit is subtracted from the sum. */
export const SUBTRACTED = 1 << 15;
/** The relation of cells that differ. The reverse of another relation is the next number. */
export const DIFFERENT_RELATION = 0;
/** Grids up to this size have a table of all sets of digits. */
export const MAX_SETS_SIZE = 16;

// Limits of the rules of a puzzle in the large engine.

/** Relations and their reverses: a number has 8 bits. */
export const MAX_RELATIONS = 256;
/** Words of 16 bits of all rules: room for what the other limits allow. */
export const MAX_RULE_WORDS = 1 << 19;
/** Pairs of cells, in both directions, those of different cells of one rule included. */
export const MAX_RELATED_PAIRS = 1 << 18;
/** Rules of several cells: those of the puzzle, and as many that follow as there is room for. */
export const MAX_RULES = 4095;
/** Their cells. */
export const MAX_RULE_CELLS = 1 << 15;
/** Cells of one rule. */
export const MAX_CELLS_OF_RULE = 255;

// Links that simple chains of the grader follow: within a digit, between cells with two candidates, both.
export const LINKS_X = 0;
export const LINKS_Y = 1;
export const LINKS_XY = 2;

// What one more step of a simple chain shows of its source, as bits: it leads back to it; if true, it would be false; if false,
// it would be true.
export const CHAIN_CLOSES = 1;
export const CHAIN_CONTRADICTS = 2;
export const CHAIN_AFFIRMS = 4;

// Forcing chains that a search leaves out, as bits.
export const WITHOUT_CONTRADICTIONS = 1;
export const WITHOUT_DOUBLES = 2;
export const WITHOUT_CELLS = 4;
export const WITHOUT_UNITS = 8;

/** Rank of contradictions among equally long forcing chains. */
export const CONTRADICTION_RANK = 7;

/** Bytes that vectors may read or write beyond the end of an area. */
export const SLACK = 64;

/** Bins of numbers up to 2^32 - 1 on a logarithmic scale. */
export const LOG_BINS = 33;

// Text, in ASCII.
export const TAB = 9;
export const LF = 10;
export const FF = 12;
export const CR = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const PERCENT = 37;
export const ASTERISK = 42;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const COLON = 58;
export const SEMICOLON = 59;
export const BACKSLASH = 92;
export const UNDERSCORE = 95;
export const PIPE = 124;

/** Bytes that a record may have, and those that a kernel reads at a time. */
export const MAX_RECORD_BYTES = 1 << 20;
/** Bytes of a grid that has a pattern: room for nine rows, framed. */
export const MAX_GRID_PATTERN = 2048;
/** Lines between grids that are known, and bytes of each. */
export const MAX_BETWEEN = 4;
export const MAX_BETWEEN_BYTES = 64;
/** Names of members that the kernel of JSON knows, and bytes of each. */
export const MAX_KEYS = 64;
export const MAX_KEY_BYTES = 64;

/** Bytes by which an array or object of JSON is classified, and of the longest text of a grid in it. */
export const CLASSIFIED_BYTES = 1 << 16;

// What members of known names are.
export const KEY_OTHER = 0;
export const KEY_PUZZLE = 1;
export const KEY_SOLUTION = 2;

/** Records of a block at most. */
export const MAX_RECORDS = 8192;

// Numbers that are stored for a record, by their place among its slots. Starts and ends are offsets in the block's bytes,
// without the quotes of a field or string; both are 0 for what a record does not have.

/** of the field or member that is the puzzle, or of the record itself, where that is one */
export const PUZZLE_START = 0;
export const PUZZLE_END = 1;
/** of the file's own solution */
export const SOLUTION_START = 2;
export const SOLUTION_END = 3;
export const STATUS_START = 4;
export const STATUS_END = 5;
export const COUNT_START = 6;
export const COUNT_END = 7;
/** of the puzzle's key in an object */
export const KEY_START = 8;
export const KEY_END = 9;
/** of a row, before its line ending */
export const ROW_END = 10;
/** number of fields of a row */
export const FIELDS = 11;
/** 1 for a record that stays as it is */
export const UNTOUCHED = 12;
/** number of the pattern that a record was read by, 0 where it was read otherwise */
export const IN_KERNEL = 13;
/** Slots of a record. */
export const SLOTS_OF_RECORD = 14;

// What a file holds where a solution would stand.
export const CONTENT_NOTHING = 0;
export const CONTENT_GRID = 1;
export const CONTENT_OTHER = 2;

// How the file's solution compares with the one found.

/** Missing, or incomplete without a contradiction: the solution (or marker) is filled in. */
export const VERDICT_FILL = 0;
/** It solves the puzzle, and is preserved. */
export const VERDICT_RIGHT = 1;
/** It solves the puzzle in another way, and is preserved. */
export const VERDICT_ANOTHER = 2;
/** It does not solve the puzzle: it is replaced. */
export const VERDICT_WRONG = 3;
/** No verdict yet. */
export const VERDICT_OPEN = 255;

/** Rows of a table that a kernel writes at a time. */
export const ROWS_AT_A_TIME = 512;
/** Bytes of their ids. */
export const ID_BYTES = 32 << 10;
/** Bytes of the template of a row. */
export const MAX_TEMPLATE = 256;

// What follows a text in the template of a row.
export const PART_END = 0;
export const PART_PUZZLE = 1;
export const PART_SOLUTION = 2;
export const PART_NUMBER = 3;
export const PART_COUNT = 4;
export const PART_GUESSES = 5;
export const PART_ID = 6;

/** Bytes of the rows of which a kernel writes columns of a Parquet file at a time, and most of their fields. */
export const FIELD_BYTES = 1 << 16;
export const MAX_FIELDS = 1 << 16;

// Columns that it writes.
export const PAGE_TEXTS = 0;
export const PAGE_NUMBERS = 1;
export const PAGE_FLAGS = 2;
