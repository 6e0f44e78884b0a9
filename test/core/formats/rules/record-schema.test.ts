import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { membersOf, RECORD_MEMBERS, textsOf } from '../../../../core/formats/rules/members.ts';
import { readRules, ruledGeometry } from '../../../../core/formats/rules/read-rules.ts';
import schema from '../../../../core/formats/rules/record.schema.json' with { type: 'json' };
import { anyGeometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import fc from '../../../property.ts';
import { rulesOf } from './random-rules.ts';

const validate = new Ajv({ strict: false }).compile(schema);
const PUZZLE = '.'.repeat(36);

/** Why members cannot be rules of a 9x9 puzzle, or which of them is not supported. */
function faultOf(members: object): string | undefined {
  const rules = readRules(Object.entries(members), 9);
  const shape = rules && ruledGeometry(geometry(9), rules);
  return shape?.unfit ?? shape?.unsupported;
}

describe('record.schema.json', () => {
  test('has the members that are read', () => {
    expect(Object.keys(schema.properties)).toEqual(['puzzle', 'solution', 'status', ...RECORD_MEMBERS]);
  });

  test('accepts what is written, in both forms', () => {
    fc.assert(
      fc.property(
        rulesOf(6),
        fc.constantFrom('classic', 'x,all-dots'),
        fc.boolean(),
        (rules, variant, isJigsaw) => {
          const regions = isJigsaw ? '123456'.repeat(6) : undefined;
          const shape = withRules(anyGeometry(6, variant as 'x', undefined, regions), rules);
          for (const members of [membersOf(shape), textsOf(shape)]) {
            const record = JSON.parse(JSON.stringify({ puzzle: PUZZLE, ...members, note: 1 })) as unknown;
            expect([validate(record), validate.errors]).toEqual([true, null]);
          }
        },
      ),
    );
  });

  test.each<[object]>([
    [{ cages: [{ sum: 10, cells: ['r1x1'] }] }],
    [{ cages: [{ sum: 0, cells: ['r1c1'] }] }],
    [{ cages: [{ sum: 10 }] }],
    [{ cages: [{ sum: 10, cells: ['r1c1'], unique: false }] }],
    [{ cages: 7 }],
    [{ thermos: ['r1c1', 3] }],
    [{ dots: { grey: [] } }],
    [{ dots: [['r1c1', 'r1c2']] }],
    [{ xv: { x: [{ sum: 10, cells: ['r1c1', 'r1c2'] }] } }],
    [{ even: [{ row: 1 }] }],
    [{ regions: 7 }],
    [{ variant: 7 }],
  ])('refuses %j, as reading does', (members) => {
    expect(validate({ puzzle: PUZZLE, ...members })).toBe(false);
    expect(faultOf(members)).toBeTypeOf('string');
  });
});

describe('the table of rules in docs/formats.md', () => {
  const text = readFileSync(new URL('../../../../docs/formats.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('### Rules of a puzzle'), text.indexOf('## Records and markers'));
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const code = (cell: string) => /`([^`]*)`/.exec(cell)![1]!;

  test('names all members', () => {
    const names = rows.flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map((match) => match[1]));
    expect(names).toEqual([...RECORD_MEMBERS]);
  });

  const shown = rows.filter(([, , json]) => !json!.includes('…'));

  test.each(shown.map(([, name, json, words]) => [code(name!), code(json!), code(words!)]))(
    'shows %s as they are read: %s and %s',
    (name, json, words) => {
      const fromJson = { puzzle: PUZZLE, [name]: JSON.parse(json) as unknown };
      for (const members of [fromJson, { puzzle: PUZZLE, [name]: words }]) {
        expect(faultOf(members)).toBeUndefined();
        expect(readRules(Object.entries(members), 9)).toBeDefined();
        expect([validate(members), validate.errors]).toEqual([true, null]);
      }
    },
  );

  test('stands above a record that has its rules', () => {
    const record = JSON.parse(/^\{.*\}$/m.exec(section)![0]) as object;
    expect(validate(record)).toBe(true);
    expect(readRules(Object.entries(record), 4)).toMatchObject({ rules: { length: 3 }, fault: undefined });
  });
});
