// What stands where in the head of a JSON file: for each path, how many of its values are puzzles. Decides where the puzzles of the
// file are, by names before shapes.

import { isMissingValue } from '../records/field-reader.ts';
import { IN_LINK, isSolved, type TextGrid } from '../records/recognise.ts';
import type { Head } from '../shared/head.ts';
import {
  MAX_PLACES,
  nameOfPath,
  type Path,
  type PathStep,
  parsePath,
  pathText,
  placeAsked,
  SELF,
  standsFor,
} from '../shared/place.ts';
import { isLevelName, roleOf } from '../shared/roles.ts';
import { isAside, isNamed, keyOf } from './places.ts';
import { childrenOf, isEmptyList, Json, MAX_DEPTH } from './scan.ts';
import { gridOf, isMarkerValue, isPuzzleObject, isSuspect, valuesOf } from './value.ts';

/** Values of a path that are examined; the others are only counted. */
const MAX_SAMPLED = 100;

/** Positions of an array that have paths of their own, and all steps from a value. */
const MAX_POSITIONS = 16;
const MAX_CHILDREN = 1000;

/** The values at one path. */
class Spot {
  readonly path: Path;
  /** The path without its last step, and that step. */
  readonly parent: Spot | undefined;
  readonly step: PathStep | undefined;
  /** Texts, numbers and arrays, without arrays that hold puzzles. */
  values = 0;
  /** Values that are texts without content. */
  blanks = 0;
  /** Objects of which members were seen, and arrays of which elements were. */
  objects = 0;
  arrays = 0;
  /** Elements of each array; -1 if they differ. */
  length: number | undefined;
  /** Grids with empty cells, links and pencilmarks; full grids; markers of an earlier run. */
  open = 0;
  full = 0;
  markers = 0;
  /** Puzzles with too many or too few cells. */
  near = 0;
  /** Whether one of its values continues after the head. */
  isCut = false;
  /** Whether one of its values is a text or a list. */
  mayBeGrid = false;
  readonly grids: TextGrid[] = [];
  readonly children = new Map<string | number, Spot>();

  constructor(parent?: Spot, step?: PathStep) {
    this.parent = parent;
    this.step = step;
    this.path = parent ? [...parent.path, step!] : [];
  }

  get found(): number {
    return this.open + this.full + this.markers;
  }

  /** Whether most values here are puzzles. */
  get fits(): boolean {
    return 2 * this.found > this.values;
  }

  /** The values a step further; undefined if there are too many others. */
  child(step: PathStep): Spot | undefined {
    const key = keyOf(step);
    if (!this.children.has(key) && this.children.size < MAX_CHILDREN)
      this.children.set(key, new Spot(this, step));
    return this.children.get(key);
  }

  /** Whether its values are those of a spot, or within them. */
  isWithin(outer: Spot): boolean {
    return this === outer || this.parent?.isWithin(outer) === true;
  }
}

/** Where the puzzles are, and the grids there. */
export interface Found {
  readonly places: readonly string[];
  /** Whether no name says so. */
  readonly byShape: boolean;
  readonly grids: readonly TextGrid[];
  /** Members with a name of solutions that hold something else, such as `"solved":true`. */
  readonly strangers: readonly string[];
}

/** Why it is not known where the puzzles are. */
export interface NotFound {
  readonly reason: string;
}

/**
 * Where the puzzles are among the values that begin at these offsets.
 * @param asked the place that the user names
 */
export function findPlaces(
  head: Head,
  starts: Iterable<[start: number, end: number]>,
  asked?: string,
): Found | NotFound | undefined {
  const root = new Spot();
  for (const [start, end] of starts) visit(head, root, start, end);
  const found = placesAmong(root, head, asked);
  return found && 'places' in found ? { ...found, strangers: strangersIn(root) } : found;
}

type Shown = Omit<Found, 'strangers'>;

