// The arrows of a chain, which lie over the candidates of a grid.

import { svg } from '../../../core/report/client/element.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import type { ChainEnd, ChainLink } from './walk.ts';

/** The share of a cell beside its candidates, on each side: `inset` in grid.css. */
const CANDIDATES_INSET = 0.04;

/**
 * Arrows between the candidates of a chain: solid ones lead to true candidates, dashed ones to false ones. */
export function chainPicture(
  { size, boxRows, boxColumns }: Geometry,
  links: readonly ChainLink[],
): SVGSVGElement | undefined {
  if (links.length === 0) return undefined;
  const pointOf = ({ cell, value }: ChainEnd): readonly [x: number, y: number] => {
    const [column, row] = [(value - 1) % boxColumns, Math.floor((value - 1) / boxColumns)];
    const within = (place: number, places: number) =>
      CANDIDATES_INSET + ((place + 0.5) / places) * (1 - 2 * CANDIDATES_INSET);
    return [(cell % size) + within(column, boxColumns), Math.floor(cell / size) + within(row, boxRows)];
  };
  const radius = 0.38 / Math.max(boxRows, boxColumns);
  const ends = new Map(links.flat().map((end) => [`${end.cell} ${end.value} ${end.on}`, end]));
  const discs = [...ends.values()].map((end) => {
    const [cx, cy] = pointOf(end);
    return svg('circle', { class: end.on ? 'on' : 'off', cx, cy, r: radius });
  });
  const lines = links.map(([from, to]) => {
    const [[x, y], [toX, toY]] = [pointOf(from), pointOf(to)];
    const length = Math.hypot(toX - x, toY - y);
    // between neighbours, there is no room for an arrow
    if (length < 2 * radius) return undefined;
    const [dx, dy] = [(toX - x) / length, (toY - y) / length];
    // bent a little, so that it does not run over candidates in line with both
    const bend = Math.min(0.25, length * 0.12);
    const [middleX, middleY] = [(x + toX) / 2 - dy * bend, (y + toY) / 2 + dx * bend];
    const [tipX, tipY] = shortened([middleX, middleY], [toX, toY], radius + 0.02);
    const [startX, startY] = shortened([middleX, middleY], [x, y], radius);
    const [headX, headY] = shortened([middleX, middleY], [tipX, tipY], 0.13);
    const [overX, overY] = [(tipY - headY) * 0.5, (headX - tipX) * 0.5];
    const points = [
      [tipX, tipY],
      [headX + overX, headY + overY],
      [headX - overX, headY - overY],
    ];
    const kind = to.on ? 'on' : 'off';
    return svg(
      'g',
      { class: kind },
      svg('path', { d: `M${startX} ${startY}Q${middleX} ${middleY} ${headX} ${headY}` }),
      svg('polygon', { points: points.map((point) => point.join()).join(' ') }),
    );
  });
  const viewBox = `0 0 ${size} ${size}`;
  return svg('svg', { class: 'chain-arrows', viewBox, 'aria-hidden': 'true' }, ...discs, ...lines);
}

/** The point before the end of a way, as far from it as said. */
function shortened(
  [fromX, fromY]: readonly [number, number],
  [x, y]: readonly [number, number],
  by: number,
): readonly [x: number, y: number] {
  const length = Math.hypot(fromX - x, fromY - y) || 1;
  return [x + ((fromX - x) * by) / length, y + ((fromY - y) * by) / length];
}
