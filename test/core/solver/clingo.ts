// Counts solutions by clingo, a solver made by others from other sources: answer sets, conflict-driven. The program states units, variants and rules by rows and columns of cells, independently of the
// solver's tables, so that a mistake there is not repeated here.
import { run } from 'clingo-wasm';
import type { VariantName } from '../../../core/options/variants.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import type { Rule } from '../../../core/solver/model/rule-kinds.ts';

const BASE = `
cell(R,C) :- R=0..n-1, C=0..n-1.
1 { at(R,C,D) : D=1..n } 1 :- cell(R,C).
:- at(R,C,D), at(R,K,D), C < K.
:- at(R,C,D), at(S,C,D), R < S.
:- area(R,C,A), area(S,K,A), (R,C) < (S,K), at(R,C,D), at(S,K,D).
near(R,C,R,C+1) :- cell(R,C), cell(R,C+1).
near(R,C,R+1,C) :- cell(R,C), cell(R+1,C).
:- differ(R,C,S,K), at(R,C,D), at(S,K,D).
:- once(U,R,C), once(U,S,K), (R,C) < (S,K), at(R,C,D), at(S,K,D).
#show at/3.
`;

const VARIANTS: Readonly<Record<VariantName, string>> = {
  x: 'once(falling,R,R) :- R=0..n-1. once(rising,R,n-1-R) :- R=0..n-1.',
  windoku: `once(window(I,J),1+I*(h+1)+A,1+J*(h+1)+B) :- I=0..h-2, J=0..h-2, A=0..h-1, B=0..h-1.`,
  disjoint: 'once(place(R\\h,C\\w),R,C) :- cell(R,C).',
  'center-dot': 'once(middle,R,C) :- cell(R,C), R\\h == h/2, C\\w == w/2.',
  asterisk:
    'once(asterisk,1,4). once(asterisk,2,2). once(asterisk,2,6). once(asterisk,4,1). once(asterisk,4,4). once(asterisk,4,7). once(asterisk,6,2). once(asterisk,6,6). once(asterisk,7,4).',
  'anti-knight': 'differ(R,C,S,K) :- cell(R,C), cell(S,K), |R-S| * |C-K| == 2.',
  'anti-king': 'differ(R,C,S,K) :- cell(R,C), cell(S,K), |R-S| <= 1, |C-K| <= 1, (R,C) != (S,K).',
  'non-consecutive': ':- near(R,C,S,K), at(R,C,D), at(S,K,E), |D-E| == 1.',
  'all-dots': `
:- near(R,C,S,K), not dot(R,C,S,K), at(R,C,D), at(S,K,E), apart(V), |D-E| == V.
:- near(R,C,S,K), not dot(R,C,S,K), at(R,C,D), at(S,K,E), ratio(V), D == V*E.
:- near(R,C,S,K), not dot(R,C,S,K), at(R,C,D), at(S,K,E), ratio(V), E == V*D.
apart(1). ratio(2).`,
  'all-xv':
    ':- near(R,C,S,K), not letter(R,C,S,K), at(R,C,D), at(S,K,E), D+E == 5. :- near(R,C,S,K), not letter(R,C,S,K), at(R,C,D), at(S,K,E), D+E == 10.',
};

