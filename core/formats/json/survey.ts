// What stands where in the head of a JSON file: for each path, how many of its values are puzzles. Decides where the puzzles of the
// file are, by names before shapes.

import { isMissingValue } from '../records/field-reader.ts';
import { IN_LINK, type TextGrid } from '../records/recognise.ts';
import type { Head } from '../shared/head.ts';
import { markerIn } from '../shared/markers.ts';
import {
  MAX_PLACES,
  nameOf,
  type Path,
  parsePath,
  pathText,
  placeAsked,
  SELF,
  type Step,
} from '../shared/place.ts';
import { isLevelName, roleOf } from '../shared/roles.ts';
import { gridOf, isSolved, isSuspect } from './grid.ts';
import { isAside } from './places.ts';
import { isPuzzleObject } from './puzzle-object.ts';
import { asBuffer, elementsIn, isEmptyList, Json, MAX_DEPTH, Members } from './scan.ts';

/** Values of a path that are examined; the others are only counted. */
const MAX_SAMPLED = 100;

/** Names of an object that have paths of their own, and positions of an array. */
const MAX_NAMES = 1000;
const MAX_POSITIONS = 16;

/** The values at one path. */
class Spot {
  readonly path: Path;
  readonly parent: Spot | undefined;
  /** Texts, numbers and arrays, without arrays that hold puzzles. */
  values = 0;
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
  readonly grids: TextGrid[] = [];
  readonly members = new Map<string, Spot>();
  each: Spot | undefined;
  readonly at: Spot[] = [];

  constructor(path: Path, parent?: Spot) {
    this.path = path;
    this.parent = parent;
  }

  get found(): number {
    return this.open + this.full + this.markers;
  }

  /** Whether most values here are puzzles. */
  get fits(): boolean {
    return 2 * this.found > this.values;
  }

  member(name: string): Spot | undefined {
    const known = this.members.get(name);
    if (known || this.members.size === MAX_NAMES) return known;
    const made = new Spot([...this.path, { member: name }], this);
    this.members.set(name, made);
    return made;
  }

  element(): Spot {
    this.each ??= new Spot([...this.path, '[]'], this);
    return this.each;
  }

  position(index: number): Spot | undefined {
    if (index < MAX_POSITIONS) this.at[index] ??= new Spot([...this.path, index], this);
    return this.at[index];
  }
}

/** Where the puzzles are, and the grids there. */
export interface Found {
  readonly places: readonly string[];
  /** Whether no name says so. */
  readonly byShape: boolean;
  readonly grids: readonly TextGrid[];
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
  const root = new Spot([]);
  const survey = new Survey(head);
  for (const [start, end] of starts) survey.visit(root, start, end);
  const spots = spotsOf(root);
  if (asked !== undefined) return askedFor(root, spots, asked, head.complete);
  const fitting = spots.filter((spot) => spot.found > 0 && spot.fits);
  const named = namedPlaces(fitting);
  if (named.length > 0) return foundAt(root, named, false);
  const shaped = shapedPlaces(fitting);
  const [one, other] = unrelated(shaped) ?? [];
  if (one && other) {
    const [a, b] = [pathText(one.path), pathText(other.path)];
    return {
      reason: `expected puzzles at one place, got grids at ${a} and at ${b}: say which with the option puzzle, as in puzzle=${a}`,
    };
  }
  if (shaped.length > 0) return foundAt(root, shaped, true);
  // a puzzle by its name, although it is none; or a list of which half are puzzles
  const misread = spots.filter(
    (spot) => spot.values + spot.near > 0 && isNamed(spot) && spot.objects === 0 && survey.mayBeGrid(spot),
  );
  if (misread.length > 0) return foundAt(root, misread.slice(0, MAX_PLACES), false);
  const halves = spots.filter(
    (spot) => spot.path.at(-1) === '[]' && spot.found > 0 && 2 * spot.found >= spot.values,
  );
  return halves.length === 1 ? foundAt(root, halves, true) : undefined;
}

function foundAt(root: Spot, spots: readonly Spot[], byShape: boolean): Found {
  const places = placesOf(root, spots);
  // that the document or line is the puzzle needs no word
  const isSelf = places.length === 1 && places[0] === SELF;
  return { places, byShape: byShape && !isSelf, grids: spots.flatMap(({ grids }) => grids) };
}

/** Visits the values of the head. */
class Survey {
  readonly #bytes: Buffer;
  readonly #alphabet: string | undefined;
  readonly #readText: Head['readText'];
  readonly #gridLike = new Set<Spot>();

  constructor({ bytes, alphabet, readText }: Head) {
    this.#bytes = asBuffer(bytes);
    this.#alphabet = alphabet;
    this.#readText = readText;
  }

  /** Whether a value at this path is a text or a list. */
  mayBeGrid(spot: Spot): boolean {
    return this.#gridLike.has(spot);
  }