function placesAmong(root: Spot, head: Head, asked: string | undefined): Shown | NotFound | undefined {
  const spots = spotsOf(root);
  if (asked !== undefined) return askedFor(root, asked, head.complete);
  const fitting = spots.filter(({ fits }) => fits);
  const named = namedPlaces(fitting);
  if (named.length > 0) return foundAt(named, false);
  // a puzzle by its name, although it is none
  const misread = spots.filter(
    (spot) =>
      isNamed(spot.path) &&
      (spot.found > 0 || (spot.values + spot.near > 0 && spot.objects === 0 && spot.mayBeGrid)),
  );
  const shaped = shapedPlaces(fitting);
  // solutions are no puzzles where half of the puzzles beside them cannot be read
  const areSolutions = shaped.every(isWithinAside) && misread.some(({ found }) => found > 0);
  const [one, other] = (!areSolutions && unrelated(shaped)) || [];
  if (one && other) {
    const [a, b] = [pathText(one.path), pathText(other.path)];
    return {
      reason: `expected puzzles at one place, got grids at ${a} and at ${b}: say which with the option puzzle, as in puzzle=${a}`,
    };
  }
  if (shaped.length > 0 && !areSolutions) return foundAt(shaped, true);
  if (misread.length > 0) return foundAt(misread.slice(0, MAX_PLACES), false);
  const near = spots.find((spot) => spot.near > 0);
  return (
    near && {
      reason: `expected puzzles, got JSON whose grid at ${pathText(near.path)} has too many or too few cells`,
    }
  );
}

function foundAt(spots: readonly Spot[], byShape: boolean): Shown {
  const places = placesOf(spots);
  // that the document or line is the puzzle needs no word
  const isSelf = places.length === 1 && places[0] === SELF;
  return { places, byShape: byShape && !isSelf, grids: spots.flatMap(({ grids }) => grids) };
}

/** Counts a value of the head. @param end -1 if the head ends within it @returns whether it is a puzzle or holds some */
function visit(head: Head, spot: Spot, start: number, end: number, depth = 1): boolean {
  const { bytes } = head;
  const limit = end < 0 ? bytes.length : end;
  const first = bytes[start];
  if (end < 0) spot.isCut = true;
  if (first === Json.openObject) {
    if (!isPuzzleObject(bytes, start, limit)) return visitChildren(head, spot, start, limit, depth);
    spot.values++;
    spot.open++;
    if (spot.grids.length < MAX_SAMPLED) spot.grids.push(IN_LINK);
    return true;
  }
  if (first !== Json.quote && first !== Json.open) {
    if (!isMissingValue(bytes, start, limit)) spot.values++;
    return false;
  }
  if ((end < 0 && first === Json.quote) || isEmptyList(bytes, start, limit)) return false;
  spot.mayBeGrid = true;
  if (end >= 0 && takeGrid(head, spot, start, end)) return true;
  const holds = first === Json.open && visitChildren(head, spot, start, limit, depth);
  if (!holds && end >= 0) {
    if (first === Json.quote && isMissingValue(bytes, start + 1, end - 1)) spot.blanks++;
    if (isSuspect(bytes, start, end)) spot.near++;
    else spot.values++;
  }
  return holds;
}

/** Counts the members or elements of a value. @returns whether one is a puzzle or holds some */
function visitChildren(head: Head, spot: Spot, from: number, limit: number, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const isObject = head.bytes[from] === Json.openObject;
  let holds = false;
  let index = 0;
  for (const { name, start, end } of childrenOf(head.bytes, from, limit)) {
    const child = spot.child(isObject ? { member: name } : '[]');
    if (child && visit(head, child, start, end, depth + 1)) holds = true;
    const position = isObject || end < 0 || index >= MAX_POSITIONS ? undefined : spot.child(index);
    if (position) visitPosition(head, position, start, end);
    index = end < 0 ? -1 : index + 1;
  }
  if (isObject) spot.objects++;
  else spot.arrays++;
  if (!isObject && index >= 0) spot.length = index === (spot.length ?? index) ? index : -1;
  return holds;
}

