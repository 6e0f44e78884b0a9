// Commands that read puzzle files read the files in an archive one after another, each with the name
// `archive.zip/file.txt`.

import { headBytes } from '../../core/files/head-extent.ts';
import type { PartialOptions, RejectedFile } from '../../core/files/index.ts';
import type { ZipEvent } from '../../core/files/zip/reader.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { STANDARD, statOf } from '../cli/paths.ts';
import {
  type Input,
  type InputFile,
  inputName,
  type OpenedFile,
  type PlannedFile,
  planInput,
} from './inputs.ts';
import type { LayoutChoice } from './output-name.ts';

/** A file to read, or why a file in an archive is none. */
export type ArchivedFile =
  | {
      readonly input: InputFile;
      readonly file: PlannedFile;
      /** The archive of an array of puzzles, beside which there may be solutions; see {@link solutionsWithin}. */
      readonly archive?: InputFile;
    }
  | { readonly input: InputFile; readonly rejected: RejectedFile }
  /** an array of solutions, which stands beside that of the puzzles */
  | { readonly input: InputFile; readonly isSkipped: true };

const READ_BYTES = 256 * 1024;

/** The bytes of a file, in pieces that are valid until the next. */
export async function* fileContent({ head, input }: OpenedFile): AsyncGenerator<Uint8Array> {
  yield head;
  const bytes = new Uint8Array(READ_BYTES);
  for (;;) {
    const count = await input.read(bytes);
    if (count === 0) return;
    yield bytes.subarray(0, count);
  }
}

/**
 * The files of an input: those in an archive, else the input itself. Each can be read until the next is requested, and is then
 * closed.
 * @param layout of the input's result, if all of it has one
 * @throws RejectedFile if the input cannot be read or is not a puzzle file
 */
export async function* filesOf(
  input: InputFile,
  given: PartialOptions,
  layout?: LayoutChoice,
): AsyncGenerator<ArchivedFile> {
  const file = await planInput(input, given, layout);
  try {
    if (formatOf(file.plan).isArchive) yield* filesWithin(input, file);
    else yield { input, file };
  } finally {
    await file.input.close();
  }
}

/**
 * The array of solutions beside an array of puzzles in an archive; undefined if there is none. Closing it closes the archive.
 * @param path of the puzzles, as {@link filesOf} gives it
 */
export async function solutionsWithin(
  archive: InputFile,
  path: string,
  given: PartialOptions,
): Promise<PlannedFile | undefined> {
  const outer = await planInput(archive, given);
  const found = filesWithin(archive, outer, path.slice(archive.path.length + 1));
  const close = async () => {
    await found.return(undefined);
    await outer.input.close();
  };
  const { value } = await found.next();
  if (!value) {
    await close();
    return undefined;
  }
  const { file } = value as Extract<ArchivedFile, { file: PlannedFile }>;
  const { input } = file;
  const own: Input = { path: input.path, bytesRead: 0, read: (into) => input.read(into), close };
  return { ...file, input: own };
}

/** @param beside name of an array of puzzles, to find only the solutions beside it */
async function* filesWithin(
  archive: InputFile,
  file: PlannedFile,
  beside?: string,
): AsyncGenerator<ArchivedFile> {
  const [{ ZipReader }, { isIncidental, noPuzzlesWithin, planEntry }, { namedArray }] = await Promise.all([
    import('../../core/files/zip/reader.ts'),
    import('../../core/files/zip/planned-entry.ts'),
    import('../../core/files/zip/arrays.ts'),
  ]);
  const reader = new ZipReader();
  async function* events() {
    for await (const bytes of fileContent(file)) yield* reader.push(bytes);
    reader.end();
  }
  const isPath = archive.path !== STANDARD && statOf(archive.path)?.isFile() === true;
  const place = file.plan.options.puzzle;
  const puzzles = beside === undefined ? undefined : namedArray(beside, place);
  const outer = inputName(archive);
  let [hasPuzzles, hasRejected] = [false, false];
  let first: Parameters<typeof noPuzzlesWithin>[0];
  try {
    const all = events();
    for (let step = await all.next(); !step.done; step = await all.next()) {
      const event = step.value as Extract<ZipEvent, { kind: 'file' }>;
      const { entry } = event;
      const { name } = entry;
      const input = {
        path: `${outer}/${name}`,
        name: `${archive.name}/${name}`,
        isWithin: true,
      } as const;
      const content = new EntryInput(input.path, entry.size, all);
      const head = await content.readHead();
      const array = namedArray(name, place);
      const isSolution = array?.role === 'solution';
      const isWanted = puzzles ? isSolution && array.folder === puzzles.folder : !isSolution;
      if (isSolution && !puzzles) yield { input, isSkipped: true };
      const plan =
        !isWanted || isIncidental(entry)
          ? undefined
          : planEntry(entry, head, content.isOver, file.plan.options, puzzles !== undefined);
      if (plan && !('reason' in plan)) {
        hasPuzzles = true;
        const hasBeside = isPath && array?.role === 'puzzle' && !puzzles;
        yield {
          input,
          file: { input: content, head, complete: content.isOver, plan },
          ...(hasBeside && { archive }),
        };
      } else if (plan) {
        first ??= { name, reason: plan.reason };
        hasPuzzles ||= plan.areSolved === true;
        if (plan.status === 'rejected') {
          hasRejected = true;
          yield { input, rejected: plan.reason };
        }
      }
      await content.skip();
    }
    // the others have been reported one by one
    if (!hasPuzzles && !hasRejected && !puzzles) throw noPuzzlesWithin(first);
  } finally {
    reader.close();
  }
}

/** The content of a file in an archive. */
class EntryInput implements Input {
  readonly path: string;
  readonly bytes?: number;
  bytesRead = 0;
  /** Whether its end has been read, and it is undamaged. */
  isOver = false;
  readonly #events: AsyncGenerator<ZipEvent>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(path: string, bytes: number | undefined, events: AsyncGenerator<ZipEvent>) {
    this.path = path;
    if (bytes !== undefined) this.bytes = bytes;
    this.#events = events;
  }

  /** Reads as many bytes as planning needs. */
  async readHead(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let head = new Uint8Array(0);
    for (
      let wanted = headBytes(head);
      head.length < wanted && (await this.#fill());
      wanted = headBytes(head)
    ) {
      let length = head.length;
      do {
        const piece = this.#rest.subarray(0, wanted - length);
        pieces.push(piece.slice());
        length += piece.length;
        this.#rest = this.#rest.subarray(piece.length);
      } while (length < wanted && (await this.#fill()));
      head = Buffer.concat(pieces);
    }
    this.bytesRead += head.length;
    // the end of a short file is checked before it is read
    if (this.#rest.length === 0) await this.#fill();
    return head;
  }

  async read(into: Uint8Array): Promise<number> {
    if (!(await this.#fill())) return 0;
    const taken = this.#rest.subarray(0, into.length);
    into.set(taken);
    this.#rest = this.#rest.subarray(taken.length);
    this.bytesRead += taken.length;
    return taken.length;
  }

  /** Passes over the rest. */
  async skip(): Promise<void> {
    do this.#rest = this.#rest.subarray(this.#rest.length);
    while (await this.#fill());
  }

  async close(): Promise<void> {}

  /** Reads until there are bytes. @returns false at the end of the file */
  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0 && !this.isOver) {
      const { value, done } = await this.#events.next();
      if (done || value.kind === 'end') this.isOver = true;
      else if (value.kind === 'content') this.#rest = value.bytes;
    }
    return this.#rest.length > 0;
  }
}
