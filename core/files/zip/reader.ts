// Reads a zip archive from its front, as its bytes arrive: pipes and objects in S3 are read once, in bounded memory.
// Programs differ in whether they believe the headers of the files or the directory at the end: both must agree here, so
// that no file is hidden and no two files share bytes.

import * as zlib from 'node:zlib';
import { type CountingCodec, inflater } from '../compression.ts';
import { RejectedFile } from '../file-plan.ts';
import {
  centralHeader,
  headerView,
  LARGE,
  localHeader,
  MANY,
  MAX_FILES,
  Method,
  named,
  type ReadEntry,
  read64,
  recordLength,
  Signature,
  type ZipEntry,
} from './headers.ts';

/** What stands in an archive, in order: each file, its content in pieces, and its end, at which it is found undamaged. */
export type ZipEvent =
  | { readonly kind: 'file'; readonly entry: ZipEntry }
  | { readonly kind: 'content'; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly entry: ReadEntry };

/** A file that is being read. */
interface OpenFile {
  readonly entry: ZipEntry;
  /** Undefined for a stored file. */
  readonly codec: CountingCodec | undefined;
  crc: number;
  packed: number;
  size: number;
  /** Whether only the descriptor is to come. */
  isRead: boolean;
}

/** The parts of an archive, in order. */
type Stage = 'files' | 'directory' | 'locator' | 'end of directory' | 'end';

/** Bytes of the longest descriptor, and of the signature of the record that follows it. */
const DESCRIPTOR_BYTES = 24 + 4;

export class ZipReader {
  readonly #record = new RecordBuffer();
  #stage: Stage = 'files';
  /** Offset in the archive after what has been read. */
  #offset = 0;
  #file: OpenFile | undefined;
  /** Files that the directory has not listed yet, by offset. */
  readonly #unlisted = new Map<number, ReadEntry>();
  readonly #names = new Set<string>();
  #directoryStart = 0;
  /** What the end of a large directory says about it. */
  #large: { readonly files: number; readonly bytes: number; readonly start: number } | undefined;

  /** Number of files so far. */
  get files(): number {
    return this.#names.size;
  }

