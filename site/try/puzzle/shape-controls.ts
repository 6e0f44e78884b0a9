// Controls for the shape of a grid: a list of sizes, and one of rules.

import type { Variant } from '../../../core/options/options.ts';
import { VARIANT_NAMES, VARIANTS, type VariantName } from '../../../core/options/variants.ts';
import { element } from '../../../core/report/client/element.ts';
import { anyGeometry, type Geometry, geometry } from '../../../core/solver/model/geometry.ts';
import { geometryOf, shapeOf } from '../../../core/solver/model/shape.ts';

/** Sizes to choose from, each with its usual boxes. */
const SIZES = [4, 6, 8, 9, 10, 12, 15, 16, 18, 20, 21, 24, 25, 36];

export interface ShapeControls {
  readonly element: HTMLElement;
  /** Shows the shape of a puzzle that was loaded. */
  show(shape: Geometry): void;
}

/** @param choose receives the new shape */
export function shapeControls(choose: (shape: Geometry) => void): ShapeControls {
  const sizes = element('select', { id: 'size' });
  const rules = element('select', { id: 'rules' });
  let shown: Geometry | undefined;
  const change = () => {
    const variant = rules.value as Variant;
    if (shown && sizes.value === valueFor(shown)) {
      choose(geometryOf({ ...shapeOf(shown), variant }));
      return;
    }
    const [size, rows, columns] = sizes.value.split(' ').map(Number);
    const boxes = { rows: rows!, columns: columns! };
    // another size may not have the variant
    const isFit = anyGeometry(size!, variant, boxes).unfit === undefined;
    choose(geometry(size!, isFit ? variant : 'classic', boxes));
  };
  for (const list of [sizes, rules]) list.addEventListener('change', change);
  const field = (label: string, control: HTMLElement) =>
    element('div', { class: 'field' }, element('label', { for: control.id }, label), control);
  return {
    element: element('div', { class: 'shape' }, field('Size', sizes), field('Rules', rules)),
    show(shape) {
      shown = shape;
      const usual = SIZES.map((size) => geometry(size));
      const isUsual = usual.some((one) => valueFor(one) === valueFor(shape));
      sizes.replaceChildren(
        ...(isUsual ? usual : [...usual, shape]).map((one) =>
          element('option', { value: valueFor(one) }, nameOf(one)),
        ),
      );
      sizes.value = valueFor(shape);
      const names = (['classic', ...VARIANT_NAMES] as const).filter((name) => fits(name, shape));
      rules.replaceChildren(
        ...new Set([...names, shape.variant])
          .values()
          .map((name) => element('option', { value: name }, labelOf(name))),
      );
      rules.value = shape.variant;
    },
  };
}

function labelOf(variant: string): string {
  return variant === 'classic' ? 'Classic' : (VARIANTS[variant as VariantName]?.label ?? variant);
}

function fits(variant: Variant, shape: Geometry): boolean {
  return geometryOf({ ...shapeOf(shape), variant }).unfit === undefined;
}

const valueFor = ({ size, boxRows, boxColumns, regions }: Geometry): string =>
  `${size} ${regions ? 'regions' : `${boxRows} ${boxColumns}`}`;

function nameOf({ size, boxRows, boxColumns, regions }: Geometry): string {
  if (regions) return `${size} × ${size}, jigsaw`;
  const boxes = boxRows === boxColumns ? '' : `, boxes ${boxRows} × ${boxColumns}`;
  return `${size} × ${size}${boxes}`;
}