/** As {@link visit}, for an element of a row: only what it is itself counts. */
function visitPosition(head: Head, spot: Spot, start: number, end: number): void {
  const first = head.bytes[start];
  const isText = first === Json.quote || first === Json.open;
  if (!(isText && takeGrid(head, spot, start, end)) && !isMissingValue(head.bytes, start, end)) spot.values++;
}

/** Counts a value that is a puzzle or a marker. */
function takeGrid({ bytes, alphabet, readText }: Head, spot: Spot, start: number, end: number): boolean {
  if (spot.found >= MAX_SAMPLED && spot.fits) {
    // most likely as those before
    if (spot.open > 0) spot.open++;
    else spot.full++;
  } else if (isMarkerValue(bytes, start, end)) spot.markers++;
  else {
    const grid = gridOf(bytes, start, end, alphabet, readText);
    if (!grid) return false;
    if (grid.empties > 0) spot.open++;
    // a full grid that is no solution is probably an id or a map of regions
    else if (isSolved(valuesOf(bytes, start, end, grid))) spot.full++;
    else return false;
    spot.grids.push(grid);
  }
  spot.values++;
  return true;
}

/** All paths: of an array, either that of each element or those of its positions. */
function spotsOf(spot: Spot): Spot[] {
  const all = [...spot.children.values()];
  const members = all.filter(({ step }) => typeof step === 'object');
  const positions = all.filter(({ step }) => typeof step === 'number');
  const elements = areRows(spot, positions)
    ? positions.filter(({ fits }) => fits)
    : all.filter(({ step }) => step === '[]');
  return [spot, ...[...members, ...elements].flatMap(spotsOf)];
}

/**
 * Whether arrays are rows, which have a place by its position, such as the second value of each; other arrays are lists. A single
 * array is a row only within another one.
 */
function areRows({ step, children, arrays, length }: Spot, positions: readonly Spot[]): boolean {
  const each = children.get('[]');
  if (!each || (step !== '[]' && arrays < 2)) return false;
  const fitting = positions.filter(({ fits }) => fits);
  if (fitting.length === 0 || each.objects > 0) return false;
  if (!each.fits) return true;
  const haveKinds =
    fitting.length < positions.length || new Set(fitting.map(({ open }) => open > 0)).size > 1;
  return length !== -1 && arrays > 1 && (haveKinds || fitting.some((spot) => repeats(spot, fitting)));
}

/** Whether a record has most of its full grids at one of these paths before it, too: solutions beside solved puzzles. */
function repeats(spot: Spot, others: readonly Spot[]): boolean {
  const { parent, open, full } = spot;
  if (!parent || parent.objects === 1 || spot.step === '[]' || open > 0 || full === 0) return false;
  const before = others.slice(0, others.indexOf(spot)).filter((one) => one.parent === parent);
  return before.some(({ grids }) => {
    const known = new Set(grids.map(({ symbols }) => symbols));
    const repeated = spot.grids.filter(({ symbols }) => symbols !== undefined && known.has(symbols));
    return 2 * repeated.length > spot.grids.length;
  });
}

/** The members that have a name of solutions, but for `solution` itself, and mostly something else as values. */
function strangersIn(root: Spot): string[] {
  const names = allUnder(root).map(({ step, found, values, blanks, objects, arrays }) => {
    const others = Math.max(values - blanks - found, arrays) + objects;
    return typeof step === 'object' && found <= others && others > 0 ? step.member : 'solution';
  });
  const strangers = names.filter((name) => roleOf(name) === 'solution' && !/^solution$/i.test(name));
  return [...new Set(strangers)].slice(0, MAX_PLACES);
}

const isWithinAside = ({ path }: Spot) =>
  path.some((step) => typeof step === 'object' && isAside(step.member));