  /**
   * Takes the next bytes, cut anywhere. Each piece of content is valid until the next event.
   * @throws RejectedFile if the archive is damaged or cannot be read
   */
  async *push(bytes: Uint8Array): AsyncGenerator<ZipEvent, void, undefined> {
    for (let rest = bytes; rest.length > 0; ) {
      const file = this.#file;
      if (file && !file.isRead) {
        const used = yield* this.#content(file, rest);
        this.#offset += used;
        rest = rest.subarray(used);
      } else if (this.#stage === 'end') {
        if (rest.some((byte) => byte !== 0))
          throw this.#unexpected('the end of the archive', 'further bytes');
        return;
      } else {
        const wanted = file ? DESCRIPTOR_BYTES : undefined;
        rest = this.#record.fill(rest, wanted);
        if (!this.#record.isComplete) return;
      }
      // the content of a file may be empty, and descriptors are followed by a record of which a part is known
      yield* this.#advance();
    }
  }

  /** Takes the end of the archive. @throws RejectedFile if it is cut short */
  end(): void {
    if (this.#stage !== 'end')
      throw new RejectedFile('expected a whole zip archive, got one that is cut short');
  }

  close(): void {
    this.#file?.codec?.close();
  }

  /** Reads what is complete: the end of a file, its descriptor, or a record. */
  async *#advance(): AsyncGenerator<ZipEvent, void, undefined> {
    const file = this.#file;
    if (file?.isRead) {
      if (!file.entry.hasDescriptor) yield this.#endFile(file);
      else if (this.#record.isComplete) {
        this.#offset += this.#record.drop(this.#descriptorLength(file, this.#record.bytes));
        yield this.#endFile(file);
      }
      return;
    }
    if (file || !this.#record.isComplete) return;
    const record = this.#record.bytes;
    const opened = this.#read(record);
    this.#offset += this.#record.drop(record.length);
    if (!opened) return;
    this.#file = opened;
    yield { kind: 'file', entry: opened.entry };
    if (opened.entry.packed === 0) {
      await this.#endContent(opened);
      yield* this.#advance();
    }
  }

  /** Reads a record. @returns the file that begins with it */
  #read(record: Uint8Array): OpenFile | undefined {
    const view = headerView(record);
    const signature = record.length < 4 ? 0 : view.getUint32(0, true);
    if (this.#stage === 'files' && signature === Signature.local)
      return this.#openFile(localHeader(record, this.#offset));
    if (this.#stage === 'files') {
      this.#stage = 'directory';
      this.#directoryStart = this.#offset;
    }
    if (this.#stage === 'directory' && signature === Signature.central) this.#list(record);
    else if (this.#stage === 'directory' && signature === Signature.endOfDirectory64) {
      this.#large = { files: read64(view, 32), bytes: read64(view, 40), start: read64(view, 48) };
      this.#endDirectory(this.#large);
      this.#stage = 'locator';
    } else if (this.#stage === 'locator' && signature === Signature.locator64)
      this.#stage = 'end of directory';
    else if (this.#stage !== 'locator' && signature === Signature.endOfDirectory) {
      const [files, bytes, start] = [
        view.getUint16(10, true),
        view.getUint32(12, true),
        view.getUint32(16, true),
      ];
      const large = this.#large;
      this.#endDirectory({
        files: large && files === MANY ? large.files : files,
        bytes: large && bytes === LARGE ? large.bytes : bytes,
        start: large && start === LARGE ? large.start : start,
      });
      this.#stage = 'end';
    } else {
      const expected =
        this.#directoryStart === this.#offset ? 'a file or the directory' : 'the rest of the directory';
      throw this.#unexpected(expected, 'other bytes');
    }
    return undefined;
  }

  #openFile(entry: ZipEntry): OpenFile {
    if (this.#names.size === MAX_FILES) {
      throw new RejectedFile(
        `expected at most ${MAX_FILES} files in a zip, got more: zip them in several archives`,
      );
    }
    if (this.#names.has(entry.name)) {
      throw new RejectedFile(`expected each name once in a zip, got ${named(entry.name)} twice`);
    }
    this.#names.add(entry.name);
    const codec = entry.method === Method.deflated ? inflater() : undefined;
    return { entry, codec, crc: 0, packed: 0, size: 0, isRead: false };
  }

  /** Reads content. @returns how many of the bytes were used */
  async *#content(file: OpenFile, bytes: Uint8Array): AsyncGenerator<ZipEvent, number, undefined> {
    const { entry, codec } = file;
    const own = entry.packed === undefined ? bytes : bytes.subarray(0, entry.packed - file.packed);
    let used = own.length;
    if (codec) {
      try {
        const pieces = codec.push(own);
        let step = await pieces.next();
        for (; !step.done; step = await pieces.next()) yield this.#piece(file, step.value);
        used = step.value;
      } catch (error) {
        throw damaged(error, entry);
      }
    } else yield this.#piece(file, own);
    file.packed += used;
    const isOver = used < own.length;
    if (isOver && entry.packed !== undefined) {
      throw new RejectedFile(
        `expected ${entry.packed} bytes for ${named(entry.name)} in the zip, as its header says, got ${file.packed}`,
      );
    }
    if (isOver || file.packed === entry.packed) await this.#endContent(file);
    return used;
  }

