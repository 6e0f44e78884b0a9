// The form for the options of a file: a control for each, under a name that people understand, beside the name of the
// flag.

import type { OptionName, PartialOptions } from '../../../core/browser.ts';
import { FACT_NAMES, type FactName, factEntry } from '../../../core/options/facts.ts';
import { optionFlags, optionText, parseOptions } from '../../../core/options/option-text.ts';
import { OPTIONS, type OptionEntry, optionNames, yesOrNo } from '../../../core/options/options.ts';
import { VARIANT_NAMES } from '../../../core/options/variants.ts';
import { element } from '../../../core/report/client/element.ts';

interface Control {
  /** What the control sets, in words. */
  readonly label: string;
  /** A sentence for those who need more. */
  readonly help?: string;
  /** Words for the values, where there are few. */
  readonly values?: Readonly<Record<string, string>>;
}

const FACT_CONTROLS = Object.fromEntries(
  FACT_NAMES.map((name): [FactName, Control] => {
    const { label, note } = factEntry(name).option!;
    return [name, { label, help: note, values: { false: 'No', true: 'Yes' } }];
  }),
) as Record<FactName, Control>;

/** How the form presents options; others as the manual does. */
const CONTROLS: Readonly<Partial<Record<OptionName, Control>>> = {
  variant: { label: 'Rules', help: `Such as x,windoku. Names: classic, ${VARIANT_NAMES.join(', ')}.` },
  solutions: {
    label: 'What to find',
    values: {
      first: 'A solution',
      unique: 'A solution, and check that each puzzle has only one',
      count: 'The number of solutions',
      all: 'All solutions',
    },
  },
  limit: { label: 'Stop counting at', help: 'Solutions of one puzzle.' },
  output: {
    label: 'Layout of the result',
    values: { same: 'As the file', csv: 'Table (CSV)', jsonl: 'JSON Lines' },
  },
  ...FACT_CONTROLS,
  alphabet: { label: 'Symbols of large grids', help: 'Such as 1-9A-G, 0-9A-F or A-P.' },
  format: {
    label: 'Format of the file',
    values: {
      lines: 'One puzzle a line',
      'jigsaw-lines': 'Jigsaws: a puzzle and its regions a line',
      'number-lines': 'Numbers, one puzzle a line',
      links: 'Links, one a line',
      grids: 'Drawn grids',
      pasted: 'Pasted text',
      pencilmarks: 'Pencilmarks, one puzzle a line',
      candidates: 'Grids of candidates',
      csv: 'CSV',
      json: 'JSON',
      npy: 'NumPy array',
    },
  },
  boxes: { label: 'Shape of a box', help: 'Rows x columns, such as 2x3.' },
  regions: { label: 'Regions in place of boxes', help: 'A symbol for each cell: equal ones are a region.' },
  puzzle: {
    label: 'Where the puzzles stand',
    help: 'The name of a column or member, such as quiz; or a place, such as data.*.grid, [][1] or #3.',
  },
  ignore: { label: 'Columns that are no rules', help: 'Names with commas, such as odd,even.' },
  budget: { label: 'Give a puzzle up after', help: 'Guesses.' },
};

export function optionControls(): HTMLElement {
  const controls = optionFlags().map(({ name, help }) => control(name as OptionName, help));
  return element('div', { class: 'options' }, ...controls);
}

function control(name: OptionName, manual: string): HTMLElement {
  const { kind, default: usual }: OptionEntry = OPTIONS[name];
  const { label, help, values = valuesOf(kind) } = CONTROLS[name] ?? { label: name, help: manual };
  const usualText = usual === undefined ? '' : (optionText(usual, OPTIONS[name]) ?? '');
  const id = `option-${name}`;
  const described = help === undefined ? undefined : `${id}-help`;
  const common = { id, name, 'aria-describedby': described };
  const field = values
    ? element('select', common, ...choices(values, usualText))
    : element('input', {
        ...common,
        placeholder: usualText === '' ? 'automatic' : usualText,
        autocomplete: 'off',
        inputmode: kind.range ? 'numeric' : undefined,
      });
  const flag = element('code', { class: 'flag' }, `--${name}`);
  const caption = element('div', { class: 'caption' }, element('label', { for: id }, label), ' ', flag);
  const note = help === undefined ? undefined : element('p', { class: 'note', id: described }, help);
  return element('div', { class: 'option' }, caption, field, note);
}

function valuesOf(kind: OptionEntry['kind']): Control['values'] {
  return kind === yesOrNo ? { false: 'No', true: 'Yes' } : undefined;
}

function choices(values: Readonly<Record<string, string>>, usual: string): HTMLOptionElement[] {
  const all = Object.entries(values).map(([value, label]) =>
    element('option', { value, selected: value === usual ? '' : undefined }, label),
  );
  return usual === '' ? [element('option', { value: '' }, 'Automatic'), ...all] : all;
}

/** The options that a form's controls set; empty controls set none. @throws OptionError */
export function readOptions(form: HTMLFormElement): PartialOptions {
  const data = new FormData(form);
  const pairs = optionNames('flag').map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' && value !== '' ? value.trim() : undefined] as const;
  });
  return parseOptions(pairs, 'flag');
}
