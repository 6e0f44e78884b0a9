// Files that hold no puzzles as text, and what each is called when it is rejected.

import { gzipSync, zstdCompressSync } from 'node:zlib';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const LINES = `${PUZZLE}\n`.repeat(3);

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const base64 = (text: string) => Buffer.from(text, 'base64');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Zeros after a signature. */
const padded = (start: Uint8Array) => Buffer.concat([start, Buffer.alloc(600)]);

/** A zip archive of stored files, without its directory, as only the front is read. */
function zip(...names: string[]): Buffer {
  const files = names.map((name) => {
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04');
    header.writeUInt16LE(20, 4);
    header.writeUInt32LE(LINES.length, 18);
    header.writeUInt32LE(LINES.length, 22);
    header.writeUInt16LE(name.length, 26);
    return Buffer.concat([header, Buffer.from(name + LINES)]);
  });
  return Buffer.concat(files);
}

const utf16 = Buffer.from(LINES, 'utf16le');

interface ForeignFile {
  /** Of the file. */
  readonly name: string;
  readonly file: Buffer;
  /** Part of the message. */
  readonly says: string;
}

const of = (name: string, file: Buffer | string, says: string): ForeignFile => ({
  name,
  file: typeof file === 'string' ? latin1(file) : file,
  says,
});

const PNG = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
);

