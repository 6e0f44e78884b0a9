import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sudoku, temporaryDirectory } from '../command-line.ts';

const TEXT = '.Shape~4x4.~R1C1_1~R1C2_2~R2C1_3~R2C2_4~R3C1_2~R4C1_4~R3C3_4~R1C3_3~R4C2_3.Cage~5~R3C1~R4C2';

test('results of links are checked by the rules in the links', async () => {
  const directory = temporaryDirectory();
  const path = (name: string) => join(directory, name);
  writeFileSync(path('links'), `# a\n${TEXT}\n.Shape~4x4.Sandwich~1~R1\nhttps://sudokupad.app/x\n`);
  const check = async (result: string) => {
    writeFileSync(path('result'), result);
    return sudoku(['check', path('result'), '--against', path('links')]);
  };
  expect((await check('# a\n1234341221434321\nunsupported\ninvalid\n')).code).toBe(0);
  const wrong = await check('# a\n1234341243212143\nunsupported\ninvalid\n');
  expect(wrong.code).toBe(1);
  expect(wrong.stderr + wrong.stdout).toContain('result:2: expected');
});
