// Controls that generate a puzzle: a button, a list of difficulties, or of numbers of clues where grids are not graded,
// and one of rules to draw.

import { element } from '../../../core/report/client/element.ts';
import type { DrawnName } from '../../../core/solver/drawn-names.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { canGrade, DIFFICULTIES } from '../../../core/solver/steps/rating.ts';
import { button } from '../shared/button.ts';
import { puzzleOf } from '../shared/puzzle.ts';
import type { Wanted } from './protocol.ts';

export interface GenerateControls {
  readonly element: HTMLElement;
  /** Offers what puzzles of a shape can have. */
  show(shape: Geometry): void;
}

export function generateControls(
  shape: () => Geometry,
  generate: (wanted: Wanted) => void,
): GenerateControls {
  const list = element('select', { id: 'difficulty', 'aria-label': 'Difficulty of the new puzzle' });
  const rules = element(
    'select',
    { id: 'drawn', 'aria-label': 'Rules of the new puzzle' },
    element('option', { value: '' }, 'with the rules above'),
    ...Object.entries(DRAWN_LABELS).map(([value, label]) => element('option', { value }, label)),
  );
  // puzzles with drawn rules have as few clues as they can
  rules.addEventListener('change', () => {
    list.disabled = rules.value !== '';
  });
  const made = button('Generate', { id: 'generate' }, () =>
    generate(wantedOf(shape(), list.value, rules.value)),
  );
  return {
    element: element('div', { class: 'generator' }, element('div', { class: 'joined' }, made, list), rules),
    show(now) {
      const names = canGrade(now) ? DIFFICULTIES.map(({ name }) => name) : Object.keys(CLUES);
      if ([...list.options].map(({ value }) => value).join() === names.join()) return;
      list.replaceChildren(...names.map((value) => element('option', { value }, value)));
      list.value = names[1]!;
    },
  };
}

/** Clues as a share of the cells, for grids that are not graded. */
const CLUES: Readonly<Record<string, number>> = { 'many clues': 0.6, 'some clues': 0.5, 'few clues': 0.42 };

/** Rules that each new puzzle has for itself. */
const DRAWN_LABELS: Readonly<Record<DrawnName, string>> = {
  jigsaw: 'and a jigsaw’s regions',
  killer: 'and killer cages',
  arrow: 'and arrows',
  thermo: 'and thermometers',
  whispers: 'and whispers lines',
  renban: 'and renban lines',
  kropki: 'and Kropki dots',
  xv: 'and X and V',
  greater: 'and greater-than signs',
  'even-odd': 'and even and odd cells',
};

function wantedOf(shape: Geometry, name: string, rules: string): Wanted {
  const wanted = {
    drawn: rules === '' ? [] : [rules as DrawnName],
    shape: puzzleOf(shape, new Uint8Array(shape.cells)),
    seed: crypto.getRandomValues(new Int32Array(1))[0]!,
  };
  if (rules !== '') return wanted;
  const share = CLUES[name];
  if (share !== undefined) return { ...wanted, clues: Math.round(share * shape.cells) };
  const at = DIFFICULTIES.findIndex((one) => one.name === name);
  return { ...wanted, er: [(DIFFICULTIES[at - 1]?.most ?? 0) + 0.1, Math.min(DIFFICULTIES[at]!.most, 9.5)] };
}
