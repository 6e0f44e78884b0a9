import { clearLine, cursorTo } from 'node:readline';
import type { WriteStream } from 'node:tty';
import { isScreen } from './terminal.ts';

/** Tells how far something is: in place on a terminal, a line every few seconds elsewhere. Returns what stops it. */
export function liveLine(describe: () => string, stream: WriteStream): () => void {
  const inPlace = isScreen(stream);
  const show = () => {
    if (!inPlace) return void stream.write(`${describe()}\n`);
    cursorTo(stream, 0);
    stream.write(describe().slice(0, stream.columns - 1));
    clearLine(stream, 1);
  };
  const timer = setInterval(show, inPlace ? 200 : 5000);
  return () => {
    clearInterval(timer);
    if (!inPlace) return;
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
}
