import type { WriteStream } from 'node:tty';
import { visible } from '../../core/formats/shared/bytes.ts';

/** Whether a line may be written over: the stream is a terminal, and one that knows escape sequences. */
export function isScreen(stream: Pick<WriteStream, 'isTTY'>): boolean {
  return stream.isTTY && process.env.TERM !== 'dumb';
}

/**
 * Lines for people to read. What comes from arguments, names and files may hold bytes that a terminal acts upon: they are
 * written as escapes.
 */
export function printable(lines: string): string {
  return lines.split('\n').map(visible).join('\n');
}