/** The paths that a name decides; of two names for one record, the first. */
function namedPlaces(fitting: readonly Spot[]): Spot[] {
  const named = fitting.filter((spot) => isNamed(spot.path) && (spot.open > 0 || !isWithinAside(spot)));
  const kept: Spot[] = [];
  for (const spot of withoutParts(named)) {
    const rivals = kept.filter(
      (one) => one.parent === spot.parent && isMember(one) && nameOfPath(one.path) !== nameOfPath(spot.path),
    );
    const records = spot.parent?.objects ?? 0;
    const isSecond = rivals.some((one) => !areLevels(one, spot) && one.values + spot.values > records);
    if (!isSecond) kept.push(spot);
  }
  // with the elements of a list that are puzzles themselves, beside objects with one
  const lists = fitting.filter(
    (list) =>
      !kept.includes(list) &&
      (list.step === '[]' || list.step === undefined) &&
      kept.some((place) => place.isWithin(list)),
  );
  return [...lists, ...kept];
}

const isMember = ({ step }: Spot) => typeof step === 'object';

/** The paths that are not within records of another one. */
const withoutParts = (spots: readonly Spot[]) =>
  spots.filter((spot) => !spots.some((one) => isPartOf(spot, one)));

/**
 * Whether a path is within records, beside the puzzles that they have as a member, as in `{"puzzle":…,"previous":{"puzzle":…}}`. In
 * a record that stands alone, lists and levels are not part of it.
 */
function isPartOf(spot: Spot, { parent, step, values }: Spot): boolean {
  if (typeof step !== 'object' || !parent || !spot.parent?.parent?.isWithin(parent)) return false;
  const inner = spot.path.slice(parent.path.length);
  if (parent.objects < 2 && !(isRecordStep(step) && isRecordStep(inner.at(-1)) && inner.every(isPlainMember)))
    return false;
  let top = spot;
  while (top.parent !== parent) top = top.parent!;
  return values + top.values + top.objects + top.arrays > parent.objects;
}

const isRecordStep = (step: PathStep | undefined) =>
  typeof step === 'object' && roleOf(step.member) === 'puzzle';
const isPlainMember = (step: PathStep) => typeof step === 'object' && !isLevelName(step.member);

const areLevels = (...spots: readonly Spot[]) => spots.every(({ path }) => isLevelName(nameOfPath(path)!));

/** The paths of grids without a name that decides. A solution beside its puzzle is none. */
function shapedPlaces(fitting: readonly Spot[]): Spot[] {
  const others = fitting.filter((spot) => !isWithinAside(spot));
  if (others.some(({ open }) => open > 0)) return others.filter(({ open, markers }) => open + markers > 0);
  if (others.length > 0) return others.filter((spot) => !repeats(spot, others));
  return fitting.filter(({ open }) => open > 0);
}

/** Two of these paths that are members of records, so that only one can be the puzzle. */
function unrelated(places: readonly Spot[]): readonly [Spot, Spot] | undefined {
  // the paths below each value, by the step that leads to them
  const branches = new Map<Spot, Map<Spot, Spot[]>>();
  for (const place of places) {
    for (let spot = place; spot.parent; spot = spot.parent) {
      const steps = branches.get(spot.parent) ?? new Map<Spot, Spot[]>();
      const below = steps.get(spot) ?? [];
      below.push(place);
      branches.set(spot.parent, steps.set(spot, below));
    }
  }
  for (const [above, steps] of branches) {
    if (steps.size < 2 || isMapOf(above, places)) continue;
    const [[one, ...others], ...apart] = [...steps.values()] as [[Spot, ...Spot[]], ...Spot[][]];
    const name = nameOfPath(one.path);
    const differs = (spot: Spot) => name === nameOfPath(above.path) || nameOfPath(spot.path) !== name;
    const other = apart.flat().find(differs);
    if (other) return [one, other];
    const beside = others.find(differs);
    if (beside) return [beside, apart[0]![0]!];
  }
  return undefined;
}

/** Whether a single object can be a map of puzzles: most of its texts and lists are some, or hold some. */
function isMapOf({ objects, children }: Spot, places: readonly Spot[]): boolean {
  if (objects !== 1) return false;
  const texts = [...children.values()].filter(({ mayBeGrid }) => mayBeGrid);
  const found = new Set(places);
  const other = texts.filter((spot) => !found.has(spot) && !spot.children.size);
  return texts.length >= 2 * other.length;
}

