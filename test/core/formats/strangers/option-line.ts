import { RejectedFile } from '../../../../core/files/index.ts';
import fc from '../../../property.ts';
import { planOf } from '../solve-bytes.ts';

const PUZZLE = '12.434..2.4343.1';

/** A line of options, right or with a typing error. */
export interface OptionLine {
  readonly text: string;
  /** The expected `variant` of the plan; undefined if the line must be rejected. */
  readonly variant: 'classic' | 'x' | undefined;
}

const spelling = fc.constantFrom('sudoku', 'sudoku', 'sudoko', 'Sudoku', 'SUDOKU', 'soduku', 'sudoku:');
const before = fc.constantFrom('', '', '', '# mine\n', '\n', '// a\n');
const opening = fc.constantFrom('#! ', '#!', '#!  ', '# ! ', ' #! ');
const option = fc.constantFrom(
  'variant=x',
  'variant=y',
  'variant',
  'varient=x',
  'variant=classic',
  'limit=5',
);
const end = fc.constantFrom('\n', '\r\n', ' \n', '\r');

export const optionLines: fc.Arbitrary<OptionLine> = fc
  .tuple(before, opening, spelling, fc.array(option, { maxLength: 3 }), end)
  .map(([front, sign, word, options, lineEnd]) => {
    const names = options.map((one) => one.split('=')[0]);
    const isRight =
      front === '' &&
      sign.startsWith('#!') &&
      word === 'sudoku' &&
      options.every((one) => /^(variant=(x|classic)|limit=5)$/.test(one)) &&
      new Set(names).size === names.length;
    const isCr = lineEnd === '\r';
    const text = `${front}${sign}${word} ${options.join(' ')}${lineEnd}${PUZZLE}\n`;
    const x = options.includes('variant=x') ? 'x' : 'classic';
    return { text: isCr ? text.replaceAll('\n', '\r') : text, variant: isRight ? x : undefined };
  });

/** The fault in handling a line; undefined if it was applied, or rejected with a quotation. */
export function optionLineFault({ text, variant }: OptionLine): string | undefined {
  try {
    const got = planOf(text).options.variant;
    return got === variant ? undefined : `wrong: expected ${variant ?? 'a refusal'}, got ${got} for ${text}`;
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    if (variant === undefined && /expected .*got /s.test(error.message)) return undefined;
    return `wrong: ${error.message} for ${text}`;
  }
}
