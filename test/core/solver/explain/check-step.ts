// Checks the sentence of a step against the state before it. Reads the sentence alone, knows rules as a book of puzzles states them,
// and tries all digits: it shares no code with what finds steps or words them.

import type { StepJson } from '../../../../core/solver/explain/explain.ts';
import type { Geometry } from '../../../../core/solver/model/geometry.ts';
import { ruleName } from '../../../../core/solver/model/rule-kinds.ts';
import { obeys } from '../obeys.ts';

export interface State {
  readonly geometry: Geometry;
  /** digits that each cell may have; of a placed cell its digit */
  readonly may: Set<number>[];
  readonly placed: Set<number>;
  /** of the digits in sentences; numbers without it */
  readonly symbols: string | undefined;
}

export function stateOf(geometry: Geometry, givens: Uint8Array, symbols?: string): State {
  const all = Array.from({ length: geometry.size }, (_, i) => i + 1);
  const state = { geometry, may: Array.from(givens, () => new Set(all)), placed: new Set<number>(), symbols };
  for (const rule of geometry.rules)
    if (rule.kind === 'even' || rule.kind === 'odd')
      state.may[rule.cells[0]!] = new Set(all.filter((digit) => obeys({ ...rule, cells: [0] }, [digit])));
  for (const [cell, digit] of givens.entries()) if (digit > 0) place(state, cell, digit);
  return state;
}

function place({ geometry, may, placed }: State, cell: number, digit: number): void {
  may[cell] = new Set([digit]);
  placed.add(cell);
  for (const peer of peersOf(geometry, cell)) if (!placed.has(peer)) may[peer]!.delete(digit);
}

const known = new WeakMap<Geometry, Set<number>[]>();

function peersOf(geometry: Geometry, cell: number): Set<number> {
  let peers = known.get(geometry);
  if (!peers) {
    const areas = [
      ...geometry.units.map((unit) => Array.from(unit)),
      ...geometry.rules.filter(({ kind }) => kind === 'cage' || kind === 'renban').map(({ cells }) => cells),
      ...geometry.pairs.filter(({ relation }) => relation.name === 'differ').map(({ cells }) => cells),
    ];
    peers = Array.from({ length: geometry.cells }, (_, one) => {
      const seen = new Set(areas.filter((area) => area.includes(one)).flat());
      seen.delete(one);
      return seen;
    });
    known.set(geometry, peers);
  }
  return peers[cell]!;
}

/**
 * Takes a step.
 * @returns what is wrong about it; undefined if nothing is
 */
export function takeStep(state: State, step: StepJson): string | undefined {
  const { size } = state.geometry;
  const losses = lossesIn(state, step.why);
  const wrong = faultOf(state, step, losses);
  if (wrong !== undefined) return `${wrong}: ${JSON.stringify(step)}`;
  const removed = losses?.map(([cell, digits]) => `${codeOf(cell, size)}<>${digits.join()}`);
  if (removed?.toSorted().join(' ') !== step.removed?.toSorted().join(' '))
    return `the sentence removes ${removed?.join(' ')}: ${JSON.stringify(step)}`;
  for (const [cell, digits] of losses ?? []) {
    if (state.placed.has(cell)) return `a placed cell loses digits: ${JSON.stringify(step)}`;
    for (const digit of digits)
      if (!state.may[cell]!.delete(digit)) return `${digit} is lost twice: ${JSON.stringify(step)}`;
  }
  if (step.row !== undefined) place(state, (step.row - 1) * size + step.column! - 1, step.digit!);
  return undefined;
}

const CELL = 'r\\d+c\\d+';
const LIST = '[^:]+?';
const DIGIT = '[^ ,.]+';
const IN = '(?:In|On)';

