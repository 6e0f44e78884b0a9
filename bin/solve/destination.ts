import { fstatSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageError } from '../cli/exit.ts';
import { STANDARD } from './input.ts';
import { type Output, openOutput } from './output.ts';

/** What `-o` names: one result of all inputs, one after another, or a directory that takes each one's own. */
export class Destination {
  readonly #to: string;
  readonly #isDirectory: boolean;
  readonly #own = new Map<string, Output>();
  #shared: Output | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #spoiled = false;

  /** @throws UsageError if an input has no result of its own in a directory, or would be overwritten */
  constructor(to: string, inputs: readonly string[]) {
    this.#to = to;
    this.#isDirectory = to.endsWith('/') || !!statSync(to, { throwIfNoEntry: false })?.isDirectory();
    const results = new Map<string, string>();
    for (const input of inputs) {
      if (this.#isDirectory && input === STANDARD) {
        throw new UsageError(`standard input has no name for a result in ${to}: give -o a file`);
      }
      const result = this.resultOf(input);
      const other = results.get(result);
      if (this.#isDirectory && other !== undefined) {
        throw new UsageError(`${other} and ${input} would have the same result ${result}`);
      }
      if (isSameFile(input, result))
        throw new UsageError(`${input} is input and output: -o needs another file`);
      results.set(result, input);
    }
  }

  /** Where an input's result goes. */
  resultOf(input: string): string {
    return this.#isDirectory ? join(this.#to, basename(input)) : this.#to;
  }

  /**
   * The output for an input; to be called in the order of the inputs, and to be committed or discarded.
   * @throws UsageError if it cannot be opened
   */
  async open(input: string): Promise<Output> {
    if (this.#isDirectory) {
      const output = await openOutput(this.resultOf(input));
      this.#own.set(input, output);
      return output;
    }
    this.#shared ??= await openOutput(this.#to);
    return this.#takeTurn(this.#shared);
  }

  /** Makes a result of several inputs final, unless it is a file and one of them failed within it. */
  async commit(): Promise<void> {
    if (!this.#spoiled || this.#to === STANDARD) await this.#shared?.commit();
  }

  /** Drops what is not committed. */
  discard(): void {
    for (const output of [...this.#own.values(), this.#shared]) output?.discard();
  }

  #takeTurn(shared: Output): Output {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers();
    this.#turn = promise;
    return {
      write: async (bytes) => {
        await before;
        await shared.write(bytes);
      },
      commit: async () => resolve(before),
      discard: () => {
        this.#spoiled = true;
        resolve(before);
      },
    };
  }
}

const STDIN = 0;
const STDOUT = 1;

function isSameFile(input: string, result: string): boolean {
  const from = statsOf(input, STDIN);
  const to = statsOf(result, STDOUT);
  return !!from && !!to && to.isFile() && from.ino === to.ino && from.dev === to.dev;
}

function statsOf(path: string, standard: number) {
  return path === STANDARD ? fstatSync(standard) : statSync(path, { throwIfNoEntry: false });
}
