import type { Variant } from '../../../core/browser.ts';
import { element } from '../../../core/report/client/element.ts';
import { type Geometry, geometry } from '../../../core/solver/geometry.ts';

/** Sizes to choose from, each with its usual boxes. */
const SIZES = [4, 6, 8, 9, 10, 12, 15, 16, 18, 20, 21, 24, 25, 36];

export interface ShapeControls {
  readonly element: HTMLElement;
  /** Shows the shape of a puzzle that was loaded. */
  show(shape: Geometry): void;
}

/** Two lists: the size, and the rules. @param choose receives the new shape */
export function shapeControls(choose: (shape: Geometry) => void): ShapeControls {
  const sizes = element('select', { id: 'size' });
  const rules = element(
    'select',
    { id: 'rules' },
    element('option', { value: 'classic' }, 'Classic'),
    element('option', { value: 'x' }, 'X: diagonals, too'),
  );
  const change = () => {
    const [size, rows, columns] = sizes.value.split(' ').map(Number);
    choose(geometry(size!, rules.value as Variant, { rows: rows!, columns: columns! }));
  };
  for (const list of [sizes, rules]) list.addEventListener('change', change);
  const field = (label: string, control: HTMLElement) =>
    element('div', { class: 'field' }, element('label', { for: control.id }, label), control);
  return {
    element: element('div', { class: 'shape' }, field('Size', sizes), field('Rules', rules)),
    show(shape) {
      const usual = SIZES.map((size) => geometry(size));
      const isUsual = usual.some((one) => valueFor(one) === valueFor(shape));
      sizes.replaceChildren(
        ...(isUsual ? usual : [...usual, shape]).map((one) =>
          element('option', { value: valueFor(one) }, nameOf(one)),
        ),
      );
      sizes.value = valueFor(shape);
      rules.value = shape.variant;
    },
  };
}

const valueFor = ({ size, boxRows, boxColumns }: Geometry): string => `${size} ${boxRows} ${boxColumns}`;

function nameOf({ size, boxRows, boxColumns }: Geometry): string {
  const boxes = boxRows === boxColumns ? '' : `, boxes ${boxRows} × ${boxColumns}`;
  return `${size} × ${size}${boxes}`;
}
