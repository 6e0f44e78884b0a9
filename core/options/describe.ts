import { optionText } from './parse-options.ts';
import { OPTIONS, type OptionEntry, type OptionTable, optionNames, type Place } from './table.ts';

/** An option as a flag: what commander declares, and its line of help. */
export interface FlagText {
  readonly name: string;
  /** `--limit <n>` */
  readonly usage: string;
  readonly help: string;
}

/** The flags that give options, in the order of the table. */
export function optionFlags(table: OptionTable = OPTIONS): FlagText[] {
  return optionNames('flag', table).map((name) => {
    const entry = table[name]!;
    const { placeholder } = entry.kind;
    return {
      name,
      usage: placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`,
      help: placeholder === undefined ? plain(entry.help) : plain(`${entry.help} (${defaultOf(entry)})`),
    };
  });
}

/** Rows of the manual's table: name, what it is, what holds where nobody gives it. */
export function optionRows(
  place: Place,
  { prefix = '', linkBase = '' } = {},
  table: OptionTable = OPTIONS,
): [name: string, is: string, fallback: string][] {
  return optionNames(place, table).map((name) => {
    const entry = table[name]!;
    const { range } = entry.kind;
    const is = range ? `${entry.help}, ${range[0]} to ${range[1]}` : entry.help;
    const links = (text: string) => text.replaceAll('](#', `](${linkBase}#`);
    return [`\`${prefix}${name}\``, links(is), links(defaultOf(entry))];
  });
}

function defaultOf(entry: OptionEntry): string {
  return entry.fallback ?? `\`${optionText(entry.default, entry)}\``;
}

/** Markdown as a terminal shows it: without signs of code, links by their words. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}
