import { join } from 'node:path';
import { RejectedFile } from '../../core/files/index.ts';
import { UsageError } from '../cli/exit.ts';
import { refuseCollisions, refuseNoDirectory } from '../cli/output-paths.ts';
import { STANDARD, statOf } from '../cli/paths.ts';
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
   * @param page where a page of reports goes, if one is wanted
   * @param kind what is written, such as "result"
   * @throws UsageError if an output would overwrite an input or another output, or has no place
   */
  constructor(to: string, inputs: readonly SolveInput[], areMany = false, page?: string, kind = 'result') {
    this.#to = to;
    const there = to === STANDARD ? undefined : statOf(to);
    this.isDirectory =
      to !== STANDARD && (to.endsWith('/') || there?.isDirectory() || (areMany && there === undefined));
    if (this.isDirectory) {
      if (inputs.some(({ path }) => path === STANDARD)) {
        throw new UsageError(`standard input has no name for a result in ${to}: give -o a file`);
      }
      refuseNoDirectory(to);
    }
    const results = this.isDirectory
      ? inputs.map((input) => ({ path: this.resultOf(input), what: `the ${kind} of ${input.path}` }))
      : [{ path: to, what: inputs.length === 1 ? `the ${kind} of ${inputs[0]!.path}` : `the ${kind}` }];
    const pages = page === undefined ? [] : [{ path: page, what: 'the page of reports' }];
    refuseCollisions(
      inputs.map(({ path }) => path),
      [...results, ...pages],
    );
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
      const output = await openOutput(this.resultOf(input), this.#to);
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