/** What each sentence claims, by its form. Returns what is wrong. */
function faultOf(state: State, step: StepJson, losses: Loss[] | undefined): string | undefined {
  const { geometry, may, placed } = state;
  const [digitIn, digitsIn] = readersOf(state);
  const { why } = step;
  const match = (pattern: string) => new RegExp(`^${pattern}$`).exec(why)?.slice(1);
  const seenBy = (cell: number) =>
    new Set(
      [...peersOf(geometry, cell)].filter((peer) => placed.has(peer)).flatMap((peer) => [...may[peer]!]),
    );
  const open = (unit: string) => unitCells(geometry, unit).filter((cell) => !placed.has(cell));
  const placesIn = (unit: string, digit: number) => open(unit).filter((cell) => may[cell]!.has(digit));
  const placement = (cell: number, digit: number) =>
    step.row === Math.floor(cell / geometry.size) + 1 &&
    step.column === (cell % geometry.size) + 1 &&
    step.digit === digit
      ? undefined
      : 'the sentence places another digit';

  let found = match(`(${CELL}) sees every digit except (${DIGIT})\\.`);
  if (found) {
    const [cell, digit] = [cellIn(geometry, found[0]!), digitIn(found[1]!)];
    const seen = seenBy(cell);
    if (seen.size !== geometry.size - 1 || seen.has(digit)) return `it sees ${[...seen].join()}`;
    return placement(cell, digit);
  }
  found = match(
    `(${CELL}) can only be (${DIGIT}): it sees (?:every other digit except (.+), which|(.+), and (.+)) (?:is|are) ruled out already\\.`,
  );
  if (found) {
    const [cell, digit] = [cellIn(geometry, found[0]!), digitIn(found[1]!)];
    const [seen, removed] = [seenBy(cell), digitsIn((found[2] ?? found[4])!)];
    if (may[cell]!.size !== 1 || !may[cell]!.has(digit)) return `it has candidates ${[...may[cell]!].join()}`;
    if (seen.size + removed.length + 1 !== geometry.size || removed.some((one) => seen.has(one)))
      return `it sees ${[...seen].join()}`;
    if (found[3] !== undefined && digitsIn(found[3]).join() !== [...seen].sort((a, b) => a - b).join())
      return `it sees ${[...seen].join()}`;
    return placement(cell, digit);
  }
  found = match(`(${CELL}) can only be (${DIGIT}): all other digits are ruled out already\\.`);
  if (found) {
    const [cell, digit] = [cellIn(geometry, found[0]!), digitIn(found[1]!)];
    const seen = seenBy(cell);
    if (may[cell]!.size !== 1 || !may[cell]!.has(digit) || seen.size > 0)
      return `it sees ${[...seen].join()}`;
    return placement(cell, digit);
  }
  found = match(`${IN} (.+), only (${CELL}) can be (${DIGIT})\\.`);
  if (found) {
    const [cell, digit] = [cellIn(geometry, found[1]!), digitIn(found[2]!)];
    const places = placesIn(found[0]!, digit);
    if (places.join() !== String(cell)) return `the places are ${places.join()}`;
    return placement(cell, digit);
  }
  found = match(`No easier step is left, so this is a guess: the solution has (${DIGIT}) in (${CELL})\\.`);
  if (found) {
    const [digit, cell] = [digitIn(found[0]!), cellIn(geometry, found[1]!)];
    return may[cell]!.has(digit) && may[cell]!.size > 1 ? placement(cell, digit) : 'it is no guess';
  }
  if (!losses) return 'an unknown sentence';
  found = match(`All places for (${DIGIT}) (?:in|on) (.+) are also (?:in|on) (.+), so .+\\.`);
  if (found) {
    const digit = digitIn(found[0]!);
    const places = placesIn(found[1]!, digit);
    const into = unitCells(geometry, found[2]!);
    if (places.length < 2 || !places.every((cell) => into.includes(cell)))
      return `the places are ${places.join()}`;
    const right = losses.every(
      ([cell, digits]) => into.includes(cell) && !places.includes(cell) && digits.join() === String(digit),
    );
    return right ? undefined : 'it removes others';
  }
  found = match(`${IN} (${LIST}), (${DIGIT}) is in (r.+), which (both|all) see (r.+), so .+\\.`);
  if (found) {
    const [digit, cells] = [digitIn(found[1]!), cellsIn(geometry, found[2]!)];
    if (placesIn(found[0]!, digit).join() !== cells.join())
      return `the places are ${placesIn(found[0]!, digit).join()}`;
    if ((found[3] === 'both') !== (cells.length === 2)) return `these are ${cells.length}`;
    const seen = cellsIn(geometry, found[4]!);
    const right = losses.every(
      ([cell, lost]) =>
        lost.join() === String(digit) && cells.every((one) => peersOf(geometry, one).has(cell)),
    );
    return right && losses.map(([cell]) => cell).join() === seen.join() ? undefined : 'it removes others';
  }
  found = match(`${IN} (${LIST}), (r.+) hold (.+) between them, so .+\\.`);
  if (found) {
    const [cells, digits] = [cellsIn(geometry, found[1]!), digitsIn(found[2]!)];
    const own = new Set(cells.flatMap((cell) => [...may[cell]!]));
    if (cells.length !== digits.length || [...own].sort((a, b) => a - b).join() !== digits.join())
      return `they hold ${[...own].join()}`;
    const unit = open(found[0]!);
    if (!cells.every((cell) => unit.includes(cell))) return 'they are not in the unit';
    const right = losses.every(
      ([cell, lost]) =>
        unit.includes(cell) && !cells.includes(cell) && lost.every((digit) => digits.includes(digit)),
    );
    return right ? undefined : 'it removes others';
  }
  found = match(`${IN} (${LIST}), (.+) fit only in (r.+), so .+\\.`);
  if (found) {
    const [digits, cells] = [digitsIn(found[1]!), cellsIn(geometry, found[2]!)];
    const places = new Set(digits.flatMap((digit) => placesIn(found![0]!, digit)));
    if (cells.length !== digits.length || [...places].sort((a, b) => a - b).join() !== cells.join())
      return `the places are ${[...places].join()}`;
    const right = losses.every(
      ([cell, lost]) => cells.includes(cell) && lost.every((digit) => !digits.includes(digit)),
    );
    return right ? undefined : 'it removes others';
  }
  found = match(
    `(.+) adds? up to (\\d+), and the cages (within|that cover) (?:it|them) to (\\d+)\\. That leaves (\\d+) for (.+?)(?: outside (?:it|them))?(, and r.+)?, so .+\\.`,
  );
  if (found) return leftoverFault(state, found, losses);
  return ruleFault(state, why, step.rule, losses);
}

