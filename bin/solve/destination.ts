import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RejectedFile } from '../../core/files/index.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { isSame, STANDARD, statOf, statOfInput, statOfOutput, systemMessage } from '../cli/paths.ts';
import type { SolveInput } from './inputs.ts';
import { type Output, openOutput } from './output.ts';

/** What `-o` names: one result of all inputs, one after another, or a directory that takes each one's own. */
export class Destination {
  /** Whether each input has a result of its own, so that trouble with one is none of the others'. */
  readonly isDirectory: boolean;
  readonly #to: string;
  readonly #own = new Set<Output>();
  #shared: Output | undefined;
  /** what the results before are, in words */
  #kind: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #spoiled = false;

  /**
   * @param areMany whether a directory of files was given, whose results go to a directory unless `to` is a file
   * @throws UsageError if an input has no result of its own in a directory, or would be overwritten
   */
  constructor(to: string, inputs: readonly SolveInput[], areMany = false) {
    this.#to = to;
    const there = to === STANDARD ? undefined : statOf(to);
    this.isDirectory =
      to !== STANDARD && (to.endsWith('/') || there?.isDirectory() || (areMany && there === undefined));
    const results = new Map<string, string>();
    for (const input of inputs) {
      const { path } = input;
      if (this.isDirectory && path === STANDARD) {
        throw new UsageError(`standard input has no name for a result in ${to}: give -o a file`);
      }
      const result = this.resultOf(input);
      const other = results.get(result);
      if (this.isDirectory && other !== undefined) {
        throw new UsageError(`${other} and ${path} would have the same result ${result}`);
      }
      if (isSameFile(path, result))
        throw new UsageError(`${path} is input and output: -o needs another file`);
      results.set(result, path);
    }
  }

  /** Where an input's result goes. */
  resultOf({ name }: SolveInput): string {
    return this.isDirectory ? join(this.#to, name) : this.#to;
  }

  /**
   * The output for an input; to be called in the order of the inputs, and to be committed or discarded.
   * @param kind what the result is, in words: in one output, all are to be the same
   * @throws RejectedFile if the result cannot follow those before it
   * @throws UsageError if it cannot be opened
   */
  async open(input: SolveInput, kind: string): Promise<Output> {
    if (this.isDirectory) {
      const result = this.resultOf(input);
      makeDirectory(dirname(result));
      const output = await openOutput(result);
      this.#own.add(output);
      return output;
    }
    this.#kind ??= kind;
    if (kind !== this.#kind) {
      throw new RejectedFile(
        `expected a result that can follow those before it in one output (${this.#kind}), got ${kind}: give -o a directory`,
      );
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
    for (const output of [...this.#own, this.#shared]) output?.discard();
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

/** @throws FailureError */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const message = systemMessage(error);
    throw message === undefined ? error : new FailureError(`cannot make the directory ${path}: ${message}`);
  }
}

function isSameFile(input: string, result: string): boolean {
  const to = statOfOutput(result);
  return to?.isFile() === true && isSame(statOfInput(input), to);
}
