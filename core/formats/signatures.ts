// Files of other kinds that their first bytes give away: images, office files, databases, archives, compressions, programs.

import { SPACE } from '../kernel/constants.ts';
import { latin1 } from './shared/latin1.ts';

/** A kind of file that holds no puzzles as text. */
export interface ForeignKind {
  /** Completes "got". */
  readonly name: string;
  /** What to do instead. */
  readonly instead: string;
}

interface Signature extends ForeignKind {
  /** Matches the first bytes in hexadecimal. */
  readonly magic: RegExp;
  /** Set if text can begin with these bytes: then a control character must follow. */
  readonly needsControl?: true;
}

const TYPE_IT = 'type the puzzles as text, one character a cell, with . or 0 for empty cells';
const COPY_TEXT = 'copy the puzzles into a text file, for example 81 characters a line';
const AS_CSV = 'save the sheet as CSV';
const QUERY_AS_CSV = 'export the column of puzzles as CSV';
const FROM_PANDAS = 'write it as CSV, for example with pandas: frame.to_csv(FILE, index=False)';
const FROM_PYTHON = 'write the puzzles as text in Python, one a line';
const UNPACK = 'unpack it, and give the files in it, by themselves or compressed with gzip or zstandard';
const COMPRESS = 'compress it with gzip or zstandard instead';
const THE_RIGHT_ONE = 'give the file with the puzzles';

