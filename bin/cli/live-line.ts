import { clearLine, cursorTo } from 'node:readline';
import type { WriteStream } from 'node:tty';

/** Tells how far something is: in place on a terminal, a line every few seconds elsewhere. Returns what stops it. */
export function liveLine(describe: () => string, stream: WriteStream): () => void {
  const show = () => {
    if (!stream.isTTY) return void stream.write(`${describe()}\n`);
    cursorTo(stream, 0);
    stream.write(describe().slice(0, stream.columns - 1));
    clearLine(stream, 1);
  };
  const timer = setInterval(show, stream.isTTY ? 200 : 5000);
  return () => {
    clearInterval(timer);
    if (!stream.isTTY) return;
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
}
