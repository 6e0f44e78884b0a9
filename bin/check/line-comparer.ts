import { LF } from '../../core/formats/shared/bytes.ts';

export interface DifferentLine {
  /** 1-based */
  readonly line: number;
  readonly expected: string;
  readonly got: string;
}

const NOTHING = Buffer.alloc(0);

/** Bytes that may have come of one text and not of the other: more is no text with some lines changed. */
const MAX_APART = 8 * 1024 * 1024;

/** Compares two texts that come piece by piece, line by line; holds no more than what has come of one and not of the other. */
export class LineComparer {
  readonly #differs: (line: DifferentLine) => void;
  #expected: Buffer = NOTHING;
  #got: Buffer = NOTHING;
  #line = 1;
  /** Whether the texts are too far apart to be compared. */
  #isLost = false;

  constructor(differs: (line: DifferentLine) => void) {
    this.#differs = differs;
  }

  expect(bytes: Uint8Array): void {
    if (this.#isLost) return;
    this.#expected = Buffer.concat([this.#expected, bytes]);
    this.#lookForLoss();
  }

  get(bytes: Uint8Array): void {
    if (this.#isLost) return;
    this.#got = Buffer.concat([this.#got, bytes]);
    this.#lookForLoss();
  }

  /** Compares what has come of both. */
  compare(): void {
    for (;;) {
      const common = commonLength(this.#expected, this.#got);
      const same = common === 0 ? 0 : this.#expected.lastIndexOf(LF, common - 1) + 1;
      this.#drop(same);
      const [expected, got] = [lineEnd(this.#expected), lineEnd(this.#got)];
      if (expected < 0 || got < 0) return;
      this.#tell(expected, got);
    }
  }

  /** Compares the rest: nothing follows. */
  end(): void {
    this.compare();
    while (this.#expected.length > 0 || this.#got.length > 0) {
      if (this.#expected.equals(this.#got)) return;
      const endOf = (bytes: Buffer) => (lineEnd(bytes) < 0 ? bytes.length : lineEnd(bytes));
      this.#tell(endOf(this.#expected), endOf(this.#got));
      this.compare();
    }
  }

  #lookForLoss(): void {
    if (Math.max(this.#expected.length, this.#got.length) <= MAX_APART) return;
    this.compare();
    if (Math.max(this.#expected.length, this.#got.length) <= MAX_APART) return;
    const [expected, got] = [this.#expected.length, this.#got.length];
    this.#differs({ line: this.#line, expected: `${expected} bytes more`, got: `${got} bytes more` });
    this.#isLost = true;
    this.#expected = this.#got = NOTHING;
  }

  #tell(expected: number, got: number): void {
    const text = (bytes: Buffer, end: number) => bytes.toString('utf8', 0, end);
    const [ours, theirs] = [text(this.#expected, expected), text(this.#got, got)];
    if (ours !== theirs) this.#differs({ line: this.#line, expected: ours, got: theirs });
    this.#expected = this.#expected.subarray(expected);
    this.#got = this.#got.subarray(got);
    this.#line++;
  }

  #drop(length: number): void {
    for (let at = 0; at < length; at++) if (this.#got[at] === LF) this.#line++;
    this.#expected = this.#expected.subarray(length);
    this.#got = this.#got.subarray(length);
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
