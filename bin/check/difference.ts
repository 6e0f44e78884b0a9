// How a line of a result differs from the line that is expected, in words: `expected …, got …, in level`.
import type { fieldReader } from '../records/fields.ts';
import type { DifferentLine } from './line-comparer.ts';
import { quoted } from './verdict.ts';

type FieldReader = NonNullable<ReturnType<typeof fieldReader>>;

/** @param fieldsOf reads the columns or members of a line by name, in formats that have some */
export function describeDifference({ expected, got }: DifferentLine, fieldsOf?: FieldReader): string {
  const name = fieldsOf && nameOf(fieldsOf, expected, got);
  const where = name === undefined ? '' : `, in ${name}`;
  return `expected ${excerpt(expected, got)}, got ${excerpt(got, expected)}${where}`;
}

/** The name of the first field or member that differs; undefined if none does, or lines are no records. */
function nameOf(fieldsOf: FieldReader, expected: string, got: string): string | undefined {
  const [ours, theirs] = [expected, got].map((text) => fieldsOf(Buffer.from(text)));
  const names = new Set([...ours!.keys(), ...theirs!.keys()]);
  return names.values().find((name) => ours!.get(name) !== theirs!.get(name));
}

/** The part of a line that differs from another line, with some context before it. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  const from = Math.max(0, at - 10);
  return text === '' ? 'no such line' : quoted(`${from > 0 ? '…' : ''}${text.slice(from)}`);
}
