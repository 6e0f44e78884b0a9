// Solves the files in a zip archive: the result is an archive of the same names, each with the result of its file.

import {
  type FilePlan,
  hasBinaryResult,
  InternalError,
  placesOf,
  RejectedFile,
  refuseOtherLength,
} from '../file-plan.ts';
import { type FileSolver, type FileSolverOptions, openContent } from '../file-solver.ts';
import { headBytes } from '../head-extent.ts';
import { sumReached } from '../progress.ts';
import { emptyTally, type FileWithin, listedGuesses, sumTallies, type Tally } from '../tally.ts';
import { type NamedArray, namedArray, solutionsName } from './arrays.ts';
import { named, type ReadEntry, type ZipEntry } from './headers.ts';
import { isIncidental, noPuzzlesWithin, planEntry, type Unsolved } from './planned-entry.ts';
import { ZipReader } from './reader.ts';
import { HeldContent, ZipWriter } from './writer.ts';

/** Bytes of content from which on a file in the result may have 4 GiB or more: a table takes several times the puzzles. */
const MAYBE_LARGE = 2 ** 28;

/** Most bytes of an array of solutions, deflated, that waits for its place in the archive. */
const MAX_HELD = 128 * 1024 * 1024;

/** The file that is being read. */
interface CurrentFile {
  readonly entry: ZipEntry;
  /** The front of its content, until the format is recognised. */
  head: Uint8Array;
  length: number;
  /** What becomes of it; undefined until it is recognised. */
  fate: 'solve' | 'copy' | 'hold' | undefined;
  plan?: FilePlan;
  solver?: FileSolver;
  /** Solutions of an array, or an array of solutions, that waits. */
  held?: HeldContent;
  bytes: number;
}

/** Arrays of a folder that belong together. */
interface Pair {
  /** An array of solutions that came before the puzzles. */
  given?: { readonly entry: ZipEntry; readonly content: HeldContent };
  /** The solutions of the array of puzzles, until they have been written. */
  solved?: { readonly name: string; readonly time: number; readonly content: HeldContent };
  /** Whether they have been written. */
  isWritten?: true;
}

/** What has been solved of an archive. */
export interface SolvedArchive {
  readonly tally: Tally;
  readonly interrupted: boolean;
  readonly milliseconds: number;
}

/** Takes the bytes of an archive as they arrive. Run each output to its end before the next call. */
export class ZipSolver {
  readonly #plan: FilePlan;
  readonly #options: FileSolverOptions;
  readonly #reader = new ZipReader();
  readonly #writer = new ZipWriter();
  readonly #pairs = new Map<string, Pair>();
  #file: CurrentFile | undefined;
  #tally = emptyTally();
  /** Whether it has an array of solved grids. */
  #hasSolved = false;
  #firstUnsolved: { readonly name: string; readonly reason: RejectedFile } | undefined;
  #interrupted = false;
  #written = 0;
  #milliseconds = 0;

  constructor(plan: FilePlan, options: FileSolverOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  get solved(): SolvedArchive {
    const { files: _, ...running } = this.#file?.solver?.tally ?? emptyTally();
    const tally = this.#file?.solver ? sumTallies([this.#tally, inFile(running, '')]) : this.#tally;
    return { tally, interrupted: this.#interrupted, milliseconds: this.#milliseconds };
  }

  interrupt(): void {
    this.#interrupted = true;
    this.#file?.solver?.interrupt();
  }

  close(): void {
    this.#reader.close();
    this.#writer.close();
    this.#file?.held?.close();
  }

  /** @throws RejectedFile if the archive is damaged or cannot be read, or a file turns out to be no puzzle file */
  async *push(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const event of this.#reader.push(bytes)) {
      if (this.#isOver()) return;
      const pieces =
        event.kind === 'file'
          ? this.#begin(event.entry)
          : event.kind === 'content'
            ? this.#content(this.#file!, event.bytes)
            : this.#end(this.#file!, event.entry);
      for await (const piece of pieces) yield this.#counted(piece);
    }
  }

  /** Takes the end of the archive and returns the rest of the result. @throws RejectedFile if it has no puzzle file */
  async *end(): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#isOver()) return;
    this.#reader.end();
    for (const pair of this.#pairs.values()) {
      if (pair.solved && !pair.isWritten) yield* this.#writer.add(pair.solved, pair.solved.content);
      else if (pair.given && !pair.isWritten) yield* this.#writer.add(pair.given.entry, pair.given.content);
    }
    if (!this.#tally.files?.solved && !this.#hasSolved) throw noPuzzlesWithin(this.#firstUnsolved);
    yield* this.#writer.finish();
  }

  #begin(entry: ZipEntry): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
    this.#file = { entry, head: new Uint8Array(0), length: 0, fate: undefined, bytes: 0 };
    if (isIncidental(entry)) return this.#copy(this.#file);
    return [];
  }

  async *#content(file: CurrentFile, bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    file.bytes += bytes.length;
    if (file.fate !== undefined) {
      yield* this.#pass(file, bytes);
      return;
    }
    file.head = appended(file.head, file.length, bytes);
    file.length += bytes.length;
    const head = file.head.subarray(0, file.length);
    if (headBytes(head) <= head.length) yield* this.#recognise(file, head, false);
  }

