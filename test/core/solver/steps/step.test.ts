import { expect, test } from 'vitest';
import { gradeGivens } from '../../../../core/solver/grade/grade.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';
import { chainTexts, stepText } from '../../../../core/solver/steps/step.ts';
import { RATED } from '../grade/rated.ts';
import { cellsOf } from '../puzzles.ts';

const steps = RATED.flatMap(([puzzle]) => gradeGivens(geometry(9), cellsOf(puzzle), { path: true }).steps);
const first = (technique: string) => steps.find((step) => step.technique === technique)!;

test.each([
  ['Hidden Single', /^Hidden Single: (box|row|column) \d => r\dc\d=\d$/],
  ['Naked Single', /^Naked Single: r\dc\d=\d$/],
  ['Direct Pointing', /^Direct Pointing: \d in r\dc\d(,r\dc\d)+ of box \d, (row|column) \d => r\dc\d=\d$/],
  ['Naked Pair', /^Naked Pair: \d,\d in r\dc\d,r\dc\d of (box|row|column) \d => r\dc\d<>\d/],
  ['X-Wing', /^X-Wing: \d in r\dc\d(,r\dc\d){3} of (row|column) \d, .* => r\dc\d<>\d/],
  ['XY-Wing', /^XY-Wing: \d in r\dc\d,r\dc\d,r\dc\d => r\dc\d<>\d/],
  ['Forcing Chain', /^Forcing Chain: if r\dc\d(=|<>)\d => r\dc\d(=|<>)\d/],
])('writes a step of %s on one line', (technique, text) => {
  expect(stepText(first(technique))).toMatch(text);
});

test('writes a chain implication by implication', () => {
  const [text] = chainTexts(first('Forcing X-Chain'));
  expect(text).toMatch(/^r\dc\d(=|<>)\d( -> r\dc\d(=|<>)\d)+$/);
  expect(chainTexts(first('Naked Pair'))).toEqual([]);
});

test('names all causes of an implication', () => {
  const texts = chainTexts(first('Dynamic Contradiction Forcing Chain'));
  expect(texts).toHaveLength(2);
  expect(texts.join()).toMatch(/\(r\dc\d<>\d & r\dc\d<>\d/);
});
