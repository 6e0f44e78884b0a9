import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RejectedFile } from '../../../../core/files/index.ts';
import { ZipReader } from '../../../../core/files/zip/reader.ts';
import { planOf } from '../../formats/solve-bytes.ts';
import { zipOf } from './archives.ts';
import { fixture, lines, PUZZLE, solveArchive } from './solve-archive.ts';

const REFUSED: readonly (readonly [what: string, archive: () => Buffer, says: string])[] = [
  [
    'an encrypted file',
    () => fixture('info-zip-encrypted.zip'),
    'expected files without a password, got easy/lines.txt',
  ],
  [
    'another method',
    () => fixture('python-lzma.zip'),
    'got easy/lines.txt, compressed with lzma: zip it again with deflate',
  ],
  ['an unknown method', () => zipOf([lines('a', { method: 77 })]), 'compressed with method 77'],
  [
    'a stored file whose length follows it',
    () => fixture('python-piped-stored.zip'),
    'expected the length of a stored file before it',
  ],
  ...['../a.txt', 'b/../../a.txt', '/etc/passwd', '\\\\host\\a', '..\\a.txt', 'C:\\a.txt', 'a\nb', ''].map(
    (name) =>
      [
        `the name ${JSON.stringify(name)}`,
        () => zipOf([lines(name)]),
        'expected names of files within the folder of a zip',
      ] as const,
  ),
  [
    'a long name',
    () => zipOf([lines('x'.repeat(2000))]),
    'expected names of at most 1024 bytes in a zip, got one of 2000',
  ],
  [
    'a name twice',
    () => zipOf([lines('a.txt'), lines('a.txt')]),
    'expected each name once in a zip, got a.txt twice',
  ],
  [
    'a wrong checksum',
    () => zipOf([lines('a.txt', { crc: 1 })]),
    'expected the content of a.txt that its checksum',
  ],
  [
    'a length that is too small',
    () => zipOf([lines('a.txt', { size: 5 })]),
    'expected 5 bytes of content in a.txt',
  ],
  [
    'a length that is too large',
    () => zipOf([lines('a.txt', { size: 500 })]),
    'expected the content of a.txt that its checksum',
  ],
  [
    'bytes after deflated content',
    () => zipOf([lines('a.txt', { packed: Buffer.concat([deflateRawSync(PUZZLE), Buffer.from('more')]) })]),
    'bytes for a.txt in the zip, as its header says, got',
  ],
  ['damaged bytes', () => zipOf([lines('a.txt', { packed: Buffer.alloc(30, 0xff) })]), 'got damaged bytes'],
  [
    'deflated content without its end',
    () => zipOf([lines('a.txt', { packed: deflateRawSync(PUZZLE).subarray(0, -5) })]),
    'expected a whole file a.txt in the zip, got damaged bytes (unexpected end of file)',
  ],
  [
    'a wrong descriptor',
    () => zipOf([lines('a.txt', { crc: 1, descriptor: { signature: true, width: 4 } })]),
    'expected the checksum and the lengths of a.txt behind it, got others',
  ],
  [
    'a file that the directory hides',
    () => zipOf([lines('a.txt'), lines('b.txt', { isUnlisted: true })]),
    'got one without b.txt',
  ],
  [
    'a file of another name in the directory',
    () => zipOf([lines('a.txt', { listedName: 'b.txt' })]),
    'got b.txt, which is not one of them',
  ],
  [
    'files that share their bytes',
    () => zipOf([lines('a.txt'), lines('b.txt', { listedOffset: 0 })]),
    'got b.txt, which is not one of them',
  ],
  [
    'another number of files',
    () => zipOf([lines('a.txt')], { files: 2 }),
    'expected 1 files and a directory at',
  ],
  [
    'bytes between its parts',
    () => zipOf([lines('a.txt')], { before: Buffer.from('?'.repeat(50)) }),
    'expected a file or the directory at offset',
  ],
  [
    'bytes after its end',
    () => Buffer.concat([zipOf([lines('a.txt')]), Buffer.from('x')]),
    'expected the end of the archive at offset',
  ],
];

describe('an archive is rejected with what was expected for', () => {
  test.each(REFUSED)('%s', async (_, archive, says) => {
    const solving = solveArchive(archive());
    await expect(solving).rejects.toThrow(RejectedFile);
    await expect(solving).rejects.toThrow(says);
    await expect(solving).rejects.toThrow(/expected .*, got /);
  });

  test('more files than 65,535', async () => {
    const one = zipOf([{ name: '00000', method: 0 }]);
    const front = one.subarray(0, one.indexOf('PK\x01\x02'));
    const headers = Array.from({ length: 65_536 }, (_, i) => {
      const header = Buffer.from(front);
      header.write(i.toString().padStart(5, '0'), 30);
      return header;
    });
    const reading = async () => {
      for await (const _ of new ZipReader().push(Buffer.concat(headers)));
    };
    await expect(reading()).rejects.toThrow('expected at most 65535 files in a zip, got more');
  });

  test('a compressed file within, of which nothing is unpacked twice', async () => {
    const nested = zipOf([lines('a.txt')]);
    const { tally } = await solveArchive(
      zipOf([
        lines('a.txt'),
        { name: 'b.zip', content: nested },
        { name: 'c.gz', content: gzipSync(PUZZLE) },
      ]),
    );
    const reason = (kind: string) =>
      `expected puzzles within zip, got ${kind} within zip, compressed twice: unpack it once`;
    expect(tally.files!.list).toMatchObject([
      { status: 'solved' },
      { reason: reason('zip') },
      { reason: reason('gzip') },
    ]);
  });
});

test('an archive whose directory is empty is not mistaken for a file', () => {
  expect(() => planOf(Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), {}, 'a.zip')).toThrow(
    'got an empty zip archive',
  );
});
