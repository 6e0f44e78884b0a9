// Random rules, and random spellings of the same rules, for property tests.

import { type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import { RULE_KINDS, type Rule, type RuleKind } from '../../../../core/solver/model/rule-kinds.ts';
import fc from '../../../property.ts';

const KINDS = Object.keys(RULE_KINDS) as RuleKind[];

/** The kinds that have a number, and numbers that some digits of a 6x6 grid obey. */
const VALUES: Partial<Record<RuleKind, readonly number[]>> = {
  cage: [7, 8, 9],
  whisper: [2, 3, 4],
  white: [2, 3],
  black: [3],
};

/** Rules that a grid of a size can have, but that no solution may obey; in the order of their kinds. */
export function rulesOf(size: number): fc.Arbitrary<Rule[]> {
  const rule = fc.constantFrom(...KINDS).chain((kind) => {
    const [least, most = size] = RULE_KINDS[kind].cells;
    const values = VALUES[kind];
    return fc.record(
      {
        kind: fc.constant(kind),
        cells: fc.uniqueArray(fc.nat(size * size - 1), {
          minLength: Math.max(least, values && kind === 'cage' ? 2 : 1),
          maxLength: Math.min(most, kind === 'cage' ? 3 : 4),
        }),
        value: values ? fc.constantFrom(...values) : fc.constant(undefined),
      },
      { requiredKeys: ['kind', 'cells'] },
    );
  });
  return fc.array(rule, { maxLength: 8 }).map((rules) => {
    const sorted = rules.map(withoutUndefined).sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
    // no two cages share a cell, and the others have a solution or not
    return sorted.filter((_, i) => withRules(geometry(size), sorted.slice(0, i + 1)).unfit === undefined);
  });
}

function withoutUndefined({ kind, cells, value }: Rule): Rule {
  return value === undefined ? { kind, cells } : { kind, cells, value };
}

/** What makes two geometries the same puzzle. */
export function described({ size, variant, regions, rules, unfit, unsupported }: Geometry): unknown {
  return { size, variant, regions: regions && [...regions], rules, unfit, unsupported };
}

/** Random choices of a property. */
type Choose = (choices: number) => number;

/** A JSON value in another spelling that means the same: see docs/formats.md. */
export function respelt(value: unknown, choose: Choose): unknown {
  if (typeof value === 'string' && /^r\d+c\d+$/.test(value)) {
    const [row, column] = value.match(/\d+/g)!.map(Number);
    return [value, value.toUpperCase(), ` ${value} `, [row, column]][choose(4)];
  }
  if (Array.isArray(value)) return value.map((each) => respelt(each, choose));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        choose(2) === 0 ? name : name.toUpperCase(),
        typeof each === 'number' && choose(2) === 0 ? String(each) : respelt(each, choose),
      ]),
    );
  }
  return value;
}

/** A text form in another spelling that means the same. */
export function respeltText(text: string, choose: Choose): string {
  const spaced = text.replaceAll(' ', () => [' ', '  ', ', ', '\t'][choose(4)]!);
  const parted = spaced.replaceAll(';', () => [';', ' ;', '\n'][choose(3)]!);
  return choose(2) === 0 ? parted : ` ${parted.toUpperCase()} ;`;
}
