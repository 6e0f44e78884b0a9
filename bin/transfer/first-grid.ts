/** Digits of a 9x9 grid. */
const CELLS = 81;

/** The first solved 9x9 grid of a text, in any layout that ends at 81 digits, drawn with its boxes; undefined if there is none. */
export function firstGrid(text: string): string | undefined {
  let digits = '';
  for (const line of text.split(/\r?\n/)) {
    const row = line.replace(/[\s|,]/g, '');
    const whole = /^[1-9]{81}(?!\d)/.exec(line)?.[0];
    if (whole !== undefined) return draw(whole);
    // but for frames, whatever stands between two rows begins a new grid
    digits = /^[1-9]{9}$/.test(row) ? digits + row : /^[-+=]+$/.test(row) ? digits : '';
    if (digits.length === CELLS) return draw(digits);
  }
  return undefined;
}

function draw(digits: string): string {
  const rows = Array.from({ length: 9 }, (_, row) => digits.slice(row * 9, row * 9 + 9));
  const spaced = rows.map((row) =>
    row
      .replace(/(...)(?!$)/g, '$1|')
      .split('')
      .join(' '),
  );
  return [spaced.slice(0, 3), spaced.slice(3, 6), spaced.slice(6)]
    .map((band) => band.join('\n'))
    .join('\n------+-------+------\n');
}
