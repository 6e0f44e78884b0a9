import { FAMILIES } from '../../../../core/formats/shared/alphabet.ts';
import type { Geometry } from '../../../../core/solver/model/geometry.ts';
import type { Look } from './grid-layout.ts';

/** What stands before a grid. */
export function titleLines({ title, size }: Look, i: number, { boxRows }: Geometry): string[] {
  switch (title) {
    case 'none':
      return [];
    case 'blank line':
      return i === 0 ? [] : [''];
    case 'Grid 01':
      return [`Grid ${String(i + 1).padStart(2, '0')}`];
    case '% title':
      return [`%Puzzle no. ${i + 1}`];
    case '# comment':
      return [`# 1.2.3.4.5 number ${i + 1}`];
    case 'size':
      return [String(size)];
    case 'order':
      return [String(boxRows)];
    default:
      return [title];
  }
}

/** The lines of one grid. */
export function gridLines(one: Look, shape: Geometry, cells: number[]): string[] {
  const { size, boxRows, boxColumns } = shape;
  const { frame, separator, indent } = one;
  const texts = cells.map((value) => cellText(one, value));
  const width = one.alphabet === 'numbers' || one.alphabet === 'padded' ? String(size).length : 1;
  const wide = (text: string) => text.padStart(width);
  const bandsOf = (row: string[]) =>
    Array.from({ length: size / boxColumns }, (_, b) => row.slice(b * boxColumns, (b + 1) * boxColumns));
  const within = separator === '' ? '' : separator;
  const inBands = (row: string[], bar: string) =>
    bandsOf(row.map(wide))
      .map((band) => band.join(within))
      .join(bar);
  const rows = Array.from({ length: size }, (_, r) => texts.slice(r * size, (r + 1) * size));
  const band = boxColumns * width + (boxColumns - 1) * within.length;
  const bands = size / boxColumns;
  const lines = (
    first: string[],
    between: (r: number) => string[],
    last: string[],
    row: (cells: string[]) => string,
  ) => [...first, ...rows.flatMap((row_, r) => [...(r > 0 ? between(r) : []), row(row_)]), ...last];
  const bandEnd = (r: number, line: string) => (r % boxRows === 0 ? [line] : []);
  const indented = (all: string[]) => all.map((line) => (line === '' ? line : indent + line));
  const ruled = (sign: string, length: number) => {
    const rule = sign.repeat(length);
    return lines(
      [rule],
      (r) => bandEnd(r, rule),
      [rule],
      (row) => row.join(within),
    );
  };
  const bar = (sign: string) => Array.from({ length: bands }, () => sign.repeat(band + 2));
  switch (frame) {
    case 'none':
      return indented(
        lines(
          [],
          () => [],
          [],
          (row) => row.join(within),
        ),
      );
    case 'gaps':
      return indented(
        lines(
          [],
          (r) => bandEnd(r, ''),
          [],
          (row) => row.join(within),
        ),
      );
    case 'bars':
      return indented(
        lines(
          [],
          (r) => bandEnd(r, bar('-').join('+')),
          [],
          (row) => ` ${inBands(row, ' | ')}`,
        ),
      );
    case 'plus': {
      const line = `+${bar('-').join('+')}+`;
      return indented(
        lines(
          [line],
          (r) => bandEnd(r, line),
          [line],
          (row) => `| ${inBands(row, ' | ')} |`,
        ),
      );
    }
    case 'cells': {
      const line = `+${Array.from({ length: size }, () => '-'.repeat(width + 2)).join('+')}+`;
      return indented(
        lines(
          [line],
          () => [line],
          [line],
          (row) => `| ${row.map(wide).join(' | ')} |`,
        ),
      );
    }
    case 'boxed cells': {
      const thin = `+${Array.from({ length: size }, () => '-'.repeat(width)).join('+')}+`;
      const thick = `#${Array.from({ length: size }, () => '='.repeat(width)).join('#')}#`;
      return indented(
        lines(
          [thick.replaceAll('#', '+')],
          (r) => (r % boxRows === 0 ? [thick.replaceAll('#', '+')] : [thin]),
          [thick.replaceAll('#', '+')],
          (row) => `|${row.map(wide).join('|')}|`,
        ),
      );
    }
    case 'simple sudoku': {
      const edge = `*${'-'.repeat(bands * (band + 1) - 1)}*`;
      const line = `|${Array.from({ length: bands }, () => '-'.repeat(band)).join('+')}|`;
      return indented(
        lines(
          [edge],
          (r) => bandEnd(r, line),
          [edge],
          (row) => `|${inBands(row, '|')}|`,
        ),
      );
    }
    case 'hodoku': {
      const line = (edge: string, cross: string) => `${edge}${bar('-').join(cross)}${edge}`;
      return indented(
        lines(
          [line('.', '.')],
          (r) => bandEnd(r, line(':', '+')),
          [line("'", "'")],
          (row) => `| ${inBands(row, ' | ')} |`,
        ),
      );
    }
    case 'box drawing':
      return indented(
        lines(
          [`┌${bar('─').join('┬')}┐`],
          (r) => bandEnd(r, `├${bar('─').join('┼')}┤`),
          [`└${bar('─').join('┴')}┘`],
          (row) => `│ ${inBands(row, ' │ ')} │`,
        ),
      );
    case 'double box drawing': {
      const line = (a: string, b: string, c: string) =>
        `${a}${Array.from({ length: size }, () => '═'.repeat(width)).join(b)}${c}`;
      return indented(
        lines(
          [line('╔', '╤', '╗')],
          () => [line('╟', '┼', '╢')],
          [line('╚', '╧', '╝')],
          (row) => `║${row.map(wide).join('│')}║`,
        ),
      );
    }
    case 'wide rules of -':
      return indented(ruled('-', 64));
    case 'wide rules of *':
      return indented(ruled('*', 40));
    default:
      return indented(ruled(frame.at(-1)!, Math.max(3, size * (width + within.length) - within.length)));
  }
}

function cellText({ alphabet, empty, size }: Look, value: number): string {
  const isPadded = alphabet === 'padded';
  if (value === 0) return isPadded && empty === '0' ? '00' : empty;
  if (alphabet === 'numbers' || size <= 9) return String(value);
  if (isPadded) return String(value).padStart(2, '0');
  if (alphabet === 'lower') return FAMILIES.ones[value - 1]!.toLowerCase();
  return FAMILIES[alphabet][value - 1]!;
}
