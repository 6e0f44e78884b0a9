// Suggests the name that a misspelt one was probably meant to be.

/** Letters to insert, delete or replace to turn one text into the other (Levenshtein). */
export function editDistance(one: string, other: string): number {
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

/** Names longer than this are not misspelt; comparing them would take long. */
const MAX_COMPARED = 60;

/** The name that a misspelt one probably stands for, whatever its case, hyphens and underscores; undefined if none is near. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > MAX_COMPARED) return undefined;
  const plain = (name: string) => name.toLowerCase().replaceAll(/[-_ ]/g, '');
  const wanted = plain(misspelt);
  const [nearest] = names
    .map((name) => ({ name, distance: editDistance(wanted, plain(name)) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= Math.max(1, Math.floor(nearest.name.length / 4))
    ? nearest.name
    : undefined;
}
