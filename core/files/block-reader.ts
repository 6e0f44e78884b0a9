import { formatOf } from '../formats/formats.ts';
import { RecordBuffer } from '../formats/record-buffer.ts';
import type { ReadOptions, Room, Writer } from '../formats/shared/format.ts';
import { CR, LF } from '../kernel/constants.ts';
import { expandAlphabet, type Options } from '../options/options.ts';
import type { FilePlan } from './file-plan.ts';

/**
 * Reads the uncompressed content of a file, or of a piece of a splittable one, into blocks of puzzles.
 * @param first false for a piece from the middle, which has no header and no line of options
 * @param room limits for blocks and records; the usual ones by default
 */
export function blockReader(
  plan: Pick<FilePlan, 'format' | 'options' | 'state' | 'lineEnd'>,
  first: boolean,
  room?: Room,
): RecordBuffer<unknown> {
  const reader = formatOf(plan).reader(plan.state, readOptionsOf(plan.options), first);
  return new RecordBuffer(reader, plan.lineEnd === 'cr' ? swapLineEnds : undefined, room);
}

/** The options that affect reading. */
export function readOptionsOf({ variant, boxes, alphabet }: Options): ReadOptions {
  return {
    variant,
    ...(boxes && { boxes }),
    ...(alphabet !== undefined && { alphabet: expandAlphabet(alphabet) }),
  };
}

// Readers and writers know lines that end in a line feed. For files of old Macs, whose lines end in a carriage return alone,
// both are wrapped: carriage returns and line feeds trade places on the way in and again on the way out.

/** Whether lines end in a carriage return alone: there is one, and no line feed. */
export function endsInCarriageReturns(bytes: Uint8Array): boolean {
  // nearly every file has a line feed early
  if (bytes.includes(LF)) return false;
  const first = bytes.indexOf(CR);
  // the last byte may be the first half of a CR LF
  return first >= 0 && first < bytes.length - 1;
}

/** Replaces each line feed by a carriage return and the reverse, in place; applied twice, it restores the bytes. */
export function swapLineEnds(bytes: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === CR) bytes[at] = LF;
    else if (bytes[at] === LF) bytes[at] = CR;
  }
  return bytes;
}

/** A writer whose output has its line ends swapped. */
export function withSwappedLineEnds(writer: Writer): Writer {
  return {
    batch: (block, result, lent) => swapped(writer.batch(block, result, lent)),
    ...(writer.list && { list: (block, listing) => swapped(writer.list!(block, listing)) }),
    ...(writer.begin && { begin: () => swapped(writer.begin!()) }),
    ...(writer.end && { end: () => swapped(writer.end!()) }),
  };
}

function* swapped(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  // copied, as a piece may be a constant
  for (const piece of pieces) yield swapLineEnds(Uint8Array.from(piece));
}
