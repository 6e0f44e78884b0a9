// The places of a JSON file's puzzles, as a tree beside the depth of a scan: what no branch of it enters is skipped.

import { isRuleMember } from '../rules/members.ts';
import { type Path, parsePath, pathText, type Step } from '../shared/place.ts';
import { isIdName, roleOf } from '../shared/roles.ts';

/** What is at a place, or leads to one. */
export interface PlaceNode {
  /** As a reason names it. */
  readonly path: Path;
  /** Whether values here are puzzles. */
  isPlace: boolean;
  /** Members that hold the puzzle of an object here, which is a record; the first that it has counts. */
  names: readonly string[];
  readonly members: Map<string, PlaceNode>;
  any: PlaceNode | undefined;
  each: PlaceNode | undefined;
  readonly at: Map<number, PlaceNode>;
  /** Whether values here are records: without a puzzle they are invalid. */
  isRecord: boolean;
  /** Whether each value here is a puzzle; below any member, what is none is left alone. */
  readonly isSure: boolean;
}

function newNode(path: Path): PlaceNode {
  return {
    path,
    isPlace: false,
    names: [],
    members: new Map(),
    any: undefined,
    each: undefined,
    at: new Map(),
    isRecord: false,
    isSure: !path.includes('*'),
  };
}

/** @param places texts of paths from a value of the file */
export function placesTree(places: readonly string[]): PlaceNode {
  const root = newNode([]);
  for (const text of places) {
    let node = root;
    for (const step of parsePath(text)!) node = childAt(node, step);
    node.isPlace = true;
  }
  complete(root);
  return root;
}

function childAt(node: PlaceNode, step: Step): PlaceNode {
  const made = () => newNode([...node.path, step]);
  if (step === '[]') {
    node.each ??= made();
    return node.each;
  }
  if (step === '*') {
    node.any ??= made();
    return node.any;
  }
  if (typeof step === 'number') return childIn(node.at, step, made);
  return childIn(node.members, step.member, made);
}

function childIn<Key>(children: Map<Key, PlaceNode>, key: Key, made: () => PlaceNode): PlaceNode {
  const child = children.get(key) ?? made();
  children.set(key, child);
  return child;
}

/** Finds the records below a node. @returns whether there are several values below it */
function complete(node: PlaceNode): boolean {
  const children = [...node.members.values()];
  const inner = [
    ...children,
    ...node.at.values(),
    ...[node.any, node.each].filter((child) => child !== undefined),
  ];
  const isLeaf = (child: PlaceNode) => !leadsOn(child);
  let hasMany = node.any !== undefined || node.each !== undefined;
  for (const child of inner) if (complete(child)) hasMany = true;
  const isAlternative =
    children.length === 1 || [...node.members.keys()].every((name) => roleOf(name) === 'puzzle');
  if (children.length > 0 && children.length === inner.length && children.every(isLeaf) && isAlternative) {
    node.names = [...node.members.keys()];
    node.members.clear();
  }
  const last = node.path.at(-1);
  const isFirst = last === undefined || last === '[]';
  node.isRecord = isFirst && !hasMany && node.isSure && (inner.length > 0 || node.isPlace);
  return hasMany || node.members.size > 1 || node.at.size > 1;
}

/** Whether places are within values here. */
export function leadsOn(node: PlaceNode): boolean {
  return (
    node.names.length > 0 ||
    node.members.size > 0 ||
    node.at.size > 0 ||
    node.any !== undefined ||
    node.each !== undefined
  );
}

/** What a member of this name is, where only its object is at a place or leads to one. */
export function memberNode(node: PlaceNode, name: string): PlaceNode | undefined {
  return node.members.get(name) ?? (node.any && !isAside(name) ? node.any : undefined);
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

function placesBelow(node: PlaceNode): string[] {
  const names = node.names.map((member) => pathText([...node.path, { member }]));
  const own = node.isPlace ? [pathText(node.path)] : [];
  const inner = [...node.members.values(), ...node.at.values(), node.any, node.each];
  return [...own, ...names, ...inner.flatMap((child) => (child ? placesBelow(child) : []))];
}