  /** @param end of the value, or -1 if the head ends within it @returns whether it is a puzzle or holds some */
  visit(spot: Spot, start: number, end: number, depth = 1): boolean {
    const bytes = this.#bytes;
    if (end < 0) spot.isCut = true;
    const limit = end < 0 ? bytes.length : end;
    const first = bytes[start];
    if (first === Json.openObject) {
      if (!isPuzzleObject(bytes, start, limit)) return this.#visitMembers(spot, start, limit, depth);
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
    this.#gridLike.add(spot);
    if (end >= 0 && this.#takeGrid(spot, start, end)) return true;
    const holds = first === Json.open && this.#visitElements(spot, start, limit, depth);
    if (!holds && end >= 0) {
      if (isSuspect(bytes, start, end)) spot.near++;
      else spot.values++;
    }
    return holds;
  }

  #visitMembers(spot: Spot, start: number, limit: number, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    spot.objects++;
    let holds = false;
    const members = new Members();
    members.begin(this.#bytes, start, limit);
    while (members.next()) {
      const child = spot.member(members.key);
      if (child && this.visit(child, members.valueStart, members.valueEnd, depth + 1)) holds = true;
      if (members.valueEnd < 0) break;
    }
    return holds;
  }

  #visitElements(spot: Spot, start: number, limit: number, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    spot.arrays++;
    let holds = false;
    let index = 0;
    for (const [at, end] of elementsIn(this.#bytes, start, limit)) {
      if (this.visit(spot.element(), at, end, depth + 1)) holds = true;
      const position = spot.position(index++);
      if (position && end >= 0) this.#visitFlat(position, at, end);
      if (end < 0) return holds;
    }
    if (spot.length !== undefined && spot.length !== index) spot.length = -1;
    else spot.length = index;
    return holds;
  }

  /** As {@link visit}, for an element of a row: only what it is itself counts. */
  #visitFlat(spot: Spot, start: number, end: number): void {
    const first = this.#bytes[start];
    const isText = first === Json.quote || first === Json.open;
    if (!(isText && this.#takeGrid(spot, start, end)) && !isMissingValue(this.#bytes, start, end))
      spot.values++;
  }

  /** Counts a value that is a puzzle or a marker. */
  #takeGrid(spot: Spot, start: number, end: number): boolean {
    const bytes = this.#bytes;
    if (spot.found >= MAX_SAMPLED && spot.fits) {
      // most likely as those before
      spot.values++;
      if (spot.open > 0) spot.open++;
      else spot.full++;
      return true;
    }
    if (bytes[start] === Json.quote && markerIn(bytes, start + 1, end - 1)) {
      spot.values++;
      spot.markers++;
      return true;
    }
    const grid = gridOf(bytes, start, end, this.#alphabet, this.#readText);
    if (!grid) return false;
    if (grid.empties > 0) spot.open++;
    // a full grid that is no solution is probably an id or a map of regions
    else if (isSolved(bytes, start, end, grid)) spot.full++;
    else return false;
    spot.values++;
    spot.grids.push(grid);
    return true;
  }
}

/** All paths, in the order of the file: of an array, either that of each element or those of its positions. */
function spotsOf(spot: Spot): Spot[] {
  const inner = [...spot.members.values(), ...elementSpots(spot)];
  return [spot, ...inner.flatMap(spotsOf)];
}

/** Rows in an array have a place by its position, such as the second value of each; other arrays are lists. */
function elementSpots({ path, each, at, arrays, length }: Spot): Spot[] {
  if (!each) return [];
  if (path.at(-1) !== '[]') return [each];
  const positions = at.filter((spot) => spot.found > 0 && spot.fits);
  if (positions.length === 0 || each.objects > 0) return [each];
  const isRow = length !== -1 && arrays > 1;
  const kinds = new Set(
    at.map((spot) => (!spot.fits || spot.found === 0 ? 'other' : spot.open > 0 ? 'open' : 'full')),
  );
  const areRows = isRow && kinds.size > 1;
  return areRows || !each.fits ? positions : [each];
}

/** Whether the name of a path says that puzzles stand there: one of puzzles, or of a level such as `easy`. */
function isNamed({ path }: Spot): boolean {
  const name = nameOf(path);
  return name !== undefined && (roleOf(name) === 'puzzle' || isLevelName(name));
}

const isWithinAside = ({ path }: Spot) =>
  path.some((step) => typeof step === 'object' && isAside(step.member));

/** The paths that a name decides; of two names for one record, the first. */
function namedPlaces(fitting: readonly Spot[]): Spot[] {
  const named = fitting.filter((spot) => isNamed(spot) && (spot.open > 0 || !isWithinAside(spot)));
  const kept: Spot[] = [];
  for (const spot of named) {
    const rivals = kept.filter((one) => one.parent === spot.parent && isMember(one) && isMember(spot));
    const records = spot.parent?.objects ?? 0;
    const isSecond = rivals.some((one) => !areLevels(one, spot) && one.values + spot.values > records);
    if (!isSecond) kept.push(spot);
  }
  return withElements(kept, fitting);
}

const isMember = ({ path }: Spot) => typeof path.at(-1) === 'object';

const areLevels = (...spots: readonly Spot[]) => spots.every(({ path }) => isLevelName(nameOf(path)!));

/** With the elements of a list that are puzzles themselves, beside objects with one. */
function withElements(places: readonly Spot[], fitting: readonly Spot[]): Spot[] {
  const lists = fitting.filter(
    (list) =>
      !places.includes(list) &&
      (list.path.at(-1) === '[]' || list.path.length === 0) &&
      places.some((place) => startsWith(place.path, list.path)),
  );
  return [...lists, ...places];
}

const startsWith = (path: Path, front: Path) => pathText(path.slice(0, front.length)) === pathText(front);

/** The paths of grids without a name that decides. A solution beside its puzzle is none. */
function shapedPlaces(fitting: readonly Spot[]): Spot[] {
  const others = fitting.filter((spot) => !isWithinAside(spot));
  if (others.some(({ open }) => open > 0)) return others.filter(({ open, markers }) => open + markers > 0);
  return others.length > 0 ? others : fitting.filter(({ open }) => open > 0);
}

function commonSpot(one: Spot, other: Spot): Spot {
  const above = new Set<Spot>();
  for (let spot: Spot | undefined = one; spot; spot = spot.parent) above.add(spot);
  let spot = other;
  while (!above.has(spot)) spot = spot.parent!;
  return spot;
}

/** Two of these paths that are members of records, so that only one can be the puzzle. */
function unrelated(places: readonly Spot[]): [Spot, Spot] | undefined {
  for (const [i, one] of places.entries()) {
    for (const other of places.slice(i + 1)) {
      const above = commonSpot(one, other);
      const isList = above === one || above === other;
      if (isList || above.objects === 1) continue;
      if (nameOf(one.path) === nameOf(other.path) && nameOf(one.path) !== nameOf(above.path)) continue;
      return [one, other];
    }
  }
  return undefined;
}

/** The paths as places: the members of a map, if they are many or unknown, become any member. */
function placesOf(root: Spot, spots: readonly Spot[]): string[] {
  const texts = new Set(spots.map(({ path }) => pathText(mapped(root, path, spots))));
  return [...texts].slice(0, MAX_PLACES);
}

function mapped(root: Spot, path: Path, spots: readonly Spot[]): Path {
  let spot = root;
  return path.map((step): Step => {
    const from = spot;
    spot =
      typeof step === 'object'
        ? from.members.get(step.member)!
        : step === '[]'
          ? from.each!
          : from.at[step as number]!;
    return typeof step === 'object' && isMap(from, spots) ? '*' : step;
  });
}

/**
 * Whether the members of an object are as the keys of a map: with names that say nothing, and the puzzles at the same paths below
 * them. The names of levels stand for any name if they can be more than the head shows.
 */
function isMap(spot: Spot, spots: readonly Spot[]): boolean {
  if (spot.objects !== 1) return false;
  const ends = new Map<string, number>();
  const names = new Set<string>();
  for (const { path } of spots) {
    if (path.length <= spot.path.length || !startsWith(path, spot.path)) continue;
    const step = path[spot.path.length];
    if (typeof step !== 'object') return false;
    names.add(step.member);
    const end = pathText(path.slice(spot.path.length + 1));
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  const mayHaveMore = spot.isCut || names.size > MAX_PLACES;
  if (mayHaveMore && [...names].every(isLevelName)) return true;
  const areNamed = [...names].some((name) => isLevelName(name) || roleOf(name) === 'puzzle');
  return [...ends.values()].some((count) => count > 1) && (mayHaveMore || !areNamed);
}

/** The places of the head that a user names. */
function askedFor(root: Spot, spots: readonly Spot[], asked: string, complete: boolean): Found | NotFound {
  const found = spots.filter((spot) => spot.values > 0 && placeAsked(spot.path, asked) !== undefined);
  const leaves = found.filter((spot) => spot.found > 0);
  const chosen = leaves.length > 0 ? leaves : found;
  const grids = chosen.flatMap((spot) => spot.grids);
  if (chosen.length > 0) {
    const isByName = chosen.every(({ path }) => nameOf(path) === asked);
    const texts = chosen.map(({ path }) => pathText(placeAsked(path, asked)!));
    const places = isByName ? placesOf(root, chosen) : [...new Set(texts)].slice(0, MAX_PLACES);
    return { places, byShape: false, grids };
  }
  // puzzles at a path can begin later
  const isPath = (parsePath(asked)?.length ?? 0) > 1;
  if (!complete && isPath) return { places: [asked], byShape: false, grids: [] };
  const names = [...new Set(spots.filter(({ values }) => values > 0).map(({ path }) => pathText(path)))];
  const had = names.length > 0 ? names.slice(0, 20).join(', ') : 'no values';
  return { reason: `expected puzzles at ${asked}, as the option puzzle says, got ${had}` };
}