const SIGNATURES: readonly Signature[] = [
  { magic: /^89504e47/, name: 'a PNG image', instead: TYPE_IT },
  { magic: /^ffd8ff/, name: 'a JPEG image', instead: TYPE_IT },
  { magic: /^47494638(37|39)61/, name: 'a GIF image', instead: TYPE_IT },
  { magic: /^52494646.{8}57454250/, name: 'a WebP image', instead: TYPE_IT },
  { magic: /^424d.{8}00000000/, name: 'a BMP image', instead: TYPE_IT },
  { magic: /^(49492a00|4d4d002a)/, name: 'a TIFF image', instead: TYPE_IT },
  {
    magic: /^000000..66747970(68656963|68656978|68656966|68657663|6d696631|6d736631)/,
    name: 'a HEIC image',
    instead: TYPE_IT,
  },
  { magic: /^000000..6674797061766966/, name: 'an AVIF image', instead: TYPE_IT },
  { magic: /^(ff0a|0000000c4a584c20)/, name: 'a JPEG XL image', instead: TYPE_IT },
  { magic: /^00000100/, name: 'an icon (.ico)', instead: TYPE_IT },
  { magic: /^38425053/, name: 'a Photoshop image', instead: TYPE_IT, needsControl: true },
  { magic: /^255044462d/, name: 'a PDF file', instead: COPY_TEXT },
  { magic: /^25215053/, name: 'a PostScript file', instead: COPY_TEXT },
  { magic: /^7b5c727466/, name: 'an RTF document', instead: 'save it as plain text' },
  {
    magic: /^d0cf11e0a1b11ae1/,
    name: 'an old Office file, such as an Excel workbook (.xls)',
    instead: `${AS_CSV}, or the document as plain text`,
  },
  { magic: /^53514c69746520666f726d6174203300/, name: 'an SQLite database', instead: QUERY_AS_CSV },
  { magic: /^.{16}4455434b/, name: 'a DuckDB database', instead: QUERY_AS_CSV, needsControl: true },
  { magic: /^000100005374616e64617264/, name: 'an Access database', instead: QUERY_AS_CSV },
  { magic: /^(800[2-5]|28(6c|64)70300a|[57]d7100)/, name: 'a Python pickle', instead: FROM_PYTHON },
  { magic: /^894844460d0a1a0a/, name: 'an HDF5 file', instead: FROM_PANDAS },
  { magic: /^(4152524f5731|46454131)/, name: 'an Arrow file', instead: FROM_PANDAS, needsControl: true },
  { magic: /^4f5243/, name: 'an ORC file', instead: 'write it as CSV', needsControl: true },
  { magic: /^4f626a01/, name: 'an Avro file', instead: 'write it as JSON Lines or CSV' },
  { magic: /^4d41544c414220352e30/, name: 'a MATLAB file', instead: 'write it as text, with writematrix' },
  { magic: /^(524458[23]0a|580a0000)/, name: 'data of R', instead: 'write it as CSV, with write.csv' },
  { magic: /^504b0506/, name: 'an empty zip archive', instead: THE_RIGHT_ONE },
  {
    magic: /^504b0708/,
    name: 'a part of a zip archive',
    instead: 'zip the files again, as one archive',
  },
  { magic: /^504b0304/, name: 'a zip archive', instead: UNPACK },
  { magic: /^377abcaf271c/, name: 'a 7z archive', instead: UNPACK },
  { magic: /^526172211a07/, name: 'a rar archive', instead: UNPACK },
  { magic: /^4d53434600000000/, name: 'a cab archive', instead: UNPACK },
  { magic: /^213c617263683e0a/, name: 'an ar archive', instead: UNPACK },
  { magic: /^425a683[1-9](314159265359|177245385090)/, name: 'bzip2', instead: COMPRESS },
  { magic: /^fd377a585a00/, name: 'xz', instead: COMPRESS },
  { magic: /^5d00(00|80)/, name: 'lzma', instead: COMPRESS },
  { magic: /^4c5a495001/, name: 'lzip', instead: COMPRESS },
  { magic: /^(04224d18|02214c18)/, name: 'lz4', instead: COMPRESS },
  { magic: /^894c5a4f/, name: 'lzop', instead: COMPRESS },
  { magic: /^ff060000734e61507059/, name: 'snappy', instead: COMPRESS },
  { magic: /^1f9d/, name: 'a file of compress (.Z)', instead: COMPRESS },
  { magic: /^78(01|5e|9c|da)/, name: 'zlib', instead: COMPRESS, needsControl: true },
  { magic: /^7f454c46/, name: 'a program (ELF)', instead: THE_RIGHT_ONE },
  { magic: /^4d5a/, name: 'a program of Windows', instead: THE_RIGHT_ONE, needsControl: true },
  { magic: /^(feedfac[ef]|c[ef]faedfe)/, name: 'a program of macOS', instead: THE_RIGHT_ONE },
  { magic: /^cafebabe/, name: 'a program (Java, macOS)', instead: THE_RIGHT_ONE },
  { magic: /^0061736d/, name: 'a WebAssembly module', instead: THE_RIGHT_ONE },
  { magic: /^494433/, name: 'audio (MP3)', instead: THE_RIGHT_ONE, needsControl: true },
  { magic: /^(4f676753|664c6143)/, name: 'audio (Ogg, FLAC)', instead: THE_RIGHT_ONE, needsControl: true },
  { magic: /^52494646.{8}(57415645|41564920)/, name: 'audio or video (RIFF)', instead: THE_RIGHT_ONE },
  { magic: /^(000000..66747970|1a45dfa3)/, name: 'a video', instead: THE_RIGHT_ONE },
];

/** Matches what any signature matches: nearly all files are text, which one test rules out. */
const ANY_MAGIC = new RegExp(SIGNATURES.map(({ magic }) => magic.source).join('|'));

/** Bytes that a signature matches, at most. */
const MAGIC_BYTES = 24;

/** Bytes in which a signature that text can have must be followed by a control character. */
const CONTROL_BYTES = 512;

/** The kind of a file that its first bytes name; undefined for text, and for the compressions that are read. */
export function foreignKind(head: Uint8Array): ForeignKind | undefined {
  const first = Buffer.from(head.subarray(0, MAGIC_BYTES)).toString('hex');
  const found =
    ANY_MAGIC.test(first) &&
    SIGNATURES.find(
      ({ magic, needsControl }) =>
        magic.test(first) && (!needsControl || controlAt(head.subarray(0, CONTROL_BYTES)) >= 0),
    );
  if (found && found.name === 'a zip archive') return zippedKind(head) ?? found;
  return found || (isTar(head) ? { name: 'a tar archive', instead: UNPACK } : undefined);
}

