import { expect, test } from 'vitest';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { gradedStepsJson, gradeGivens } from '../../../../core/solver/grade/grade.ts';
import { type Geometry, geometry } from '../../../../core/solver/model/geometry.ts';
import { stepReasons } from '../../../../core/solver/steps/sentence.ts';
import { digitsIn } from '../../../../core/solver/steps/step.ts';
import { casesOf } from '../../../cases.ts';
import { RATED } from '../grade/rated.ts';
import { cellsOf, textOf } from '../puzzles.ts';
import { SentenceWitness } from './witness/sentence-witness.ts';
import type { ToldStep } from './witness/told.ts';

/** Puzzles that need, between them, all techniques that exist, each type of the uniqueness techniques and every kind of link. */
const ALL_FORMS = [
  '7.....4...2..7..8...3..8..9...5..3...6..2..9...1..7..6...3..9...3..4..6...9..1..5',
  '2..7..1......5..9...1..4..3......8......4..6...9..6..27..5..6...5..7..3...6..3..1',
  '.....3...8..2..67..6.......51...2.4.......3..47.5....87..4..8....2.1....6..3..4.5',
  '..2.5..1.....6....4..1.7...8....5.....7.3.56.......2.75...936.....5...4.19...48..',
  '6.51...2..316.9....8...........7.1...4.28.....5....37.4....7.515.6..2......8.....',
  '...5..9.4..3....717.....3...7...6.....6......38..51..7.....5613.3....4.....6.9..5',
  '...5..8.9.1.6....5.7..2........7....1.6.9......2...68...5...7.4...31..2..2..5....',
  '6..1..7......7..8...9..8..37..4..5...3.....2...4..5..81..2..4.........5...6..9...',
  '.5..7....4..91.8....8.....4...7.....2...5...6..5..6.2.89........1...25...3....61.',
  '..8.5..9..6728.53...4..7.6..3.....7..7..2....5.6.....8.8.37..2..9.1....3......4..',
  '74......3..9...5....89....4.....2378....586.2.........956.3...7......8.....24..3.',
  '..23.8...8......49....927...25..18......6..9..9...5....3.....2..87..4..1.1.....6.',
  '...7..6....6...89.1..48......4...1..5...9..43..8.........17.28.........6..5.4...7',
  '7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........',
  '.......91.7..3....82..........1.5...3.....7.....9.......16...5...4.2....7.....8..',
  '..14.7...5.....6.....8.....4.86...7.....2.3...........63..5...........41.2.......',
  '1.3..7.89.....93.7.8............34....4..5......6..2.834.....6.....9....8..7....4',
  '......2.......5.76.2...7.....3..954...9136.............1.7...64.9..1...2...8....9',
  '........1.....2.3...4.3.5....5.6.78...6.4.3...8.9.......7.......4..5..735....64..',
];

const classic = geometry(9);
const x = geometry(9, 'x');

const generated = (shape: Geometry, clues: number, count: number) =>
  Array.from(generateCells(shape, { seed: 1, clues }).take(casesOf(count)), ({ cells }) => textOf(cells));

const PUZZLES = [
  ['of every technique', classic, ALL_FORMS],
  ['of every rating', classic, RATED.map(([puzzle]) => puzzle)],
  ['that are generated', classic, generated(classic, 0, 80)],
  ['with diagonals', x, generated(x, 22, 24)],
] as const;

test.each(PUZZLES)(
  'each sentence is true of the candidates before it, in puzzles %s',
  (_, shape, puzzles) => {
    for (const puzzle of puzzles) {
      const witness = new SentenceWitness(puzzle, shape === x);
      for (const step of stepsOf(shape, puzzle)) {
        expect(witness.read(step)).toBeUndefined();
        witness.apply(step);
      }
    }
  },
);

test('a sentence or chain with another digit in one place is refuted', () => {
  let changed = 0;
  for (const puzzle of ALL_FORMS) {
    const witness = new SentenceWitness(puzzle, false);
    for (const [k, step] of stepsOf(classic, puzzle).entries()) {
      const texts = [step.why, ...(step.chains ?? [])];
      for (const [i, text] of texts.entries()) {
        const wrong = texts.with(i, withOtherDigit(text, k));
        expect(witness.read({ ...step, why: wrong[0]!, chains: wrong.slice(1) }), wrong.join()).toBeDefined();
        changed++;
      }
      witness.apply(step);
    }
  }
  expect(changed).toBeGreaterThan(1000);
});

/** @param k which digit to change, and into what */
function withOtherDigit(text: string, k: number): string {
  const places = Array.from(text.matchAll(/\d/g), ({ index }) => index);
  const at = places[(k * 7) % places.length]!;
  return `${text.slice(0, at)}${((Number(text[at]) + (k % 8)) % 9) + 1}${text.slice(at + 1)}`;
}

test('diagonals have names', () => {
  const puzzle = '..1....52.......39....74.....326.............5.........6.3.78..7........9........';
  const steps = stepsOf(x, puzzle).filter(({ text }) => text.includes('diagonal'));
  const told = steps.map(({ text, why }) => [text, why]);
  expect(told).toContainEqual(['Hidden Single: diagonal 1 => r6c6=3', 'On diagonal 1, only r6c6 can be 3.']);
  expect(told).toContainEqual([
    'Last Cell: diagonal 2 => r5c5=4',
    'Diagonal 2 has one empty cell: r5c5 must be 4.',
  ]);
});

test('the cells of a pattern have the digits that are candidates there', () => {
  const [puzzle] = RATED.find(([, er]) => er === 4.2)!;
  const givens = cellsOf(puzzle);
  const { steps } = gradeGivens(classic, givens, { path: true });
  const wing = steps.findIndex(({ technique }) => technique === 'XY-Wing');
  const { why, cells } = stepReasons(classic, givens, steps)[wing]!;
  const [pivot, ...pincers] = cells.map(({ digits }) => digitsIn(digits));
  expect(why).toContain(`is ${pivot!.join(' or ')}: `);
  expect(new Set(pincers.flat())).toEqual(new Set([...pivot!, steps[wing]!.digits.toString(2).length]));
});

function stepsOf(shape: Geometry, puzzle: string): ToldStep[] {
  const givens = cellsOf(puzzle);
  return gradedStepsJson(shape, givens, gradeGivens(shape, givens, { path: true }).steps);
}