/** What the rules of a kind mean: \`on(I,P,R,C)\` is the P-th cell of rule I, whose number is \`value(I,V)\`. */
const KINDS: Readonly<Record<Rule['kind'], string>> = {
  cage: `
:- kind(I,cage), on(I,P,R,C), on(I,Q,S,K), P < Q, at(R,C,D), at(S,K,D).
:- kind(I,cage), value(I,V), not V = #sum { D,P : on(I,P,R,C), at(R,C,D) }.`,
  arrow: ':- kind(I,arrow), on(I,0,R,C), at(R,C,V), not V = #sum { D,P : on(I,P,S,K), P > 0, at(S,K,D) }.',
  thermo: ':- kind(I,thermo), on(I,P,R,C), on(I,P+1,S,K), at(R,C,D), at(S,K,E), D >= E.',
  whisper: ':- kind(I,whisper), value(I,V), on(I,P,R,C), on(I,P+1,S,K), at(R,C,D), at(S,K,E), |D-E| < V.',
  renban: `
:- kind(I,renban), on(I,P,R,C), on(I,Q,S,K), P < Q, at(R,C,D), at(S,K,D).
:- kind(I,renban), on(I,P,R,C), on(I,Q,S,K), at(R,C,D), at(S,K,E), length(I,L), D-E >= L.`,
  white: ':- kind(I,white), value(I,V), on(I,0,R,C), on(I,1,S,K), at(R,C,D), at(S,K,E), |D-E| != V.',
  black: ':- kind(I,black), value(I,V), on(I,0,R,C), on(I,1,S,K), at(R,C,D), at(S,K,E), D != V*E, E != V*D.',
  x: ':- kind(I,x), on(I,0,R,C), on(I,1,S,K), at(R,C,D), at(S,K,E), D+E != 10.',
  v: ':- kind(I,v), on(I,0,R,C), on(I,1,S,K), at(R,C,D), at(S,K,E), D+E != 5.',
  greater: ':- kind(I,greater), on(I,0,R,C), on(I,1,S,K), at(R,C,D), at(S,K,E), D <= E.',
  even: ':- kind(I,even), on(I,0,R,C), at(R,C,D), D\\2 == 1.',
  odd: ':- kind(I,odd), on(I,0,R,C), at(R,C,D), D\\2 == 0.',
};

/** The usual numbers of kinds. */
const USUAL: Readonly<Partial<Record<Rule['kind'], number>>> = { whisper: 5, white: 1, black: 2 };

/** The number of solutions, up to `limit`; undefined if clingo needs more than 20 seconds. */
export async function countByClingo(
  geometry: Geometry,
  cells: Uint8Array,
  limit: number,
): Promise<number | undefined> {
  const result = await run(programFor(geometry, cells), limit, ['--time-limit=20']);
  if (result.Result === 'ERROR') throw new Error(`clingo: ${result.Error}`);
  const { Number: count, More: more } = result.Models;
  return more === 'no' || count === limit ? count : undefined;
}

/** The puzzle as a program, whose models are its solutions. */
function programFor(geometry: Geometry, cells: Uint8Array): string {
  const { size, boxRows, boxColumns, regions, rules, variant } = geometry;
  const place = (cell: number) => `${Math.floor(cell / size)},${cell % size}`;
  const areas = Array.from(cells, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const box = Math.floor(row / boxRows) * boxRows + Math.floor(column / boxColumns);
    return `area(${place(cell)},${regions ? regions[cell] : box}).`;
  });
  const givens = Array.from(cells, (digit, cell) => (digit > 0 ? `at(${place(cell)},${digit}).` : ''));
  const names = variant === 'classic' ? [] : (variant.split(',') as VariantName[]);
  const listed = rules.map((rule, i) => {
    const value = rule.value ?? USUAL[rule.kind];
    const pair = [...rule.cells]
      .sort((a, b) => a - b)
      .map(place)
      .join();
    return [
      `kind(${i},${rule.kind}). length(${i},${rule.cells.length}).`,
      ...rule.cells.map((cell, position) => `on(${i},${position},${place(cell)}).`),
      value === undefined ? '' : `value(${i},${value}).`,
      rule.kind === 'white' || rule.kind === 'black' ? `dot(${pair}).` : '',
      rule.kind === 'white' ? `apart(${value}).` : rule.kind === 'black' ? `ratio(${value}).` : '',
      rule.kind === 'x' || rule.kind === 'v' ? `letter(${pair}).` : '',
    ].join(' ');
  });
  return [
    `#const n=${size}. #const h=${boxRows}. #const w=${boxColumns}.`,
    BASE,
    ...names.map((name) => VARIANTS[name]),
    ...new Set(rules.map(({ kind }) => KINDS[kind])),
    ...areas,
    ...givens.map((fact) => fact),
    ...listed,
    // clingo warns of what no fact states
    '#defined once/3. #defined differ/4. #defined kind/2. #defined on/4. #defined value/2. #defined length/2.',
    '#defined dot/4. #defined letter/4. #defined apart/1. #defined ratio/1.',
  ].join('\n');
}
