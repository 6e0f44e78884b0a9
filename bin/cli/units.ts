/** A whole number as people read it: `1,234`. */
export function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** So many of something: `1 puzzle`, `1,234 puzzles`. @param plural where it is not the word with an s */
export function counted(value: number, one: string, plural = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : plural}`;
}

/** A time as people read it: `1.5 s`, `12 min`, `3 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A size as people read it: `512 bytes`, `1.5 MB`. */
export function size(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(bytes || 1) / 3), 0), 4);
  if (power === 0) return `${bytes} bytes`;
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${['', 'kB', 'MB', 'GB', 'TB'][power]}`;
}
