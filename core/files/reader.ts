import { formatOf } from '../formats/formats.ts';
import { RecordBuffer } from '../formats/record-buffer.ts';
import type { Format, ReadOptions, Room } from '../formats/shared/format.ts';
import { expandAlphabet, type Options } from '../options/options.ts';
import type { FilePlan } from './contract.ts';
import { swapLineEnds } from './line-ends.ts';

/**
 * Reads the content (uncompressed) of a file, or of a piece of a splittable one, into blocks of puzzles.
 * @param first false for a piece from the middle: no header, no first line is expected
 * @param format the plan's, where the caller has it
 * @param room for blocks and records, where it is not the usual one
 */
export function readerOf(
  plan: FilePlan,
  first: boolean,
  format: Format = formatOf(plan),
  room?: Room,
): RecordBuffer<unknown> {
  const reader = format.reader(plan.state, readOptionsOf(plan.options), first);
  return new RecordBuffer(reader, plan.lineEnd === 'cr' ? swapLineEnds : undefined, room);
}

/** What of a file's options bears on reading it. */
export function readOptionsOf({ variant, boxes, alphabet }: Options): ReadOptions {
  return {
    variant,
    ...(boxes && { boxes }),
    ...(alphabet !== undefined && { alphabet: expandAlphabet(alphabet) }),
  };
}
