import { describe, expect, test } from 'vitest';
import { defaultAlphabet } from '../../../../core/formats/shared/alphabet.ts';
import { solveCells } from '../../../../core/puzzle/solve-cells.ts';
import type { GeneratedVariant } from '../../../../core/solver/drawn-names.ts';
import { CandidateGrid } from '../../../../core/solver/explain/candidate-grid.ts';
import { explain } from '../../../../core/solver/explain/explain.ts';
import { leftoverSums } from '../../../../core/solver/explain/leftovers.ts';
import { explainedSentence } from '../../../../core/solver/explain/sentence.ts';
import { generateMatching } from '../../../../core/solver/generate-matching.ts';
import { generatedShape } from '../../../../core/solver/generated-variants.ts';
import { anyGeometry, type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import type { Rule } from '../../../../core/solver/model/rule-kinds.ts';
import fc from '../../../property.ts';
import { cellsOf, puzzles, textOf } from '../puzzles.ts';
import { stateOf, takeStep } from './check-step.ts';

const explained = (text: string, shape = geometry(9)) => {
  const cells = cellsOf(text);
  const [solution] = solveCells(cells, { variant: shape.variant }).solutions;
  return { ...explain(shape, cells, solution!), solution: solution! };
};

describe('difficulty is that of the hardest step', () => {
  test.each([
    [
      'easy',
      'naked single',
      '.2.....7..1.....8.389..1.....39782...913....7...1.4..3.5...3......25..9447.......',
    ],
    [
      'easy',
      'hidden single',
      '6.8..........1.3.413.........1..4.9.....7..61..72.1.45.12.9....8....3.....3.8.529',
    ],
    [
      'medium',
      'locked candidate',
      '..26.3....6.7.2..........5....978.1.65....89..8.......5..8..439.9834....2....5..8',
    ],
    [
      'very hard',
      'guess',
      '82..9.........7....4..56..2.85.2..1439.7.........4...72.9.......5.4...79....12.5.',
    ],
  ] as const)('%s: a %s', (difficulty, hardest, puzzle) => {
    const explanation = explained(puzzle);
    expect(explanation.difficulty).toBe(difficulty);
    const taken = Object.keys(explanation.counts);
    expect(taken.at(-1)).toBe(hardest);
  });

  test('an empty grid begins with a guess', () => {
    // the engine decides which of the many solutions it finds first
    const [step] = explained('.'.repeat(81)).steps;
    expect(step).toMatchObject({ step: 'guess', row: 1, column: 1, digit: expect.any(Number) });
  });

  test('a full grid takes no step', () => {
    expect(explained('1234341221434321', geometry(4))).toMatchObject({ difficulty: 'easy', steps: [] });
  });
});

test.each<[name: string, givens: string, rule: Rule, removed: string[], why: string]>([
  [
    'cage',
    '',
    { kind: 'cage', cells: [0, 1], value: 3 },
    ['r1c1<>3,4', 'r1c2<>3,4'],
    'The cage at r1c1 adds up to 3: r1c1 and r1c2 can only hold 1 and 2, so r1c1 and r1c2 lose 3 and 4.',
  ],
  [
    'cage in which one cell must have a digit',
    '............3...',
    { kind: 'cage', cells: [1, 0, 4], value: 6 },
    ['r1c2<>1,2,4', 'r1c1<>4', 'r2c1<>4'],
    'The cage at r1c2 adds up to 6: r1c2, r1c1 and r2c1 can only hold 1, 2 and 3, and only r1c2 can be 3, so r1c2 loses 1, 2 and 4; r1c1 and r2c1 lose 4.',
  ],
  [
    'arrow',
    '1',
    { kind: 'arrow', cells: [2, 0, 1] },
    ['r1c2<>4', 'r1c3<>2'],
    'The arrow at r1c3: r1c1 and r1c2 add up to r1c3, so r1c2 loses 4; r1c3 loses 2.',
  ],
  [
    'arrow in which the digit of a cell matters',
    '2',
    { kind: 'arrow', cells: [2, 0, 1] },
    ['r1c2<>3,4', 'r1c3<>1,4'],
    'The arrow at r1c3: r1c1 and r1c2 add up to r1c3, and r1c1 is 2, so r1c2 loses 3 and 4; r1c3 loses 1 and 4.',
  ],
  [
    'thermometer',
    '',
    { kind: 'thermo', cells: [0, 1, 2] },
    ['r1c1<>3,4', 'r1c2<>1,4', 'r1c3<>1,2'],
    'The thermometer at r1c1: along r1c1, r1c2 and r1c3, each digit is less than the next, so r1c1 loses 3 and 4; r1c2 loses 1 and 4; r1c3 loses 1 and 2.',
  ],
  [
    'black dot',
    '1',
    { kind: 'black', cells: [0, 1] },
    ['r1c2<>3,4'],
    'The black dot at r1c1: r1c1 and r1c2 are in a 1:2 ratio, and r1c1 is 1, so r1c2 loses 3 and 4.',
  ],
])('a rule is a reason: %s', (_, givens, rule, removed, why) => {
  const shape = withRules(geometry(4), [rule]);
  const { steps } = explain(shape, cellsOf(givens.padEnd(16, '.')), cellsOf('1234341221434321'));
  expect(steps.find(({ step }) => step === 'rule')).toMatchObject({ step: 'rule', removed, why });
});

test.each<[name: string, shape: Geometry, givens: string, why: string]>([
  [
    'neighbours of one cell',
    geometry(4, 'non-consecutive'),
    '2...............',
    'Non-consecutive neighbours: r1c1 is not consecutive with r1c2 or r2c1, and r1c1 is 2, so r1c2 and r2c1 lose 1 and 3.',
  ],
  [
    'neighbours without a mark',
    withRules(anyGeometry(4, 'all-xv'), []),
    '1...............',
    'All X and V are given: r1c1 makes neither 10 nor 5 with r1c2 or r2c1, and r1c1 is 1, so r1c2 and r2c1 lose 4.',
  ],
  [
    'two cells without a mark',
    withRules(anyGeometry(4, 'all-xv'), [{ kind: 'v', cells: [0, 1] }]),
    '1...............',
    'All X and V are given: r1c1 and r2c1 add up to neither 10 nor 5, and r1c1 is 1, so r2c1 loses 4.',
  ],
])('sentences name %s', (_, shape, givens, why) => {
  const { steps } = explain(shape, cellsOf(givens), cellsOf('1234341221434321'));
  expect(steps.map((step) => step.why)).toContainEqual(expect.stringContaining(why));
});

test.each([
  ['x', 'diagonal 2', 'On diagonal 2, only r1c1 can be 5.'],
  ['asterisk', 'asterisk', 'In the asterisk, only r1c1 can be 5.'],
  ['center-dot', 'centre dots', 'In the centre dots, only r1c1 can be 5.'],
] as const)('a unit of %s has its article and preposition', (variant, name, sentence) => {
  const shape = geometry(9, variant);
  const step = {
    step: 'hidden single',
    cell: 0,
    digit: 5,
    unit: shape.unitNames.indexOf(name),
  } as const;
  expect(explainedSentence(step, new CandidateGrid(shape, new Uint8Array(81)))).toBe(sentence);
});

test('an even cell begins with even digits', () => {
  const shape = withRules(geometry(4), [{ kind: 'even', cells: [1] }]);
  const { steps } = explain(shape, cellsOf('1..4'.padEnd(16, '.')), cellsOf('1234341221434321'));
  expect(steps[0]).toMatchObject({ step: 'naked single', row: 1, column: 2, digit: 2 });
});

test('cages within a row leave a sum to its other cells, and cages that cover it one outside', () => {
  const cages: Rule[] = [
    { kind: 'cage', cells: [0, 1, 2, 3], value: 20 },
    { kind: 'cage', cells: [4, 5, 6, 7], value: 19 },
    { kind: 'cage', cells: [8, 17], value: 10 },
  ];
  const sums = leftoverSums(withRules(geometry(9), cages));
  expect(sums.map(({ sum, leftover }) => [sum.plus, sum.sum, leftover])).toEqual([
    [[8], 6, { units: [0], total: 45, caged: 39, areWithin: true }],
    [[17], 4, { units: [0], total: 45, caged: 49, areWithin: false }],
  ]);
});

test('X puzzles use their diagonals', () => {
  const puzzle = '...2.967.5......94......3.2...3.4518....25.363......2........6..6.4...53.53..1...';
  const { steps } = explained(puzzle, geometry(9, 'x'));
  expect(steps.some(({ unit }) => unit?.startsWith('diagonal'))).toBe(true);
});

/** Takes all steps; returns what is wrong about one, or about where they lead. */
function faultIn(shape: Geometry, givens: Uint8Array, solution: Uint8Array): string | undefined {
  // letters above 9
  const symbols = shape.size > 9 ? defaultAlphabet(shape.size).symbols : undefined;
  const state = stateOf(shape, givens, symbols);
  const { steps, counts } = explain(shape, givens, solution, { symbols });
  for (const step of steps) {
    const fault = takeStep(state, step);
    if (fault !== undefined) return fault;
    const wrong = state.may.findIndex((digits, cell) => !digits.has(solution[cell]!));
    if (wrong >= 0) return `${wrong} loses the digit of the solution: ${JSON.stringify(step)}`;
  }
  for (const [name, count] of Object.entries(counts))
    if (count === 0 || steps.filter(({ step }) => step === name).length !== count)
      return `not ${count} of ${name}`;
  const grid = Uint8Array.from(state.may, (digits) => (digits.size === 1 ? [...digits][0]! : 0));
  return textOf(grid) === textOf(solution) ? undefined : `led to ${textOf(grid)}`;
}

describe('each sentence is true of the candidates before it, and the steps lead to the solution', () => {
  test.each([
    [4, 'classic'],
    [4, 'x'],
    [6, 'classic'],
    [9, 'classic'],
    [9, 'x'],
  ] as const)('of %ix%s puzzles', (size, variant) => {
    const clues = { min: Math.ceil(size * size * 0.25), max: Math.ceil(size * size * 0.6) };
    fc.assert(
      fc.property(puzzles(size, variant, clues), ({ shape, cells }) => {
        const { status, solutions } = solveCells(cells, { variant, solutions: 'unique' });
        fc.pre(status === 'solved');
        expect(faultIn(shape, cells, solutions[0]!)).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  test.each<[number, GeneratedVariant]>([
    [4, 'killer'],
    [6, 'jigsaw,killer'],
    [6, 'killer,thermo'],
    [9, 'killer'],
    [9, 'killer,x'],
    [9, 'jigsaw'],
    [9, 'windoku'],
    [9, 'disjoint'],
    [9, 'center-dot'],
    [9, 'asterisk'],
    [9, 'anti-knight'],
    [9, 'anti-king'],
    [9, 'non-consecutive'],
    [9, 'arrow'],
    [9, 'thermo'],
    [9, 'whispers'],
    [9, 'renban'],
    [9, 'kropki'],
    [9, 'all-dots,kropki'],
    [9, 'xv'],
    [9, 'xv,all-xv'],
    [9, 'greater'],
    [9, 'even-odd'],
    [12, 'kropki'],
    [16, 'classic'],
  ])('of puzzles of %i cells a side with %s', (size, variant) => {
    const requirements = { ...generatedShape(size, variant), seed: Number(process.env.FUZZ_SEED ?? 1) };
    for (let i = 0, made = 0; made < fc.casesOf(8); i++) {
      const puzzle = generateMatching(requirements, i);
      if (typeof puzzle === 'string') continue;
      made++;
      expect(faultIn(puzzle.geometry, puzzle.cells, puzzle.solution)).toBeUndefined();
    }
  });
});

test.each<[what: string, variant: GeneratedVariant, left: RegExp, fault: string]>([
  [
    'which cells of a cage must have its digits',
    'killer',
    /(?:, and (?:r|only )|\. (?:With|In)).+/,
    'does not say why',
  ],
  [
    'which cells of a line must have its digits',
    'renban',
    /(?:, and (?:r|only )|\. (?:With|In)).+/,
    'does not say why',
  ],
  ['what cells beside cages are', 'killer', /, and r.+/, 'is a way to fill'],
  ['what cells of an arrow are', 'arrow', /, and r.+/, 'is a way to fill'],
  ['what cells of a thermometer are', 'thermo', /, and r.+/, 'is a way to fill'],
  ['what cells with a dot are', 'kropki', /, and r.+/, 'is a way to fill'],
])('a sentence that leaves out %s is refuted', (_, variant, left, fault) => {
  const isWithin = (why: string) => why.includes('can only hold') === (fault === 'does not say why');
  for (let i = 0, changed = 0; changed < 10; i++) {
    const puzzle = generateMatching({ ...generatedShape(9, variant), seed: 1 }, i);
    if (typeof puzzle === 'string') continue;
    const state = stateOf(puzzle.geometry, puzzle.cells);
    for (const step of explain(puzzle.geometry, puzzle.cells, puzzle.solution).steps) {
      const [reason, losses] = step.why.split(', so ') as [string, string?];
      if (step.removed && isWithin(reason) && /^The|^Box|^Row|^Column/.test(reason) && left.test(reason)) {
        const why = `${reason.replace(left, '')}, so ${losses}`;
        expect(takeStep(state, { ...step, why }), why).toContain(fault);
        changed++;
      }
      expect(takeStep(state, step)).toBeUndefined();
    }
  }
});

test('killers, jigsaws and puzzles with pairs or lines need no guess at first', () => {
  for (const variant of ['killer', 'jigsaw', 'arrow', 'thermo', 'kropki', 'non-consecutive'] as const) {
    for (let i = 0, made = 0; made < 3; i++) {
      const puzzle = generateMatching({ ...generatedShape(9, variant), seed: 1 }, i);
      if (typeof puzzle === 'string') continue;
      made++;
      const { steps } = explain(puzzle.geometry, puzzle.cells, puzzle.solution);
      expect([variant, steps[0]!.step]).not.toEqual([variant, 'guess']);
    }
  }
});

test('cells that a rule keeps different are known by its name, as modules that load on demand have copies of it', () => {
  const puzzle = generateMatching({ ...generatedShape(9, 'killer,anti-king'), seed: 1 }, 0);
  if (typeof puzzle === 'string') throw new Error(puzzle);
  const { geometry: shape, cells, solution } = puzzle;
  const pairs = shape.pairs.map((pair) => ({ ...pair, relation: { ...pair.relation } }));
  expect(explain({ ...shape, pairs }, cells, solution)).toEqual(explain(shape, cells, solution));
});