function leftoverFault(state: State, found: string[], losses: Loss[]): string | undefined {
  const { geometry } = state;
  const [kind, ...numbers] = found[0]!.toLowerCase().split(/, | and | /) as [string, ...string[]];
  const names = numbers.map((number) => `${kind.replace(/s$/, '')} ${number}`);
  const area = names.flatMap((name) => unitCells(geometry, name));
  const { size } = geometry;
  if (new Set(area).size !== area.length) return 'the units overlap';
  if (Number(found[1]) !== (names.length * size * (size + 1)) / 2) return 'the units have another sum';
  const cages = geometry.rules.filter(({ kind, value }) => kind === 'cage' && value !== undefined);
  const used = cages.filter(({ cells }) =>
    found[2] === 'within'
      ? cells.every((cell) => area.includes(cell))
      : cells.some((cell) => area.includes(cell)),
  );
  const caged = used.flatMap(({ cells }) => cells);
  if (used.reduce((sum, { value }) => sum + value!, 0) !== Number(found[3]))
    return 'the cages have another sum';
  const rest =
    found[2] === 'within'
      ? area.filter((cell) => !caged.includes(cell))
      : caged.filter((cell) => !area.includes(cell));
  if (found[2] !== 'within' && !area.every((cell) => caged.includes(cell)))
    return 'the cages do not cover the units';
  const cells = cellsIn(geometry, found[5]!);
  if (rest.sort((a, b) => a - b).join() !== cells.join()) return `the rest is ${rest.join()}`;
  const sum = Math.abs(Number(found[1]) - Number(found[3]));
  if (sum !== Number(found[4])) return `the rest is ${sum}`;
  const known = factsIn(state, found[6]?.split(FACT).slice(1) ?? []);
  if (typeof known === 'string') return known;
  const isRight = (digits: readonly number[]) => digits.reduce((a, b) => a + b, 0) === sum;
  return unsupported(geometry, known, cells, isRight, losses);
}

const FACT = /, and (?=r\d)/;

/** The digits that cells may have as far as a sentence says so: `r1c1 is 1`; all in other cells. Or what is not true. */
function factsIn(state: State, facts: readonly string[]): Set<number>[] | string {
  const { size } = state.geometry;
  const [, digitsIn] = readersOf(state);
  const all = Array.from({ length: size }, (_, i) => i + 1);
  const known = state.may.map(() => new Set(all));
  for (const fact of facts) {
    const [, named, verb, digits] = /^(r.+) (is|are|can only be|cannot be) (.+)$/.exec(fact) ?? [];
    if (named === undefined) return `an unknown fact: ${fact}`;
    const said = digitsIn(digits!);
    const left = verb === 'cannot be' ? all.filter((digit) => !said.includes(digit)) : said;
    for (const cell of cellsIn(state.geometry, named)) {
      const own = [...state.may[cell]!];
      if (!own.every((digit) => left.includes(digit)) || (verb !== 'cannot be' && own.length !== left.length))
        return `it is not so: ${fact}`;
      known[cell] = new Set(left);
    }
  }
  return known;
}

