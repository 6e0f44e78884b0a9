// The places of a JSON file's puzzles, as a tree beside the depth of a scan: what no branch of it enters is skipped.

import { isRuleMember } from '../rules/members.ts';
import { nameOfPath, type Path, type PathStep, parsePath, pathText } from '../shared/place.ts';
import { isIdName, isLevelName, roleOf } from '../shared/roles.ts';

/** What is at a place, or leads to one. */
export interface PlaceNode {
  /** As a reason names it. */
  readonly path: Path;
  /** Whether values here are puzzles. */
  isPlace: boolean;
  /** Members that hold the puzzle of an object here, which is a record; the first that it has counts. */
  names: readonly string[];
  /** What follows each step, by its key; see {@link keyOf}. */
  readonly children: Map<string | number, PlaceNode>;
  /** Whether values here are records: without a puzzle they are invalid. */
  isRecord: boolean;
  /** Whether each value here is a puzzle; below any member, what is none is left alone. */
  readonly isSure: boolean;
}

/** A step as the key of a map. The dot keeps the names of members apart from the other steps. */
export const keyOf = (step: PathStep): string | number =>
  typeof step === 'object' ? `.${step.member}` : step;

function newNode(path: Path): PlaceNode {
  const isSure = !path.includes('*');
  return { path, isPlace: false, names: [], children: new Map(), isRecord: false, isSure };
}

/** @param places texts of paths from a value of the file */
export function placesTree(places: readonly string[]): PlaceNode {
  const root = newNode([]);
  for (const text of places) {
    let node = root;
    for (const step of parsePath(text)!) {
      const child = node.children.get(keyOf(step)) ?? newNode([...node.path, step]);
      node.children.set(keyOf(step), child);
      node = child;
    }
    node.isPlace = true;
  }
  complete(root);
  return root;
}

/** Finds the records below a node. @returns whether there are several values below it */
function complete(node: PlaceNode): boolean {
  const { children, path } = node;
  const inner = [...children.values()];
  const names = inner.flatMap((child) => {
    const step = child.path.at(-1);
    return typeof step === 'object' ? step.member : [];
  });
  let hasMany = children.has('*') || children.has('[]');
  for (const child of inner) if (complete(child)) hasMany = true;
  const areLeaves = names.length === inner.length && !inner.some(leadsOn);
  const areAlternatives = names.length === 1 || names.every((name) => roleOf(name) === 'puzzle');
  if (names.length > 0 && areLeaves && areAlternatives) {
    node.names = names;
    children.clear();
  }
  const isFirst = path.length === 0 || path.at(-1) === '[]';
  node.isRecord = isFirst && !hasMany && node.isSure && (inner.length > 0 || node.isPlace);
  return hasMany || children.size > 1;
}

/** Whether places are within values here. */
export function leadsOn({ names, children }: PlaceNode): boolean {
  return names.length > 0 || children.size > 0;
}

/** Whether places are within the members of an object here. */
export function hasMembers({ children }: PlaceNode): boolean {
  return children.keys().some((key) => typeof key === 'string' && key !== '[]');
}

/** What an element of an array here is. */
export function elementNode({ children }: PlaceNode, index: number): PlaceNode | undefined {
  return children.get(index) ?? children.get('[]');
}

/** What a member of this name is, where only its object is at a place or leads to one. */
export function memberNode({ children }: PlaceNode, name: string): PlaceNode | undefined {
  const any = children.get('*');
  return children.get(keyOf({ member: name })) ?? (any && !isAside(name) ? any : undefined);
}

/** Whether the name of a path says that puzzles stand there: one of puzzles, or of a level such as `easy`. */
export function isNamed(path: Path): boolean {
  const name = nameOfPath(path);
  return name !== undefined && (roleOf(name) === 'puzzle' || isLevelName(name));
}

/** Whether the name of a member says that it holds no puzzles, but a solution, an id or a rule. */
export function isAside(name: string): boolean {
  const role = roleOf(name);
  if (role === undefined || role === 'canonical') return isIdName(name) || isRuleMember(name);
  return role !== 'puzzle';
}

/** Why a record has no puzzle at its place. */
export function missing(node: PlaceNode, got: string): string {
  return `expected a puzzle at ${placesBelow(node).join(' or ')}, got ${got}`;
}

function placesBelow({ path, isPlace, names, children }: PlaceNode): string[] {
  return [
    ...(isPlace ? [pathText(path)] : []),
    ...names.map((member) => pathText([...path, { member }])),
    ...[...children.values()].flatMap(placesBelow),
  ];
}
