// Numbers as readers see them, on the page and in its summary without a script.

/** A number with separators. */
export const numberText = (value: number): string => value.toLocaleString('en');

/** A number and its noun: `1 puzzle`, `2,000 puzzles`. @param plural if it is not the noun and an s */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${numberText(value)} ${value === 1 ? noun : plural}`;

/** A key or path, without its middle if it is long: paths differ at their ends. @param most characters */
export function withoutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = Math.floor(most / 3);
  return `${text.slice(0, start)}…${text.slice(start + 1 - most)}`;
}

/** A large number in three digits: `1.36M`. */
export const compact = (value: number): string =>
  value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number in full below a million, then in three digits. */
export const countOrCompact = (value: number): string =>
  value < 1_000_000 ? numberText(value) : compact(value);

/** A mean in three digits; a large one as a whole number. */
export const mean = (value: number): string =>
  value < 100 ? value.toLocaleString('en', { maximumSignificantDigits: 3 }) : numberText(Math.round(value));

/** A percentage, rounded to 0 or 100 only if exact. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0001) return '<0.01%';
  if (share < 1 && share > 0.9999) return '>99.99%';
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: share > 0.99 || share < 0.01 ? 2 : 1 })}%`;
}

/** A duration: in milliseconds, seconds, or minutes and seconds. */
export function duration(seconds: number): string {
  if (seconds >= 60) {
    const [minutes, rest] = [Math.floor(Math.round(seconds) / 60), Math.round(seconds) % 60];
    return minutes >= 60
      ? `${numberText(Math.floor(minutes / 60))} h ${minutes % 60} min`
      : `${minutes} min${rest ? ` ${rest} s` : ''}`;
  }
  if (seconds < 0.0005) return '<1 ms';
  if (seconds < 0.9995) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  return `${seconds.toLocaleString('en', { maximumSignificantDigits: 3 })} s`;
}

/** A number of bytes in decimal units. */
export function bytes(value: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];
  const power = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${(value / 1000 ** power).toLocaleString('en', { maximumSignificantDigits: 3 })} ${units[power]}`;
}

/** A time of a report, in UTC: `22 November 2026, 19:03 UTC`. Another text is returned as it is. */
export function dateText(date: string): string {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return date;
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', options).format(time).replace(' at ', ', ')} UTC`;
}
