// Suggests the name that a misspelt or unknown one was probably meant to be.
import { namesTriedAs } from './tried-words.ts';

/** Letters to insert, delete, replace or swap with a neighbour to turn one text into the other (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const areSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = areSwapped ? before[j - 2]! + 1 : replaced;
      next.push(Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1)!;
}

/** Names longer than this are not misspelt; comparing them would take long. */
const MAX_COMPARED = 60;

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** The name that a misspelt one probably stands for, whatever its case, hyphens and underscores; undefined if none is near. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > MAX_COMPARED) return undefined;
  const wanted = plain(misspelt);
  const [nearest] = names
    .map((name) => ({ name, distance: editDistance(wanted, plain(name)) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= Math.max(1, Math.floor(nearest.name.length / 4))
    ? nearest.name
    : undefined;
}

/** Letters from which on a part of a name is enough. */
const SHORTEST_PART = 3;

/**
 * The name that an unknown word probably stands for: the same in another case, the value of one, a word that people use for it, a
 * misspelt name, the beginning of one or a word of it; or what a part of the word stands for, `clues` in `min-clues`. Undefined if
 * there is none.
 * @param names can have values, `solutions=count`, and commands flags, `local --serve`: these are found by their synonyms
 */
export function suggestedName(word: string, names: readonly string[]): string | undefined {
  if (word.length > MAX_COMPARED) return undefined;
  const parts = word.split(/[-_ ]/).toReversed();
  return [word, ...(parts.length > 1 ? parts : []), word.replace(/^(?:num|n)/i, '')]
    .map((part) => nameOfWord(part, names))
    .find((name) => name !== undefined);
}

function nameOfWord(word: string, names: readonly string[]): string | undefined {
  const wanted = plain(word);
  return (
    names.find((name) => plain(name) === wanted) ??
    names.find((name) => name.endsWith(`=${wanted}`)) ??
    namesTriedAs(wanted).find((name) => names.includes(name)) ??
    (wanted.length < SHORTEST_PART
      ? undefined
      : (nearestName(word, names) ??
        names.find((name) => plain(name).startsWith(wanted)) ??
        names.find((name) => name.split('-').includes(wanted))))
  );
}

/** ` (did you mean solve?)`, for the end of a message; empty if no name is near. @param as how a name is written */
export function didYouMean(
  word: string,
  names: readonly string[],
  as: (name: string) => string = (name) => name,
): string {
  const name = suggestedName(word, names);
  return name === undefined ? '' : ` (did you mean ${as(name)}?)`;
}