  #piece(file: OpenFile, bytes: Uint8Array): ZipEvent {
    file.size += bytes.length;
    file.crc = zlib.crc32(bytes, file.crc);
    const { name, size } = file.entry;
    if (size !== undefined && file.size > size) {
      throw new RejectedFile(
        `expected ${size} bytes of content in ${named(name)}, as its header says, got more`,
      );
    }
    return { kind: 'content', bytes };
  }

  async #endContent(file: OpenFile): Promise<void> {
    file.isRead = true;
    try {
      // a decoder that has not reached its end throws here; one that has gives no more bytes
      if (file.codec && file.entry.packed !== undefined) for await (const _ of file.codec.end());
    } catch (error) {
      throw damaged(error, file.entry);
    } finally {
      file.codec?.close();
    }
  }

  /** Checks a file against what its header or descriptor says. */
  #endFile({ entry, crc, packed, size }: OpenFile): ZipEvent {
    this.#file = undefined;
    const read: ReadEntry = { ...entry, crc, packed, size };
    if ((entry.size ?? size) !== size || (entry.crc ?? crc) !== crc) {
      throw new RejectedFile(
        `expected the content of ${named(entry.name)} that its checksum in the zip stands for, got other bytes: it is damaged`,
      );
    }
    this.#unlisted.set(entry.offset, read);
    return { kind: 'end', entry: read };
  }

  /** Bytes of a descriptor, which may have a signature, and lengths of 4 or 8 bytes whatever the header says. */
  #descriptorLength({ entry, crc, packed, size }: OpenFile, bytes: Uint8Array): number {
    const view = headerView(bytes);
    for (const from of [4, 0]) {
      if (from > 0 && view.getUint32(0, true) !== Signature.descriptor) continue;
      for (const width of [4, 8]) {
        const lengthAt = (at: number) => (width === 4 ? view.getUint32(at, true) : read64(view, at));
        const end = from + 4 + 2 * width;
        const isSame =
          view.getUint32(from, true) === crc &&
          lengthAt(from + 4) === packed &&
          lengthAt(from + 4 + width) === size;
        const next = view.getUint32(end, true);
        if (isSame && (next === Signature.local || next === Signature.central)) return end;
      }
    }
    throw new RejectedFile(
      `expected the checksum and the lengths of ${named(entry.name)} behind it, got others: it is damaged`,
    );
  }

  /** Checks a header of the directory against the file itself. */
  #list(record: Uint8Array): void {
    const listed = centralHeader(record);
    const file = this.#unlisted.get(listed.offset);
    const isSame =
      file !== undefined &&
      (['name', 'method', 'crc', 'packed', 'size'] as const).every((key) => file[key] === listed[key]);
    if (!isSame) {
      throw new RejectedFile(
        `expected a directory that lists the files of the zip as they are, got ${named(listed.name)}, which is not one of them`,
      );
    }
    this.#unlisted.delete(listed.offset);
  }

  #endDirectory({ files, bytes, start }: { files: number; bytes: number; start: number }): void {
    const [hidden] = this.#unlisted.values();
    if (hidden) {
      throw new RejectedFile(
        `expected a directory that lists all files of the zip, got one without ${named(hidden.name)}`,
      );
    }
    const end = this.#directoryEnd ?? this.#offset;
    this.#directoryEnd = end;
    if (files !== this.files || start !== this.#directoryStart || bytes !== end - this.#directoryStart) {
      throw new RejectedFile(
        `expected ${this.files} files and a directory at ${this.#directoryStart}, got ${files} at ${start} at the end of the zip`,
      );
    }
  }
  #directoryEnd: number | undefined;

  #unexpected(expected: string, got: string): RejectedFile {
    return new RejectedFile(
      `expected ${expected} at offset ${this.#offset} of the zip, got ${got}: it is damaged, or has parts that are no longer used; zip the files again`,
    );
  }
}

/** Collects the bytes of a record, which says itself how long it is. */
class RecordBuffer {
  #buffer = new Uint8Array(256);
  #length = 0;
  isComplete = false;

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Adds bytes until the record is complete. @param wanted its length, if it does not say it @returns the bytes after it */
  fill(bytes: Uint8Array, wanted?: number): Uint8Array {
    for (let at = 0; ; ) {
      const needed = wanted ?? recordLength(this.bytes);
      // other bytes than those of a record are complete, too: the reader says what it expects
      this.isComplete = needed <= this.#length;
      if (this.isComplete || at === bytes.length) return bytes.subarray(at);
      const taken = Math.min(needed - this.#length, bytes.length - at);
      if (this.#length + taken > this.#buffer.length) {
        const longer = new Uint8Array(2 * (this.#length + taken));
        longer.set(this.bytes);
        this.#buffer = longer;
      }
      this.#buffer.set(bytes.subarray(at, at + taken), this.#length);
      this.#length += taken;
      at += taken;
    }
  }

  /** Drops bytes at the front, and returns their number. */
  drop(count: number): number {
    this.#buffer.copyWithin(0, count, this.#length);
    this.#length -= count;
    this.isComplete = false;
    return count;
  }
}

/** Turns a decoder's error into one that names the file; returns others unchanged. */
function damaged(error: unknown, { name }: ZipEntry): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!/^(Z_|ERR_TRAILING_JUNK)/.test(code ?? '')) return error;
  return new RejectedFile(`expected a whole file ${named(name)} in the zip, got damaged bytes (${message})`);
}
