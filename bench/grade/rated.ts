import { readFileSync } from 'node:fs';

/** A puzzle with the ratings that it is known to have, as text to a tenth. */
export interface Rated {
  readonly puzzle: string;
  readonly er?: string;
  readonly ep?: string;
  readonly ed?: string;
}

/** Lines `puzzle` or `puzzle,er,ep,ed`; others, such as a head line, are passed over. */
export function readRated(path: string): Rated[] {
  return parseRated(readFileSync(path, 'utf8'));
}

export function parseRated(text: string): Rated[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(','))
    .filter(([puzzle]) => puzzle?.length === 81)
    .map(([puzzle, er, ep, ed]) => ({ puzzle: puzzle!, er, ep, ed }));
}