export const FOREIGN_FILES: readonly ForeignFile[] = [
  of('a.png', PNG, 'a PNG image: type the puzzles as text'),
  of('[|.png', Buffer.concat([PNG, latin1('array2d([|1')]), 'a PNG image'),
  of('crlf.png', PNG.toString('latin1').replace('\r\n', '\n'), 'a PNG image'),
  of('a.jpg', hex('ffd8ffe0 0010 4a464946 0001 0101 0048 0048 0000'), 'a JPEG image'),
  of('a.gif', base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), 'a GIF image'),
  of('a.webp', base64('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA='), 'a WebP image'),
  of('a.bmp', padded(hex('424d 9e010000 0000 0000 36000000 28000000')), 'a BMP image'),
  of('a.tiff', padded(hex('49492a00 08000000')), 'a TIFF image'),
  of('a.heic', padded(latin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic')), 'a HEIC image'),
  of('a.avif', padded(latin1('\0\0\0\x1cftypavif\0\0\0\0mif1avif')), 'an AVIF image'),
  of('a.ico', padded(hex('00000100 0100 1010')), 'an icon (.ico)'),
  of('a.svg', `<?xml version="1.0"?>\n<svg><text>${PUZZLE}</text></svg>\n`, 'an SVG image'),
  of('b.svg', `<!-- drawn by hand -->\n<svg width="9">\n${LINES}</svg>\n`, 'an SVG image'),
  of(
    'a.html',
    `\xef\xbb\xbf<!DOCTYPE html>\n<html><pre>${LINES}</pre></html>\n`,
    'an HTML page: give the file',
  ),
  of('b.html', '<div class="error">\n<p>Please sign in</p>\n</div>\n', 'an HTML page'),
  of('a.xml', `<?xml version="1.0"?>\n<puzzles>\n<p>${PUZZLE}</p>\n</puzzles>\n`, 'an XML file (<puzzles>)'),
  of('denied.txt', '<Error><Code>AccessDenied</Code></Error>', 'an XML file (<Error>)'),
  of('a.xls', `<?xml version="1.0"?><?mso-application?>\n<Workbook><Row/>`, 'an Excel workbook in XML'),
  of('bom.txt', Buffer.concat([hex('fffe'), utf16]), 'text in UTF-16: save it as UTF-8 or ASCII'),
  of('little-endian.txt', utf16, 'text in UTF-16: save it as UTF-8 or ASCII'),
  of('big-endian.txt', Buffer.from(utf16).swap16(), 'text in UTF-16'),
  of('cyrillic.txt', Buffer.from(`# ${'судоку '.repeat(30)}\n${LINES}`, 'utf16le'), 'text in UTF-16'),
  of('u32.txt', hex('fffe0000 35000000'), 'text in UTF-32'),
  of('a.pdf', latin1(`%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n${LINES}`), 'a PDF file: copy the puzzles'),
  of('a.ps', `%!PS-Adobe-3.0\n${LINES}`, 'a PostScript file'),
  of('a.rtf', `{\\rtf1\\ansi\n${LINES}}`, 'an RTF document'),
  of('b.xls', padded(hex('d0cf11e0a1b11ae1')), 'an old Office file, such as an Excel workbook (.xls): save'),
  of(
    'a.xlsx',
    zip('[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml'),
    'an Excel workbook (.xlsx): save',
  ),
  of('a.docx', zip('[Content_Types].xml', 'word/document.xml'), 'a Word document (.docx)'),
  of(
    'a.ods',
    zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'an OpenDocument spreadsheet (.ods): save the sheet as CSV',
  ),
  of('a.zip.gz', gzipSync(zip('easy/puzzles.txt')), 'a zip archive within gzip: unpack it'),
  of('empty.zip', padded(hex('504b0506')), 'an empty zip archive'),
  of('a.zip.002', padded(hex('504b0708')), 'a part of a zip archive'),
  of('a.sqlite', padded(latin1('SQLite format 3\0')), 'an SQLite database: export the column'),
  of(
    'a.pkl',
    hex('8004 95 0500000000000000 5d94 2e'),
    'a Python pickle: write the puzzles as text in Python',
  ),
  of('old.pkl', `(lp0\nV${PUZZLE}\np1\na.`, 'a Python pickle'),
  of('a.parquet', latin1('PAR1\x15\x04\x15\x10'), 'a Parquet file'),
  of('a.h5', padded(hex('894844460d0a1a0a')), 'an HDF5 file'),
  of('a.feather', padded(latin1('ARROW1')), 'an Arrow file'),
  of('a.7z', padded(hex('377abcaf271c0004')), 'a 7z archive: unpack it'),
  of('a.xz', padded(hex('fd377a585a0000')), 'xz: compress it with gzip or zstandard instead'),
  of('a.lzma', padded(hex('5d00008000')), 'lzma'),
  of('a.exe', padded(hex('4d5a9000 03000000')), 'a program of Windows'),
  of('a.out', padded(hex('7f454c46 02010100')), 'a program (ELF)'),
  of('a.mp3', padded(latin1('ID3\x04\0\0')), 'audio (MP3)'),
  of('a.mp4', padded(latin1('\0\0\0\x20ftypisom')), 'a video'),
  of('pointer.txt', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n', 'a pointer of Git LFS'),
  of('image.gz', gzipSync(PNG), 'a PNG image within gzip'),
  of('table.zst', zstdCompressSync(zip('xl/workbook.xml')), 'an Excel workbook (.xlsx) within zstandard'),
  of('twice.gz', gzipSync(gzipSync(LINES)), 'gzip within gzip, compressed twice: decompress it once'),
  of(
    'both.zst',
    zstdCompressSync(gzipSync(LINES)),
    'gzip within zstandard, compressed twice: decompress it once',
  ),
  of('comments.txt', `# ${LINES}`.split('\n')[0]!, 'every line begins with #, so all are comments'),
  of('letter.txt', LINES.replaceAll('.', 'O'), 'the letter O in place of the digit 0: replace it'),
  of(
    'letter.json',
    JSON.stringify(LINES.replaceAll('.', 'O').trim().split('\n')),
    'JSON with the letter O in place of the digit 0: replace it',
  ),
  of(
    'short-row.txt',
    `${PUZZLE.slice(0, 36)}${PUZZLE.slice(37)}`.replace(/^(.{36})(.{8})/, '$1$2 ').replace(/.{9}/g, '$&\n'),
    'row 5 has 8 cells, the others 9',
  ),
  of(
    'candidates.txt',
    '123 12|1 3\n456 45|4 6\n789 78|7 9\n---+---\n'.repeat(9),
    'the candidates of each cell on several lines: write those of a cell together',
  ),
  of('spaced.txt', `#! sudoku variant = x\n${LINES}`, '"variant = x": write variant=x'),
  of('flag.txt', `#! sudoku --variant x limit 5\n${LINES}`, 'write variant=x limit=5'),
  of(
    'broken.json',
    `{\n  "puzzle": "${PUZZLE}"\n  "level": 3\n}\n`,
    'JSON that breaks in line 3, column 3: expected , or } after a value, got',
  ),
  of(
    'python.json',
    `{'puzzle': '${PUZZLE}'}\n`,
    'JSON that breaks in line 1, column 2: expected a name in double quotes or }, got',
  ),
  of(
    'cut.json',
    `[\n "${PUZZLE.slice(1)}`,
    'JSON that breaks in line 2, column 83: expected " at the end of a string, got the end of the file',
  ),
  of(
    'unclosed.json',
    `{\n "puzzle": "${PUZZLE}"\n\n`,
    'JSON that breaks in line 2, column 95: expected , or } after a value, got the end of the file',
  ),
  of('none.json', '{"name": "puzzles", "sizes": [1, 2]}\n', 'JSON without a puzzle: write each as a string'),
];

/** Texts that begin like files of other kinds, and are solved. */
export const PUZZLES_LIKE_OTHERS: readonly string[] = [
  `BM 1\n${LINES}`,
  `MZ collection\n${LINES}`,
  `PK of May\n${LINES}`,
  `ID3\n${LINES}`,
  `ORC\n${LINES}`,
  `PAR1\n${LINES}`,
  `% PDF\n${LINES}`,
  `[Puzzle]\n${PUZZLE.replace(/.{9}/g, '$&\n')}`,
  `x${PUZZLE.slice(1).replaceAll('.', 'x')}\n`.repeat(2),
  `<table>\n${LINES}${LINES}</table>\n`,
  `#!/usr/bin/env sudoku\n${LINES}`,
];
