import { duration, number, size } from '../../cli/terminal.ts';

/** What has been done so far, in one line. */
export class SubmitProgress {
  readonly #files: number;
  readonly #bytes: number;
  readonly #begin: number;
  readonly #now: () => number;
  #there = 0;
  #sent = 0;
  #done = 0;
  #puzzles = 0;

  /** @param now milliseconds */
  constructor(files: number, bytes: number, now: () => number = () => performance.now()) {
    this.#files = files;
    this.#bytes = bytes;
    this.#now = now;
    this.#begin = now();
  }

  /** Bytes that are in the bucket, sent now or before. */
  bytes(bytes: number, sent: boolean): void {
    this.#there += bytes;
    if (sent) this.#sent += bytes;
  }

  file(puzzles: number): void {
    this.#done++;
    this.#puzzles += puzzles;
  }

  /** Bytes sent by this run. */
  get sent(): number {
    return this.#sent;
  }

  get puzzles(): number {
    return this.#puzzles;
  }

  get seconds(): number {
    return (this.#now() - this.#begin) / 1000;
  }

  line(): string {
    const parts = [
      `${size(this.#there)} of ${size(Math.max(this.#bytes, this.#there))} there`,
      `${number(this.#done)} of ${number(this.#files)} files done`,
      `${number(this.#puzzles)} puzzles`,
      `${number(this.#puzzles / Math.max(this.seconds, 0.001))}/s`,
    ];
    if (this.#done > 0 && this.#done < this.#files) {
      parts.push(`${duration((this.seconds / this.#done) * (this.#files - this.#done))} left`);
    }
    return parts.join(' · ');
  }
}