/** The paths as places: the members of a map, if they are many or unknown, become any member. */
function placesOf(spots: readonly Spot[]): string[] {
  const maps = new Map<Spot, boolean>();
  const mapped = ({ parent, step }: Spot): Path => {
    if (!parent) return [];
    if (!maps.has(parent)) maps.set(parent, isMap(parent, spots));
    return [...mapped(parent), typeof step === 'object' && maps.get(parent) ? '*' : step!];
  };
  const paths = new Map(spots.map(mapped).map((path) => [pathText(path), path]));
  const general = [...paths.values()].filter((path) => path.includes('*'));
  // what another one stands for needs no word
  const apart = [...paths].filter(([, path]) => !general.some((one) => one !== path && standsFor(one, path)));
  return apart.map(([text]) => text).slice(0, MAX_PLACES);
}

/**
 * Whether the members of an object are as the keys of a map: with names that say nothing, and the puzzles at the same paths below
 * them. The names of levels stand for any name if they can be more than the head shows.
 */
function isMap(spot: Spot, spots: readonly Spot[]): boolean {
  if (spot.objects !== 1) return false;
  const depth = spot.path.length;
  const below = spots.filter((one) => one !== spot && one.isWithin(spot)).map(({ path }) => path);
  const names = new Set(below.map((path) => nameOfPath(path.slice(depth, depth + 1))));
  if (names.has(undefined)) return false;
  const hasEqual = new Set(below.map((path) => pathText(path.slice(depth + 1)))).size < below.length;
  const mayHaveMore = spot.isCut || names.size > MAX_PLACES;
  if (mayHaveMore && [...names].every((name) => isLevelName(name!))) return true;
  const areNamed = [...names].some((name) => isLevelName(name!) || roleOf(name!) === 'puzzle');
  return hasEqual && (mayHaveMore || !areNamed);
}

/** The places of the head that a user names. */
function askedFor(root: Spot, asked: string, complete: boolean): Shown | NotFound {
  const spots = allUnder(root);
  const found = spots.filter((spot) => spot.values > 0 && placeAsked(spot.path, asked) !== undefined);
  const leaves = found.filter((spot) => spot.found > 0);
  const chosen = leaves.length > 0 ? leaves : found;
  const grids = chosen.flatMap((spot) => spot.grids);
  if (chosen.length > 0) {
    const isByName = chosen.every(({ path }) => nameOfPath(path) === asked);
    const texts = chosen.map(({ path }) => pathText(placeAsked(path, asked)!));
    const places = isByName ? placesOf(withoutParts(chosen)) : [...new Set(texts)].slice(0, MAX_PLACES);
    return { places, byShape: false, grids };
  }
  const path = parsePath(asked);
  if (!complete && path) {
    const begun = spots.filter(({ children }) => children.has(keyOf(path[0] ?? SELF)));
    const start = (begun.length > 0 ? begun : [root]).find((spot) => mayFollow(spot, path));
    if (start) return { places: [pathText([...start.path, ...path])], byShape: false, grids: [] };
  }
  const names = spotsOf(root)
    .filter(({ values }) => values > 0)
    .map(({ path }) => pathText(path));
  const had = names.length > 0 ? names.slice(0, 20).join(', ') : 'no values';
  return { reason: `expected puzzles at ${asked}, as the option puzzle says, got ${had}` };
}

const allUnder = (spot: Spot): Spot[] => [spot, ...[...spot.children.values()].flatMap(allUnder)];

/** Whether a path that the head does not have can begin after it: within its last value, if that is the first of its kind. */
function mayFollow(start: Spot, path: Path): boolean {
  let spot = start;
  for (const step of path) {
    const isOfObject = typeof step === 'object' || step === '*';
    if ((isOfObject ? spot.arrays : spot.objects) > 0) return false;
    const next = step === '*' ? undefined : spot.children.get(keyOf(step));
    if (!next) return spot.isCut && spot.objects + spot.arrays < 2;
    spot = next;
  }
  return spot.isCut;
}