function ruleFault(state: State, why: string, name: string | undefined, losses: Loss[]): string | undefined {
  const { geometry, may } = state;
  const [digitIn, digitsIn] = readersOf(state);
  const title = HEADINGS[name!] ?? name;
  if (title === undefined || !why.toLowerCase().startsWith(title.toLowerCase()))
    return 'no known sentence, or another rule';
  const rule = geometry.rules.find((one) => ruleName(one, geometry.size) === name);
  const said = why.slice(title.length, why.lastIndexOf(', so '));
  const obeysRule = (digits: readonly number[]) =>
    obeys({ ...rule!, cells: digits.map((_, i) => i) }, digits);
  let found = /^ needs (\S+) in (r.+), and no cell that sees (both|all of these) can be (\S+)$/.exec(said);
  if (found) {
    const digit = digitIn(found[1]!);
    const places = cellsIn(geometry, found[2]!);
    if (found[4] !== found[1] || (found[3] === 'both') !== (places.length === 2))
      return 'another digit, or others';
    const holders = rule!.cells.filter((cell) => may[cell]!.has(digit));
    if (holders.toSorted((a, b) => a - b).join() !== places.toSorted((a, b) => a - b).join())
      return `the places are ${holders.join()}`;
    for (const digits of fillings(geometry, may, rule!.cells))
      if (obeysRule(digits) && !digits.includes(digit)) return `it can have ${digits.join()}`;
    const right = losses.every(
      ([cell, lost]) =>
        lost.join() === String(digit) && places.every((place) => peersOf(geometry, place).has(cell)),
    );
    return right ? undefined : 'it removes others';
  }
  const group = '(?:ha(?:s|ve) (?:consecutive|different) digits|adds? up to (\\d+))';
  found = new RegExp(`^ ${group}: (r.+) can only hold (.+?)((?:, and (?=r|only )|\\. ).+)?$`).exec(said);
  const impossible = new RegExp(`^ cannot ${group} with (.+)$`).exec(said);
  if (found || impossible) {
    const sum = (found ?? impossible)![1];
    if (sum !== undefined && Number(sum) !== rule!.value) return 'it has another sum';
    if (found) {
      if (cellsIn(geometry, found[2]!).toString() !== rule!.cells.toString()) return 'it has other cells';
      const sets = new Set<string>();
      for (const digits of fillings(geometry, may, rule!.cells))
        if (obeysRule(digits)) sets.add(digits.toSorted((a, b) => a - b).join());
      const listed = found[3]!.split(', or ').map((text) => digitsIn(text).join());
      if (listed.toSorted().join(';') !== [...sets].sort().join(';'))
        return `it can be ${[...sets].join(' or ')}`;
      const fault = insideFault(state, rule!.cells, found[3]!.split(', or '), found[4], losses);
      if (fault !== undefined) return fault;
    } else {
      const named = impossible![2]!.split(/, or (?=\S+(?:, \S+)*(?: or \S+)? in r)/).flatMap((part) => {
        const [digits, cells] = part.split(' in ') as [string, string];
        return cellsIn(geometry, cells).map((cell) => `${cell} ${digitsIn(digits).join()}`);
      });
      const lost = losses.map(([cell, digits]) => `${cell} ${digits.join()}`);
      if (named.toSorted().join(';') !== lost.toSorted().join(';')) return 'it cannot have others';
    }
    return unsupported(geometry, may, rule!.cells, obeysRule, losses);
  }
  const [statement, ...facts] = said.split(FACT) as [string, ...string[]];
  const known = factsIn(state, facts);
  if (typeof known === 'string') return known;
  found = /^: (r.+) (?:add up to|equals) (r\d+c\d+)$/.exec(statement);
  if (found) {
    const [circle, ...rest] = rule!.cells;
    if (cellsIn(geometry, found[1]!).join() !== rest.join() || found[2] !== codeOf(circle!, geometry.size))
      return 'other cells';
    return unsupported(geometry, known, rule!.cells, obeysRule, losses);
  }
  const related = relatedIn(geometry, statement);
  if (related) {
    const stated = geometry.pairs.filter((pair) => pair.rule === name).map(({ cells }) => cells.join());
    const isStated = ({ cells: [a, b] }: RelatedCells) =>
      stated.includes(`${a},${b}`) || stated.includes(`${b},${a}`);
    if (!related.every(isStated)) return 'the rule does not relate these cells';
    const cells = [...new Set(related.flatMap((one) => one.cells))];
    const isRight = (digits: readonly number[]) =>
      related.every(({ cells: pair, holds }) => {
        const [a, b] = pair.map((cell) => digits[cells.indexOf(cell)]);
        return a === undefined || b === undefined || holds(a, b);
      });
    return unsupported(geometry, known, cells, isRight, losses, isRight);
  }
  return 'an unknown sentence about a rule';
}