  /** Passes content on to where it belongs. */
  async *#pass(file: CurrentFile, bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    if (file.fate === 'copy') yield* this.#writer.push(bytes);
    else if (file.fate === 'hold') await file.held?.hold(bytes);
    else {
      // the array of puzzles itself stays as it is
      if (file.held) yield* this.#writer.push(bytes);
      yield* this.#solvedPieces(file, file.solver!.push(bytes));
    }
  }

  async *#solvedPieces(
    file: CurrentFile,
    pieces: Iterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let since = performance.now();
    try {
      for (const piece of pieces) {
        this.#milliseconds += performance.now() - since;
        if (file.held) await file.held.hold(piece);
        else yield* this.#writer.push(piece);
        since = performance.now();
      }
    } catch (error) {
      throw within(file.entry, error);
    }
    this.#milliseconds += performance.now() - since;
    if (file.solver!.interrupted) this.#interrupted = true;
  }

  /** Plans a file, and begins it in the result. */
  async *#recognise(
    file: CurrentFile,
    head: Uint8Array,
    complete: boolean,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { entry } = file;
    const array = this.#named(entry.name);
    if (array?.role === 'solution') {
      const pair = this.#pairOf(array.folder);
      // a second array of solutions belongs to nothing
      if (!pair.isWritten && !pair.given) {
        file.fate = 'hold';
        if (!pair.solved) file.held = new HeldContent(entry.name, MAX_HELD);
        await file.held?.hold(head);
        return;
      }
    }
    const planned = this.#checked(planEntry(entry, head, complete, this.#plan.options));
    if ('reason' in planned) {
      const { status, reason, areSolved = false } = planned;
      this.#hasSolved ||= areSolved;
      const at = reason.line !== undefined && { line: reason.line };
      this.#list({ name: entry.name, status, reason: reason.message, ...at });
      if (reason instanceof InternalError) {
        this.#tally.internalErrors = (this.#tally.internalErrors ?? 0) + 1;
      }
      this.#firstUnsolved ??= { name: entry.name, reason };
      yield* this.#copy(file, complete);
    } else {
      file.fate = 'solve';
      file.plan = planned;
      file.solver = openContent(planned, this.#solverOptions());
      const isPaired = array?.role === 'puzzle' && hasBinaryResult(planned);
      if (isPaired && !this.#pairOf(array.folder).solved) file.held = new HeldContent(entry.name, MAX_HELD);
      yield* this.#writer.begin(entry, this.#mayBeLarge(entry, complete));
    }
    // an empty file is written as such: it has no content to pass on
    if (head.length > 0) yield* this.#pass(file, head);
    file.head = new Uint8Array(0);
  }

  *#copy(file: CurrentFile, isShort = false): Generator<Uint8Array, void, undefined> {
    file.fate = 'copy';
    const { entry } = file;
    if (entry.packed === 0) yield* this.#writer.empty(entry);
    else yield* this.#writer.begin(entry, !isShort && (entry.size ?? MAYBE_LARGE) >= MAYBE_LARGE);
  }

  /** Refuses options that the host does not allow. */
  #checked(planned: FilePlan | Unsolved): FilePlan | Unsolved {
    try {
      if (!('reason' in planned)) this.#options.checkOptions?.(planned.options);
      return planned;
    } catch (error) {
      if (error instanceof RejectedFile) return { status: 'rejected', reason: error };
      throw error;
    }
  }

  #solverOptions(): FileSolverOptions {
    const { onProgress, mostOutput, joint: _, first: __, ...options } = this.#options;
    const before = this.#tally;
    return {
      ...options,
      listedGuesses: listedGuesses(before),
      ...(mostOutput !== undefined && { mostOutput: Math.max(0, mostOutput - this.#written) }),
      ...(onProgress && { onProgress: (reached) => onProgress(sumReached(before, reached)) }),
    };
  }

  /** Whether the lengths of a file in the result may need 8 bytes. */
  #mayBeLarge({ size }: ZipEntry, complete: boolean): boolean {
    if (this.#plan.options.solutions === 'all') return true;
    return !complete && (size ?? MAYBE_LARGE) >= MAYBE_LARGE;
  }

  async *#end(file: CurrentFile, entry: ReadEntry): AsyncGenerator<Uint8Array, void, undefined> {
    if (file.fate === undefined) yield* this.#recognise(file, file.head.subarray(0, file.length), true);
    if (this.#interrupted) return;
    this.#file = undefined;
    if (file.fate === 'copy') {
      if (file.entry.packed !== 0) yield* this.#writer.end();
    } else if (file.fate === 'solve') yield* this.#endSolved(file);
    else yield* this.#endGiven(file, entry);
  }

  async *#endSolved(file: CurrentFile): AsyncGenerator<Uint8Array, void, undefined> {
    const { entry, held, solver, plan } = file as CurrentFile &
      Required<Pick<CurrentFile, 'solver' | 'plan'>>;
    yield* this.#solvedPieces(file, solver.end());
    if (this.#interrupted) return;
    try {
      refuseOtherLength(plan, file.bytes);
    } catch (error) {
      throw within(entry, error);
    }
    yield* this.#writer.end();
    const { name } = entry;
    const { tally } = solver;
    this.#tally = sumTallies([this.#tally, inFile(tally, name)]);
    const { puzzles, solved } = tally;
    this.#list({ name, status: 'solved', format: plan.format, ...placesOf(plan), puzzles, solved });
    if (!held) return;
    await held.hold();
    const pair = this.#pairOf(this.#named(name)!.folder);
    const given = pair.given?.entry;
    pair.solved = { name: given?.name ?? solutionsName(name), time: entry.time, content: held };
    if (!given) return;
    pair.isWritten = true;
    yield* this.#writer.add(pair.solved, held);
  }

  /** Ends an array of solutions: ours take its place, or it waits for the puzzles. */
  async *#endGiven(
    { held, entry }: CurrentFile,
    read: ReadEntry,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const pair = this.#pairOf(this.#named(entry.name)!.folder);
    if (held) {
      await held.hold();
      pair.given = { entry: read, content: held };
    } else {
      pair.isWritten = true;
      yield* this.#writer.add({ name: entry.name, time: entry.time }, pair.solved!.content);
    }
  }

  #named(name: string): NamedArray | undefined {
    return namedArray(name, this.#plan.options.puzzle);
  }

  #pairOf(folder: string): Pair {
    const known = this.#pairs.get(folder);
    if (known) return known;
    const pair: Pair = {};
    this.#pairs.set(folder, pair);
    return pair;
  }

  #list(file: FileWithin): void {
    const files = {
      solved: Number(file.status === 'solved'),
      rejected: Number(file.status === 'rejected'),
      list: [file],
    };
    this.#tally = sumTallies([this.#tally, { ...emptyTally(), files }]);
  }

  #counted(piece: Uint8Array): Uint8Array {
    this.#written += piece.length;
    return piece;
  }

  /** Whether the deadline or the bound of the output has passed; for each piece of content, also of files that are copied. */
  #isOver(): boolean {
    const { deadline = Infinity, mostOutput = Infinity } = this.#options;
    if (performance.now() >= deadline || this.#written > mostOutput) this.interrupt();
    return this.#interrupted;
  }
}

