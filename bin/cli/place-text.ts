// Where the puzzles of a file are, in words.

/** Names in a line, at most. */
const MAX_SHOWN = 4;

/** `in column quiz`, `in columns #2-82`, `at [].question`; empty for a format without places. */
export function placeText({
  format,
  places = [],
}: {
  readonly format?: string;
  readonly places?: readonly string[];
}): string {
  if (places.length === 0) return '';
  const more = places.length > MAX_SHOWN ? ', …' : '';
  const names = `${places.slice(0, MAX_SHOWN).join(', ')}${more}`;
  if (format === 'json') return `at ${names}`;
  return /^#\d+-\d+$/.test(names) ? `in columns ${names}` : `in column ${names}`;
}
