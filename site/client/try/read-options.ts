import type { PartialOptions } from '../../../core/browser.ts';
import { parseOptions } from '../../../core/options/option-text.ts';
import { optionNames } from '../../../core/options/options.ts';

/** The options that a form's controls set; empty controls set none. @throws OptionError */
export function readOptions(form: HTMLFormElement): PartialOptions {
  const data = new FormData(form);
  const pairs = optionNames('flag').map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' && value !== '' ? value.trim() : undefined] as const;
  });
  return parseOptions(pairs, 'flag');
}
