import { describe, expect, test } from 'vitest';
import { openFile } from '../../../core/files/index.ts';
import fc from '../../property.ts';
import { planOf, solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';
const LONG = `# ${'long '.repeat(1000)}\n`;

/** A file of several families, with records that are broken or not plain in between. */
const FILES: Record<string, string> = {
  lines: `${P}\n${LONG}12.4\n${P} text\n${'.'.repeat(81)}\n`,
  csv: `id,puzzle,solution\n1,${P},\n2,"${P}",\n${LONG}3,${P},1234341221434321\n4,${P},4321\n5,12,\n6,${P}\n`,
  'json lines': `{"puzzle":"${P}"}\n{"puzzle": "12"}\n{"a":1}\n{"puzzle":"${P}","solution":""}\n`,
  grids: `${P.replace(/.{4}/g, '$&\n')}\n${LONG}12.4\n34..\n2.43\n43.11\n\n`,
  'lines that end in carriage returns': `${P}\r${LONG.trim()}\r12.4\r${P} text\r`,
  'grids that end in carriage returns': `${P.replace(/.{4}/g, '$&\r')}\r12.4\r34..\r2.43\r43.11\r\r`,
};

/** What is there of `file` in pieces of these lengths, all of which use the same memory. */
function taken(file: Buffer, lengths: readonly number[]) {
  const solver = openFile(planOf(file));
  const memory = new Uint8Array(Math.max(...lengths));
  const output: Buffer[] = [];
  for (let at = 0, i = 0; at < file.length; at += lengths[i++ % lengths.length]!) {
    const piece = file.subarray(at, at + lengths[i % lengths.length]!);
    memory.set(piece);
    for (const part of solver.take(memory.subarray(0, piece.length))) output.push(Buffer.from(part));
    memory.fill(0xaa);
  }
  for (const part of solver.end()) output.push(Buffer.from(part));
  return { text: Buffer.concat(output).toString('latin1'), tally: solver.tally };
}

describe.each(Object.entries(FILES))('%s in bytes that are given away', (_, content) => {
  test('come out as if they were lent, however they are cut', () => {
    const file = Buffer.from(content.repeat(20));
    const { text, tally } = solveBytes(file);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }), (lengths) => {
        expect(taken(file, lengths)).toEqual({ text, tally });
      }),
      { numRuns: 30 },
    );
  });

  test('also where there are more than a buffer', () => {
    const file = Buffer.from(content.repeat(400));
    const { text, tally } = solveBytes(file);
    expect(taken(file, [700_000])).toEqual({ text, tally });
  });
});

test('a record longer than may be held is skipped', () => {
  const file = Buffer.from(`${P}\n${'1'.repeat(3_000_000)}\n${P}\n`);
  const { text, tally } = solveBytes(file);
  expect(taken(file, [100_000])).toEqual({ text, tally });
  expect(tally).toMatchObject({ solved: 2, invalid: 1 });
});