/**
 * Whether each digit that a cell loses is in no set that the sentence lists, or excluded by what it says about a set: `, and r1c1
 * must be 3`, of the only one, `. In each case, …` or `. With 1 and 3, or with 2 and 3, …; with 4 and 5, …`.
 */
function insideFault(
  state: State,
  cells: readonly number[],
  sets: readonly string[],
  said: string | undefined,
  losses: Loss[],
): string | undefined {
  const { geometry, may } = state;
  const [, digitsIn] = readersOf(state);
  const open = new Set(
    sets.flatMap((set) =>
      losses.flatMap(([cell, lost]) =>
        lost.filter((digit) => digitsIn(set).includes(digit)).map((digit) => `${set}: ${cell} ${digit}`),
      ),
    ),
  );
  const parts = said?.startsWith(', and ')
    ? [`in each case, ${said.slice(6)}`]
    : (said?.slice(2).split('; ') ?? []);
  for (const part of parts) {
    const [, where, reasons] = /^([IiWw].+?), ((?:r|only ).+)$/.exec(part) ?? [];
    if (where === undefined) return 'no reason';
    const meant = /^in each case$/i.test(where) ? sets : where.slice(5).split(', or with ');
    if (!meant.every((set) => sets.includes(set))) return `no set has ${where}`;
    for (const reason of reasons!.split(', and ')) {
      const [, only, named, held] = /^(only )?(r.+) (?:must be|must hold|can be) (.+)$/.exec(reason) ?? [];
      if (named === undefined) return `an unknown reason: ${reason}`;
      const [own, digits] = [cellsIn(geometry, named), digitsIn(held!)];
      for (const set of meant) {
        const others = digitsIn(set).filter((digit) => !digits.includes(digit));
        const rest = cells.filter((cell) => !own.includes(cell));
        // the cells have no other digit of the set, or no other cells have the digits
        const isTrue = only
          ? rest.every((cell) => digits.every((digit) => !may[cell]!.has(digit)))
          : own.every((cell) => others.every((digit) => !may[cell]!.has(digit)));
        if (!isTrue || own.length !== digits.length) return `it is not so: ${reason}`;
        // then the other cells have the other digits
        const excluded = [
          ...own.map((cell) => [cell, others] as const),
          ...rest.map((cell) => [cell, digits] as const),
        ];
        const before = open.size;
        for (const [cell, gone] of excluded)
          for (const digit of gone) open.delete(`${set}: ${cell} ${digit}`);
        if (open.size === before) return `it excludes nothing: ${reason}`;
      }
    }
  }
  return open.size === 0 ? undefined : `the sentence does not say why ${[...open].join(', ')} is excluded`;
}

/** How sentences begin that are about a variant. */
const HEADINGS: Readonly<Record<string, string>> = {
  'non-consecutive': 'Non-consecutive neighbours',
  'all-dots': 'All dots are given',
  'all-xv': 'All X and V are given',
};

interface RelatedCells {
  readonly cells: readonly [number, number];
  readonly holds: (a: number, b: number) => boolean;
}

/** The pairs of cells that a sentence relates: a pair, one cell with others, or those along a line. */
function relatedIn(geometry: Geometry, said: string): RelatedCells[] | undefined {
  const parts = said.slice(2).split('; ');
  const found = parts.map((part) => {
    const isLine = part.startsWith('along ');
    const holds = relationNamed(part);
    const cells = Array.from(part.matchAll(/r\d+c\d+/g), ([code]) => cellIn(geometry, code));
    return cells
      .slice(1)
      .map((cell, i) => ({ cells: [isLine ? cells[i]! : cells[0]!, cell] as const, holds }));
  });
  return found.flat();
}