/** The counts of a file for those of the archive: problems and examples name it, as lines are counted within it. */
function inFile(tally: Tally, file: string): Tally {
  const { problems, statistics } = tally;
  const { hardest, highestRated } = statistics;
  const ofFile = <T extends object>(entries: readonly T[]) => entries.map((entry) => ({ file, ...entry }));
  return {
    ...tally,
    lines: 0,
    problems: ofFile(problems),
    statistics: {
      ...statistics,
      hardest: ofFile(hardest),
      ...(highestRated && { highestRated: ofFile(highestRated) }),
    },
  };
}

/** A rejection that names the file in the archive: its result has begun, so that the archive has none. */
function within({ name }: ZipEntry, error: unknown): unknown {
  if (!(error instanceof RejectedFile)) return error;
  const at = error.line === undefined ? '' : `:${error.line}`;
  const text = `${named(name)}${at}: ${error.message}`;
  return error instanceof InternalError ? new InternalError(text) : new RejectedFile(text);
}

/** Bytes with others after them, in a buffer that doubles. */
function appended(buffer: Uint8Array, length: number, more: Uint8Array): Uint8Array {
  let room = buffer;
  if (length + more.length > buffer.length) {
    room = new Uint8Array(Math.max(2 * buffer.length, length + more.length));
    room.set(buffer.subarray(0, length));
  }
  room.set(more, length);
  return room;
}
