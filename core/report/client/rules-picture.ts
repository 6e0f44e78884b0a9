// Draws the rules of a puzzle over its grid, as books of puzzles do: regions, cages, lines, arrows, dots and signs.
import { RULE_KINDS, type Rule } from '../../solver/model/rule-kinds.ts';
import { counted, svg } from './element.ts';

/** The parts of a puzzle that are drawn. */
export interface RulesShown {
  /** Cells of a side. */
  readonly size: number;
  /** Regions in place of boxes: equal entries are a region. */
  readonly regions?: ArrayLike<number | string> | undefined;
  /** Cells of units that a variant adds. */
  readonly shaded?: readonly number[] | undefined;
  readonly rules: readonly Rule[];
}

/** A place on the grid. A cell is one unit wide. */
type Point = readonly [x: number, y: number];

/** Colours with enough contrast on light and dark paper. Lines let the digits shine through. */
const GREY = '#808b97';
const LINES = { thermo: GREY, whisper: '#2fa557', renban: '#b04fcf', arrow: GREY } as const;

/** How far a cage's outline is from the edges of its cells. */
const INSET = 0.08;

/** A picture to lay over the grid, as wide and high as it. Undefined if there is nothing to draw. */
export function rulesPicture(shown: RulesShown): SVGSVGElement | undefined {
  const { size, regions, shaded = [], rules } = shown;
  if (!regions && shaded.length === 0 && rules.length === 0) return undefined;
  const picture = new Picture(size);
  const label = describe(shown);
  return svg(
    'svg',
    {
      class: 'rules',
      viewBox: `0 0 ${size} ${size}`,
      role: 'img',
      'aria-label': label,
      fill: 'none',
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    ...shaded.map((cell) => picture.shade(cell)),
    ...rules.flatMap((rule) => picture.below(rule)),
    // dots and signs stand on borders
    regions && picture.borders(regions),
    ...rules.flatMap((rule) => picture.above(rule)),
  );
}

/** `9 regions, 3 cages, 1 thermometer` */
function describe({ size, regions, rules }: RulesShown): string {
  const groups = Map.groupBy(rules, ({ kind }) => RULE_KINDS[kind].label);
  const parts = [...groups].map(([label, { length }]) => counted(length, label));
  return [...(regions ? [counted(size, 'region')] : []), ...parts].join(', ') || 'more units';
}

class Picture {
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  shade(cell: number): SVGElement {
    const [x, y] = this.#corner(cell);
    return svg('rect', { x, y, width: 1, height: 1, fill: GREY, opacity: 0.18 });
  }

  /** Shapes under all others. */
  below({ kind, cells }: Rule): SVGElement[] {
    const [first] = cells.map((cell) => this.#centre(cell)) as [Point];
    if (kind === 'even')
      return [
        svg('rect', {
          x: first[0] - 0.36,
          y: first[1] - 0.36,
          width: 0.72,
          height: 0.72,
          fill: GREY,
          opacity: 0.4,
        }),
      ];
    if (kind === 'odd') return [disc(first, 0.38, { fill: GREY, opacity: 0.4 })];
    if (kind === 'thermo')
      return [
        svg(
          'g',
          { opacity: 0.55 },
          disc(first, 0.36, { fill: LINES.thermo }),
          this.#line(cells, { stroke: LINES.thermo, 'stroke-width': 0.28 }),
        ),
      ];
    if (kind === 'whisper' || kind === 'renban')
      return [this.#line(cells, { stroke: LINES[kind], 'stroke-width': 0.2, opacity: 0.6 })];
    return [];
  }

  above(rule: Rule): SVGElement[] {
    const { kind, cells } = rule;
    switch (kind) {
      case 'cage':
        return this.#cage(rule);
      case 'arrow':
        return [this.#arrow(cells)];
      case 'white':
      case 'black':
        return this.#dot(rule);
      case 'x':
      case 'v':
        return [text(this.#between(cells), kind.toUpperCase(), 0.34)];
      case 'greater':
        return [this.#sign(cells)];
      default:
        return [];
    }
  }

  /** The borders of regions. */
  borders(regions: ArrayLike<number | string>): SVGElement {
    const size = this.#size;
    let path = '';
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const cell = row * size + column;
        if (column > 0 && regions[cell] !== regions[cell - 1]) path += `M${column} ${row}v1`;
        if (row > 0 && regions[cell] !== regions[cell - size]) path += `M${column} ${row}h1`;
      }
    }
    return svg('path', { d: path, stroke: 'currentColor', 'stroke-width': 0.06 });
  }

  #cage({ cells, value }: Rule): SVGElement[] {
    const size = this.#size;
    const own = new Set(cells);
    const has = (row: number, column: number) =>
      row >= 0 && column >= 0 && row < size && column < size && own.has(row * size + column);
    let path = '';
    for (const cell of cells) {
      const [column, row] = this.#corner(cell);
      for (const [down, right] of [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ] as const) {
        if (has(row + down, column + right)) continue;
        // from one end of this side to the other: the outline goes on into a neighbour of the cage, and around its corner
        const ends = [-1, 1].map((end) => {
          const [alongDown, alongRight] = [down === 0 ? end : 0, right === 0 ? end : 0];
          if (!has(row + alongDown, column + alongRight)) return end * (0.5 - INSET);
          return end * (has(row + alongDown + down, column + alongRight + right) ? 0.5 + INSET : 0.5);
        });
        const [x, y] = [column + 0.5 + right * (0.5 - INSET), row + 0.5 + down * (0.5 - INSET)];
        path +=
          down === 0
            ? `M${round(x)} ${round(y + ends[0]!)}V${round(y + ends[1]!)}`
            : `M${round(x + ends[0]!)} ${round(y)}H${round(x + ends[1]!)}`;
      }
    }
    const outline = svg('path', {
      d: path,
      stroke: 'currentColor',
      'stroke-width': 0.03,
      'stroke-dasharray': '0.07 0.07',
      'stroke-linecap': 'butt',
    });
    if (value === undefined) return [outline];
    const [x, y] = this.#corner(Math.min(...cells));
    return [outline, text([x + 0.09 + 0.08 * `${value}`.length, y + 0.2], `${value}`, 0.27)];
  }

  #arrow(cells: readonly number[]): SVGElement {
    const points = cells.map((cell) => this.#centre(cell));
    const [circle, next] = points as [Point, Point];
    const [before, last] = points.slice(-2) as [Point, Point];
    const start = towards(circle, next, 0.4);
    const tip = towards(last, before, -0.12);
    const [left, right] = [-1, 1].map((side) =>
      beside(towards(tip, before, 0.18), before, tip, side * 0.14),
    ) as [Point, Point];
    return svg(
      'g',
      { stroke: LINES.arrow, 'stroke-width': 0.06 },
      disc(circle, 0.4, {}),
      svg('polyline', { points: pointsText([start, ...points.slice(1, -1), tip]) }),
      svg('polyline', { points: pointsText([left, tip, right]) }),
    );
  }

  #dot({ kind, cells, value }: Rule): SVGElement[] {
    const at = this.#between(cells);
    const isWhite = kind === 'white';
    const dot = disc(at, 0.14, {
      fill: isWhite ? '#ffffff' : '#111111',
      stroke: isWhite ? '#111111' : '#ffffff',
      'stroke-width': 0.03,
    });
    if (value === undefined || value === RULE_KINDS[kind].value!.usual) return [dot];
    return [dot, text(at, `${value}`, 0.2, isWhite ? '#111111' : '#ffffff')];
  }

  /** A sign that opens towards the first cell. */
  #sign(cells: readonly number[]): SVGElement {
    const [greater, less] = cells.map((cell) => this.#centre(cell)) as [Point, Point];
    const middle = this.#between(cells);
    const tip = towards(middle, less, 0.1);
    const back = towards(middle, greater, 0.1);
    const ends = [-1, 1].map((side) => beside(back, greater, less, side * 0.16)) as [Point, Point];
    return svg('polyline', {
      points: pointsText([ends[0], tip, ends[1]]),
      stroke: 'currentColor',
      'stroke-width': 0.05,
    });
  }

  #line(cells: readonly number[], attributes: Readonly<Record<string, string | number>>): SVGElement {
    return svg('polyline', { points: pointsText(cells.map((cell) => this.#centre(cell))), ...attributes });
  }

  #corner(cell: number): Point {
    return [cell % this.#size, Math.floor(cell / this.#size)];
  }

  #centre(cell: number): Point {
    const [x, y] = this.#corner(cell);
    return [x + 0.5, y + 0.5];
  }

  #between([one, other]: readonly number[]): Point {
    const [a, b] = [this.#centre(one!), this.#centre(other!)];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  }
}

function disc([cx, cy]: Point, r: number, attributes: Readonly<Record<string, string | number>>): SVGElement {
  return svg('circle', { cx: round(cx), cy: round(cy), r, ...attributes });
}

/** A text around a point. Its outline in the colour of the paper keeps it legible on lines. */
function text([x, y]: Point, content: string, size: number, fill = 'currentColor'): SVGElement {
  return svg(
    'text',
    {
      x: round(x),
      y: round(y),
      'font-size': size,
      'text-anchor': 'middle',
      'dominant-baseline': 'central',
      fill,
      ...(fill === 'currentColor' && {
        stroke: 'var(--paper)',
        'stroke-width': 0.06,
        'paint-order': 'stroke',
      }),
    },
    content,
  );
}

/** A point so far from another one on the way to a third. */
function towards([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  const length = Math.hypot(toX - x, toY - y) || 1;
  return [x + ((toX - x) * distance) / length, y + ((toY - y) * distance) / length];
}

/** A point so far beside another one, across the way between two. */
function beside([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point, distance: number): Point {
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  return [x - ((toY - fromY) * distance) / length, y + ((toX - fromX) * distance) / length];
}

const pointsText = (points: readonly Point[]) => points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');

const round = (value: number) => Math.round(value * 1000) / 1000;
