/** Box drawing and block elements (U+2500 to U+25FF) in UTF-8, one character a byte. */
const BOX_DRAWING = /\xe2[\x94-\x97][\x80-\xbf]/g;

const DRAWN = /^[-=+*|~.:!_'"`#/\\^\s]+$/;

/**
 * Whether a line is drawn, not written: a frame or a rule, with no letter and no digit in it.
 * @param text one character a byte
 * @param empties signs among `-*_` that the file uses for empty cells: a line of them, dots and separators is a row
 */
export function isDrawn(text: string, empties: string): boolean {
  const rest = text.replace(BOX_DRAWING, '');
  if (rest.length < text.length) return rest.trim() === '' || DRAWN.test(rest);
  if (!DRAWN.test(text) || text.trim() === '') return false;
  const signs = text.replace(/[\s|:!.]/g, '');
  return signs.split('').some((sign) => !empties.includes(sign));
}

/** A text without its box drawing, each character of which parts what is beside it. */
export function withoutBoxDrawing(text: string): string {
  return text.replace(BOX_DRAWING, ' ');
}
