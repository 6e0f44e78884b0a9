import { TECHNIQUE_NAMES, type TechniqueName } from './techniques.ts';

/** A technique name that does not exist. */
export class TechniqueError extends Error {
  override readonly name = 'TechniqueError';
}

const NEAREST = 3;

/** The technique of a name, whatever its case. @throws TechniqueError that gives the nearest names */
export function techniqueNamed(text: string): TechniqueName {
  const wanted = text.trim().toLowerCase();
  const found = TECHNIQUE_NAMES.find((name) => name.toLowerCase() === wanted);
  if (found) return found;
  // a part of a name is nearer to it than what merely has as few letters
  const nearest = TECHNIQUE_NAMES.map((name) => ({
    name,
    distance: wanted !== '' && name.toLowerCase().includes(wanted) ? 0 : distance(wanted, name.toLowerCase()),
  }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NEAREST)
    .map(({ name }) => JSON.stringify(name));
  throw new TechniqueError(
    `expected the name of a technique, such as ${nearest.join(', ')}; got ${JSON.stringify(text)}`,
  );
}

/** Letters to insert, delete or replace to make one of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
