// What the sentences about steps have in common: lists in words, and what cells lose.

/** `1`, `1 and 2`, `1, 2 and 3` */
export function listed(items: readonly (string | number)[], last: 'and' | 'or' | 'nor' = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `in row 1`, `on diagonal 2` */
export const inUnit = (unit: string): string => `${unit.startsWith('diagonal') ? 'on' : 'in'} ${unit}`;

/** Units of one kind share their word: `columns 3 and 4`; others are listed. */
export function unitsText(names: readonly string[]): string {
  const parts = names.map((name) => /^(\S+) (\d+)$/.exec(name) ?? []);
  const [kind] = parts.map(([, word]) => word);
  if (names.length < 2 || kind === undefined || parts.some(([, word]) => word !== kind)) return listed(names);
  return `${kind}${kind.endsWith('x') ? 'es' : 's'} ${listed(parts.map(([, , number]) => number!))}`;
}

/** `r1c1 and r1c5 lose 3; r2c2 loses 3 and 5` @param lost cells, each with the text of its digits */
export function lossesText(lost: readonly (readonly [cell: string, digits: string])[]): string {
  return Array.from(
    Map.groupBy(lost, ([, digits]) => digits),
    ([digits, cells]) => {
      const names = cells.map(([cell]) => cell);
      return `${listed(names)} ${names.length === 1 ? 'loses' : 'lose'} ${digits}`;
    },
  ).join('; ');
}