/** A relation in words, as a puzzle's rules state it, of several digits or of one and others. */
function relationNamed(text: string): (a: number, b: number) => boolean {
  const known: [RegExp, (number: number) => (a: number, b: number) => boolean][] = [
    [/neither (.+)/, () => neither(text)],
    [/not consecutive/, () => (a, b) => Math.abs(a - b) !== 1],
    [/is less than/, () => (a, b) => a < b],
    [/is greater than/, () => (a, b) => a > b],
    [/differs? by (\d+) or more/, (number) => (a, b) => Math.abs(a - b) >= number],
    [/differs? by (\d+)/, (number) => (a, b) => Math.abs(a - b) === number],
    [/in a 1:(\d+) ratio/, (number) => (a, b) => a === number * b || b === number * a],
    [/(?:add up to|makes) (\d+)/, (number) => (a, b) => a + b === number],
  ];
  for (const [words, relation] of known) {
    const found = words.exec(text);
    if (found) return relation(Number(found[1]));
  }
  throw new Error(`expected a known relation, got ${text}`);
}

/** `neither differ by 1 nor are in a 1:2 ratio`, or with a verb of all in front: `add up to neither 10 nor 5` */
function neither(text: string): (a: number, b: number) => boolean {
  const [front, all] = text.split('neither ') as [string, string];
  const verb = /(?:add up to|makes) $/.exec(front)?.[0] ?? '';
  const others = all.split(' nor ').map((one) => relationNamed(verb + one));
  return (a, b) => !others.some((holds) => holds(a, b));
}

/** Whether a lost digit is in no right filling of some cells. */
function unsupported(
  geometry: Geometry,
  may: Set<number>[],
  cells: readonly number[],
  isRight: (digits: readonly number[]) => boolean,
  losses: Loss[],
  isBegun?: (digits: readonly number[]) => boolean,
): string | undefined {
  if (!losses.every(([cell]) => cells.includes(cell))) return 'another cell loses digits';
  const left = new Set(losses.flatMap(([cell, digits]) => digits.map((digit) => `${cell} ${digit}`)));
  for (const digits of fillings(geometry, may, cells, isBegun)) {
    if (!isRight(digits)) continue;
    const kept = digits.findIndex((digit, i) => left.has(`${cells[i]} ${digit}`));
    if (kept >= 0)
      return `${digits.join()} is a way to fill ${cells.map((cell) => codeOf(cell, geometry.size)).join()}`;
  }
  return undefined;
}

/** All candidates of some cells in which cells that see each other differ. @param isBegun whether the first digits can be right */
function* fillings(
  geometry: Geometry,
  may: Set<number>[],
  cells: readonly number[],
  isBegun: (digits: readonly number[]) => boolean = () => true,
): Generator<number[]> {
  const digits: number[] = [];
  const apart = cells.map((cell, i) =>
    cells.slice(0, i).flatMap((other, k) => (peersOf(geometry, cell).has(other) ? [k] : [])),
  );
  function* fill(i: number): Generator<number[]> {
    if (i === cells.length) return void (yield digits);
    for (const digit of may[cells[i]!]!) {
      if (apart[i]!.some((k) => digits[k] === digit)) continue;
      digits[i] = digit;
      if (isBegun(digits)) yield* fill(i + 1);
      digits.length = i;
    }
  }
  yield* fill(0);
}

type Loss = readonly [cell: number, digits: number[]];

/** `so r1c1 and r1c2 lose 3; r2c2 loses 1 and 4.` */
function lossesIn(state: State, why: string): Loss[] | undefined {
  const text = /.*, so (r.+ loses? .+)\.$/.exec(why)?.[1];
  const [, digitsIn] = readersOf(state);
  return text?.split('; ').flatMap((part) => {
    const [cells, digits] = part.split(/ loses? /) as [string, string];
    return cellsIn(state.geometry, cells).map((cell): Loss => [cell, digitsIn(digits)]);
  });
}

const codeOf = (cell: number, size: number): string => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;

function cellIn({ size }: Geometry, code: string): number {
  const [row, column] = code.slice(1).split('c').map(Number) as [number, number];
  return (row - 1) * size + column - 1;
}

const cellsIn = (geometry: Geometry, text: string): number[] =>
  text.split(/, | and | or /).map((code) => cellIn(geometry, code));

/** What reads a digit, and a list of them. */
function readersOf({ symbols }: State): [(text: string) => number, (text: string) => number[]] {
  const digitIn = (text: string) => (symbols === undefined ? Number(text) : symbols.indexOf(text) + 1);
  return [digitIn, (text) => text.split(/, | and | or /).map(digitIn)];
}

const unitCells = ({ units, unitNames }: Geometry, name: string): number[] =>
  Array.from(units[unitNames.indexOf(name.replace(/^the /, ''))] ?? []);
