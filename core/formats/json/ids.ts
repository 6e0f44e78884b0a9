import type { Block, BrokenRecord } from '../shared/block.ts';
import { isIdName } from '../shared/column-names.ts';
import type { Head } from '../shared/head.ts';
import { asBuffer, Json, Members } from './scan.ts';

const MEMBER = /[{,]\s*"([^"\\]{1,40})"\s*:/g;

/** Whether objects of the head have a member that tells them apart by name. */
export function hasIds({ bytes }: Head): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return text.matchAll(MEMBER).some(([, name]) => isIdName(name!));
}

const members = new Members();

/** What the file calls a record: the text of its member with such a name, if that is a string or a number. */
export function idOf({ bytes, starts }: Block, record: number | BrokenRecord): string | undefined {
  const at = typeof record === 'number' ? starts[record]! : (record.recordStart ?? record.start);
  // what is no object has no name, whatever its neighbours are called
  if (bytes[at] !== Json.openObject) return undefined;
  let found: string | undefined;
  members.begin(asBuffer(bytes), at, bytes.length);
  while (members.next()) {
    if (members.valueEnd < 0) break;
    const { key } = members;
    if (!isIdName(key)) continue;
    const value = Buffer.from(bytes.subarray(members.valueStart, members.valueEnd)).toString();
    const text = /^-?[\d.]+$/.test(value) ? value : value.startsWith('"') ? parsed(value) : undefined;
    if (/id$/i.test(key)) return text;
    found ??= text;
  }
  return found;
}

function parsed(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}