/** Whether a file is a zip archive of files, as opposed to a document or a program that happens to be one. */
export function isZipArchive(head: Uint8Array): boolean {
  return latin1(head, 0, Math.min(head.length, 4)) === LOCAL_HEADER && zippedKind(head) === undefined;
}

/** Why a file of a kind is rejected. @param within the compression that holds it */
export function foreignReason({ name, instead }: ForeignKind, within = ''): string {
  return `expected puzzles as text or as a NumPy array, or either compressed with gzip, zstandard or zip; got ${name}${within}: ${instead}`;
}

/** By byte: 1 for the control characters that no text has. Form feeds, the end of a DOS file and escapes of terminals occur. */
const CONTROLS = new Uint8Array(256).fill(1, 0, 32);
for (const sign of '\t\n\v\f\r\x1a\x1b') CONTROLS[sign.charCodeAt(0)] = 0;

/** Offset of the first control character that no text has; -1 if there is none. */
export function controlAt(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => CONTROLS[byte] === 1);
}

/** Kinds of files that are zip archives, by the names of files in them. */
const ZIPPED: readonly (readonly [RegExp, ForeignKind])[] = [
  [/^xl\//, { name: 'an Excel workbook (.xlsx)', instead: AS_CSV }],
  [/^word\//, { name: 'a Word document (.docx)', instead: 'save it as plain text' }],
  [/^ppt\//, { name: 'a PowerPoint file (.pptx)', instead: COPY_TEXT }],
  [/^Index\/.*\.iwa$/, { name: 'a document of Apple Numbers or Pages', instead: `export it: ${AS_CSV}` }],
  [/^META-INF\/container\.xml$/, { name: 'an e-book (.epub)', instead: COPY_TEXT }],
  [/(^|\/)data\.pkl$/, { name: 'a file of PyTorch', instead: FROM_PYTHON }],
];

/** Kinds of OpenDocument, by the content of the first file in the archive. */
const OPEN_DOCUMENTS: readonly (readonly [string, ForeignKind])[] = [
  ['opendocument.spreadsheet', { name: 'an OpenDocument spreadsheet (.ods)', instead: AS_CSV }],
  ['opendocument.', { name: 'an OpenDocument file (.odt)', instead: 'save it as plain text' }],
];

const LOCAL_HEADER = 'PK\x03\x04';
const NAME_AT = 30;
const MAX_NAME = 200;

/** The kind of a zip archive, by the files that begin in these bytes; undefined for one of other files. */
function zippedKind(head: Uint8Array): ForeignKind | undefined {
  const text = latin1(head, 0, head.length);
  const document = OPEN_DOCUMENTS.find(([type]) => text.slice(0, MAX_NAME).includes(type));
  if (document) return document[1];
  for (let at = text.indexOf(LOCAL_HEADER); at >= 0; at = text.indexOf(LOCAL_HEADER, at + 4)) {
    const length = (head[at + 26] ?? 0) + 256 * (head[at + 27] ?? 0);
    if (length > MAX_NAME) continue;
    const name = text.slice(at + NAME_AT, at + NAME_AT + length);
    const kind = ZIPPED.find(([pattern]) => pattern.test(name));
    if (kind) return kind[1];
  }
  return undefined;
}

const TAR_HEADER = 512;
/** The checksum in a tar header: octal digits, between blanks or zero bytes. */
const CHECKSUM = { start: 148, end: 156 } as const;

/** Whether bytes begin with a tar header of any variant, by the sum of its bytes. */
function isTar(bytes: Uint8Array): boolean {
  if (bytes.length < TAR_HEADER || bytes[0] === 0) return false;
  const field = latin1(bytes, CHECKSUM.start, CHECKSUM.end).replaceAll('\0', ' ').trim();
  if (!/^[0-7]+$/.test(field)) return false;
  let sum = 0;
  for (let at = 0; at < TAR_HEADER; at++) {
    // the field itself counts as blanks
    sum += at >= CHECKSUM.start && at < CHECKSUM.end ? SPACE : bytes[at]!;
  }
  return sum === Number.parseInt(field, 8);
}
