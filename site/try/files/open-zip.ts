// Finds the files of a zip archive from the directory at its end, and decompresses one of them.

import { RejectedFile } from '../../../core/browser.ts';
import { centralHeader, LARGE, Length, Method, named, Signature } from '../../../core/files/zip/headers.ts';
import { isIncidental } from '../../../core/files/zip/planned-entry.ts';
import { isZipArchive } from '../../../core/formats/signatures.ts';

/** A file of an archive. */
export interface ZippedFile {
  readonly name: string;
  /** Bytes, decompressed. */
  readonly size: number;
  /** @throws RejectedFile if it is damaged or cannot be read */
  open(): Promise<File>;
}

/** Bytes of the longest comment, which stands behind the end of the directory. */
const MAX_COMMENT = 0xffff;

/** The files of an archive; undefined if the file is none, or a document that is one inside. @throws RejectedFile */
export async function filesInZip(blob: Blob): Promise<ZippedFile[] | undefined> {
  const head = await bytesOf(blob.slice(0, 512));
  if (!isZipArchive(head)) return undefined;
  const directory = await directoryOf(blob);
  const files: ZippedFile[] = [];
  for (let at = 0; at + Length.central <= directory.length; ) {
    const view = viewOf(directory.subarray(at));
    if (view.getUint32(0, true) !== Signature.central) break;
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(place, true));
    const end = at + Length.central + name! + extra! + comment!;
    const entry = centralHeader(directory.subarray(at, end));
    const isDirectory = /[/\\]$/.test(entry.name);
    if (!isIncidental({ ...entry, isDirectory }))
      files.push({ name: entry.name, size: entry.size, open: () => openEntry(blob, entry) });
    at = end;
  }
  if (files.length === 0) throw new RejectedFile('expected files in the zip archive, got none');
  return files;
}

async function directoryOf(blob: Blob): Promise<Uint8Array> {
  const tail = await bytesOf(blob.slice(Math.max(0, blob.size - Length.endOfDirectory - MAX_COMMENT)));
  const view = viewOf(tail);
  let at = tail.length - Length.endOfDirectory;
  while (at >= 0 && view.getUint32(at, true) !== Signature.endOfDirectory) at--;
  if (at < 0) throw new RejectedFile('expected a whole zip archive, got one that is cut short');
  const [bytes, start] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
  if (start === LARGE)
    throw new RejectedFile('expected a zip archive below 4 GiB on this page: use the command line');
  return bytesOf(blob.slice(start, start + bytes));
}

async function openEntry(
  blob: Blob,
  { name, offset, packed, size, method, crc }: ReturnType<typeof centralHeader>,
): Promise<File> {
  const local = viewOf(await bytesOf(blob.slice(offset, offset + Length.local)));
  if (local.byteLength < Length.local || local.getUint32(0, true) !== Signature.local) throw damaged(name);
  if ((local.getUint16(6, true) & 1) !== 0)
    throw new RejectedFile(`expected files without a password, got ${named(name)}, which is encrypted`);
  if (method !== Method.stored && method !== Method.deflated)
    throw new RejectedFile(
      `expected files stored or deflated, got ${named(name)}, compressed by another method: zip it again with deflate`,
    );
  const start = offset + Length.local + local.getUint16(26, true) + local.getUint16(28, true);
  const stored = blob.slice(start, start + packed);
  const content = method === Method.stored ? stored : await inflated(stored, size, name);
  if (content.size !== size || (await crcOf(content)) !== crc) throw damaged(name);
  return new File([content], name.slice(name.search(/[^/\\]*$/)));
}

/** Browsers move large blobs to disk. */
async function inflated(stored: Blob, size: number, name: string): Promise<Blob> {
  let left = size;
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      left -= piece.length;
      // a crafted file would have no end
      if (left < 0) throw damaged(name);
      controller.enqueue(piece);
    },
  });
  try {
    const content = stored.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(bounded);
    return await new Response(content).blob();
  } catch {
    throw damaged(name);
  }
}

/** CRC-32 of each byte. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb8_8320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

async function crcOf(blob: Blob): Promise<number> {
  let crc = 0xffff_ffff;
  for await (const piece of blob.stream()) {
    for (const byte of piece) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}

const damaged = (name: string) =>
  new RejectedFile(`expected a whole zip archive, got one in which ${named(name)} is damaged`);

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
