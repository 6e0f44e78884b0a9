import { LF } from '../../core/kernel/constants.ts';

export interface DifferentLine {
  /** 1-based */
  readonly line: number;
  readonly expected: string;
  readonly got: string;
}

const NOTHING = Buffer.alloc(0);

/** Bytes that may have come of one text and not of the other: more is no text with some lines changed. */
const MAX_APART = 8 * 1024 * 1024;
/** Bytes of a line that are held while they are the same; of a longer one only the last few, to be shown. */
const MAX_LINE = 4 * 1024 * 1024;
const MAX_SHOWN = 1024;

/** What has come of a text and is yet to be compared. */
class Waiting {
  bytes: Buffer = NOTHING;
  /** Whether the rest of its line is not looked at any more. */
  skipsLine = false;

  add(bytes: Uint8Array): void {
    const lineFeed = this.skipsLine ? bytes.indexOf(LF) : -1;
    if (this.skipsLine && lineFeed < 0) return;
    this.skipsLine = false;
    this.bytes = Buffer.concat([this.bytes, bytes.subarray(lineFeed + 1)]);
  }

  /** Drops the line that has begun, also what is yet to come of it. */
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

/** Compares two texts that come piece by piece, line by line; holds no more than what has come of one and not of the other. */
export class LineComparer {
  readonly #differs: (line: DifferentLine) => void;
  readonly #expected = new Waiting();
  readonly #got = new Waiting();
  #line = 1;
  /** Whether the texts are too far apart to be compared. */
  #isLost = false;

  constructor(differs: (line: DifferentLine) => void) {
    this.#differs = differs;
  }

  expect(bytes: Uint8Array): void {
    this.#take(this.#expected, bytes);
  }

  get(bytes: Uint8Array): void {
    this.#take(this.#got, bytes);
  }

  #take(side: Waiting, bytes: Uint8Array): void {
    if (this.#isLost) return;
    side.add(bytes);
    this.#lookForLoss();
  }

  /** Compares what has come of both. */
  compare(): void {
    const [ours, theirs] = [this.#expected, this.#got];
    // the line that is skipped has to end in both
    while (!ours.skipsLine && !theirs.skipsLine) {
      const common = commonLength(ours.bytes, theirs.bytes);
      const same = common === 0 ? 0 : ours.bytes.lastIndexOf(LF, common - 1) + 1;
      this.#drop(common - same > MAX_LINE ? common - MAX_SHOWN : same);
      const [expected, got] = [lineEnd(ours.bytes), lineEnd(theirs.bytes)];
      if (expected < 0 || got < 0) return;
      this.#tell(expected, got);
    }
  }

  /** Bytes of the expected text that the other one lacks; below 0 where it has more. */
  get ahead(): number {
    return this.#expected.bytes.length - this.#got.bytes.length;
  }

  /** Compares the rest: nothing follows. */
  end(): void {
    this.#expected.skipsLine = this.#got.skipsLine = false;
    this.compare();
    while (this.#expected.bytes.length > 0 || this.#got.bytes.length > 0) {
      if (this.#expected.bytes.equals(this.#got.bytes)) return;
      const endOf = (bytes: Buffer) => (lineEnd(bytes) < 0 ? bytes.length : lineEnd(bytes));
      this.#tell(endOf(this.#expected.bytes), endOf(this.#got.bytes));
      this.compare();
    }
  }

  #lookForLoss(): void {
    if (this.#most <= MAX_APART) return;
    this.compare();
    if (this.#most <= MAX_APART) return;
    const [expected, got] = [this.#expected.bytes, this.#got.bytes];
    const isLong = Math.min(expected.length, got.length) > 2 * MAX_SHOWN;
    if (isLong && lineEnd(expected.subarray(0, MAX_APART)) < 0 && lineEnd(got.subarray(0, MAX_APART)) < 0) {
      // a line that differs, and is too long to be held
      const text = (bytes: Buffer) => bytes.toString('utf8', 0, 2 * MAX_SHOWN);
      this.#differs({ line: this.#line++, expected: text(expected), got: text(got) });
      this.#expected.dropLine();
      this.#got.dropLine();
      return;
    }
    const more = (bytes: Buffer) => `${bytes.length} bytes more`;
    this.#differs({ line: this.#line, expected: more(expected), got: more(got) });
    this.#isLost = true;
    this.#expected.bytes = this.#got.bytes = NOTHING;
  }

  get #most(): number {
    return Math.max(this.#expected.bytes.length, this.#got.bytes.length);
  }

  #tell(expected: number, got: number): void {
    const [ours, theirs] = [this.#expected, this.#got];
    const texts = {
      expected: ours.bytes.toString('utf8', 0, expected),
      got: theirs.bytes.toString('utf8', 0, got),
    };
    if (texts.expected !== texts.got) this.#differs({ line: this.#line, ...texts });
    ours.drop(expected);
    theirs.drop(got);
    this.#line++;
  }

  #drop(length: number): void {
    for (let at = 0; at < length; at++) if (this.#got.bytes[at] === LF) this.#line++;
    this.#expected.drop(length);
    this.#got.drop(length);
  }
}

/** Behind the first line feed, or -1. */
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
