// Compares two texts line by line while they arrive in pieces. It holds only what one text is ahead of the other.
import { lineFeedsIn } from '../../core/formats/shared/bytes.ts';
import { LF } from '../../core/kernel/constants.ts';
import { countText } from '../cli/terminal.ts';

export interface DifferentLine {
  /** 1-based */
  readonly line: number;
  readonly expected: string;
  readonly got: string;
}

const NOTHING = Buffer.alloc(0);

/** Bytes that one text may be ahead of the other: beyond that, the comparison stops. */
const MAX_APART = 8 * 1024 * 1024;
/** Bytes of a line that are held while both texts agree; beyond that, only the last {@link MAX_SHOWN} are held. */
const MAX_LINE = 4 * 1024 * 1024;
const MAX_SHOWN = 1024;

/** The part of a text that has not been compared yet. */
class UncomparedText {
  bytes: Buffer = NOTHING;
  /** Whether the rest of the line is skipped. */
  skipsLine = false;

  add(bytes: Uint8Array): void {
    const lineFeed = this.skipsLine ? bytes.indexOf(LF) : -1;
    if (this.skipsLine && lineFeed < 0) return;
    this.skipsLine = false;
    this.bytes = Buffer.concat([this.bytes, bytes.subarray(lineFeed + 1)]);
  }

  /** Drops the current line, and the rest of it that has not arrived yet. */
  dropLine(): void {
    const rest = this.bytes;
    this.bytes = NOTHING;
    this.skipsLine = true;
    this.add(rest);
  }

  drop(length: number): void {
    this.bytes = this.bytes.subarray(length);
  }
}

export class LineComparer {
  readonly #onDifference: (line: DifferentLine) => void;
  readonly #expected = new UncomparedText();
  readonly #got = new UncomparedText();
  #line = 1;
  /** Whether the comparison has stopped, because the texts differ too much. */
  #hasStopped = false;

  constructor(onDifference: (line: DifferentLine) => void) {
    this.#onDifference = onDifference;
  }

  expect(bytes: Uint8Array): void {
    this.#add(this.#expected, bytes);
  }

  receive(bytes: Uint8Array): void {
    this.#add(this.#got, bytes);
  }

  #add(side: UncomparedText, bytes: Uint8Array): void {
    if (this.#hasStopped) return;
    side.add(bytes);
    this.#limitDistance();
  }

  /** Compares the lines that have arrived in both. */
  compare(): void {
    const [ours, theirs] = [this.#expected, this.#got];
    // a skipped line has to end in both
    while (!ours.skipsLine && !theirs.skipsLine) {
      const common = commonLength(ours.bytes, theirs.bytes);
      const same = common === 0 ? 0 : ours.bytes.lastIndexOf(LF, common - 1) + 1;
      this.#drop(common - same > MAX_LINE ? common - MAX_SHOWN : same);
      const [expected, got] = [lineEnd(ours.bytes), lineEnd(theirs.bytes)];
      if (expected < 0 || got < 0) return;
      this.#compareLine(expected, got);
    }
  }

  /** Bytes that the expected text is ahead of the other; negative if it is behind. */
  get ahead(): number {
    return this.#expected.bytes.length - this.#got.bytes.length;
  }

  /** Compares the rest, at the end of both. */
  end(): void {
    this.#expected.skipsLine = this.#got.skipsLine = false;
    this.compare();
    while (this.#expected.bytes.length > 0 || this.#got.bytes.length > 0) {
      if (this.#expected.bytes.equals(this.#got.bytes)) return;
      const endOf = (bytes: Buffer) => (lineEnd(bytes) < 0 ? bytes.length : lineEnd(bytes));
      this.#compareLine(endOf(this.#expected.bytes), endOf(this.#got.bytes));
      this.compare();
    }
  }

  /** If one text is too far ahead, drops a long line that differs, or stops the comparison. */
  #limitDistance(): void {
    if (this.#longest <= MAX_APART) return;
    this.compare();
    if (this.#longest <= MAX_APART) return;
    const [expected, got] = [this.#expected.bytes, this.#got.bytes];
    const isLong = Math.min(expected.length, got.length) > 2 * MAX_SHOWN;
    if (isLong && lineEnd(expected.subarray(0, MAX_APART)) < 0 && lineEnd(got.subarray(0, MAX_APART)) < 0) {
      // a different line that is too long to be held
      const start = (bytes: Buffer) => bytes.subarray(0, 2 * MAX_SHOWN);
      this.#onDifference({ line: this.#line++, ...inWords(start(expected), start(got)) });
      this.#expected.dropLine();
      this.#got.dropLine();
      return;
    }
    const more = (bytes: Buffer) => `${countText(bytes.length, 'byte')} more`;
    this.#onDifference({ line: this.#line, expected: more(expected), got: more(got) });
    this.#hasStopped = true;
    this.#expected.bytes = this.#got.bytes = NOTHING;
  }

  get #longest(): number {
    return Math.max(this.#expected.bytes.length, this.#got.bytes.length);
  }

  /** Compares one line, and drops it. @param expected its length @param got its length in the other text */
  #compareLine(expected: number, got: number): void {
    const [ours, theirs] = [this.#expected, this.#got];
    const lines = [ours.bytes.subarray(0, expected), theirs.bytes.subarray(0, got)] as const;
    if (!lines[0].equals(lines[1])) this.#onDifference({ line: this.#line, ...inWords(...lines) });
    ours.drop(expected);
    theirs.drop(got);
    this.#line++;
  }

  #drop(length: number): void {
    this.#line += lineFeedsIn(this.#got.bytes, 0, length);
    this.#expected.drop(length);
    this.#got.drop(length);
  }
}

/** Two different lines as texts. */
function inWords(expected: Buffer, got: Buffer): Omit<DifferentLine, 'line'> {
  const texts = { expected: expected.toString(), got: got.toString() };
  // bytes that are not UTF-8 look alike in it
  return texts.expected === texts.got
    ? { expected: expected.toString('latin1'), got: got.toString('latin1') }
    : texts;
}

/** The end of the first line, after its line feed, or -1. */
function lineEnd(bytes: Buffer): number {
  return bytes.indexOf(LF) + 1 || -1;
}

function commonLength(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  if (a.subarray(0, most).equals(b.subarray(0, most))) return most;
  let at = 0;
  while (a[at] === b[at]) at++;
  return at;
}
