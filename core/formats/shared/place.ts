// Where the puzzles of a file stand: a path of steps, which has a text of its own, such as `puzzle`, `[].question`, `data.*.grid` or
// `[][1]`. The place of a value that is a puzzle itself is `.`.

/** A step from a value to one within it. */
export type PathStep =
  /** the member of this name */
  | { readonly member: string }
  /** any member */
  | '*'
  /** any element */
  | '[]'
  /** the element at this index */
  | number;

export type Path = readonly PathStep[];

/** The path of a value that is a puzzle itself. */
export const SELF = '.';

/** Most places of a file, and characters of each: every message about a piece of the file carries them. */
export const MAX_PLACES = 16;
export const MAX_PLACE_LENGTH = 1000;

/** Where a file's puzzles stand. */
export interface StatedPlaces {
  /** The places as texts: paths, or names of columns. */
  readonly names: readonly string[];
  /** Whether the values decided, as no name did. */
  readonly byShape: boolean;
}

/** Names that are written without quotes. */
const PLAIN = /^[\p{L}\p{N}_$-]+$/u;

/** A name as it is written in a path: with the quotes and escapes of JSON where it has dots, blanks or signs. */
function nameText(name: string): string {
  return PLAIN.test(name) ? name : JSON.stringify(name);
}

/** The text that {@link parsePath} reads as this path. */
export function pathText(path: Path): string {
  if (path.length === 0) return SELF;
  return path
    .map((step, i) => {
      const dot = i === 0 ? '' : '.';
      if (step === '[]') return step;
      if (typeof step === 'number') return `[${step}]`;
      return dot + (step === '*' ? step : nameText(step.member));
    })
    .join('');
}

/** A name in quotes, one without, an index, or `[]`; a dot may precede a name. */
const STEP = /(\.?)(?:("(?:[^"\\]|\\.)*")|\[(\d{0,6})\]|([^.[\]"*\s][^.[\]"]*|\*))/y;

/** Undefined for a text that is no path. */
export function parsePath(text: string): Path | undefined {
  if (text === SELF) return [];
  const path: PathStep[] = [];
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (!found) return undefined;
    const [, dot, quoted, index, plain] = found;
    const isName = index === undefined;
    if ((dot === '.') !== (isName && at > 0)) return undefined;
    if (!isName) path.push(index === '' ? '[]' : Number(index));
    else if (plain === '*') path.push('*');
    else {
      const member = plain ?? unquoted(quoted!);
      if (member === undefined) return undefined;
      path.push({ member });
    }
  }
  return path.length === 0 ? undefined : path;
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/**
 * The name that decides what stands at a path: that of the innermost member which the path names. A number says nothing where
 * another name stands before it, as in the columns of pandas: `quizzes.0`.
 */
export function nameOfPath(path: Path): string | undefined {
  const named = path.filter((step) => typeof step === 'object');
  return (named.findLast(({ member }) => !/^\d+$/.test(member)) ?? named.at(-1))?.member;
}

/**
 * The place of a path that a user names: by the name of its member, by all of it, or by its end; `*` and `[]` stand for any member
 * and element. Undefined for another path.
 */
export function placeAsked(path: Path, asked: string): Path | undefined {
  if (nameOfPath(path) === asked) return path;
  const steps = parsePath(asked);
  if (steps === undefined || steps.length > path.length) return undefined;
  // one name is that of any member, one sign only that of the whole path
  const isWhole = steps.length === path.length;
  if (!isWhole && steps.length === 1 && typeof steps[0] !== 'object') return undefined;
  const front = path.length - steps.length;
  if (!isWhole && steps.length === 0) return undefined;
  const isSame = steps.every((step, i) => stands(step, path[front + i]!));
  return isSame ? [...path.slice(0, front), ...steps] : undefined;
}

/** Whether a path with `*` stands for another one. */
export function standsFor(path: Path, other: Path): boolean {
  return path.length === other.length && path.every((step, i) => stands(step, other[i]!));
}

/** Whether a step that a user writes stands for one of a path. */
function stands(asked: PathStep, step: PathStep): boolean {
  if (asked === '*') return typeof step === 'object' || step === '*';
  if (typeof asked === 'object') return typeof step === 'object' && step.member === asked.member;
  return asked === step;
}

/** Whether a user means a column, an array or a member of this name, with or without quotes. */
export function isMemberNamed(name: string, place: string): boolean {
  if (name.trim() === place.trim()) return true;
  const [step, ...others] = parsePath(place) ?? [];
  return others.length === 0 && typeof step === 'object' && step.member.trim() === name.trim();
}
