// Selects the puzzles that a format can express, and adds their rules as fields where the format is a table.

import { isRuleMember, membersOf, textsOf } from '../../core/formats/rules/members.ts';
import type { Options } from '../../core/options/options.ts';
import { WORDS } from '../../core/solver/allowed.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { RULE_KINDS } from '../../core/solver/rule-kinds.ts';
import { regionSymbols, regionsIn } from '../../core/solver/variants.ts';
import type { Fields } from '../records/fields.ts';
import type { Puzzles, TargetFormat } from './target.ts';

/**
 * Leaves out the puzzles that a format cannot express: without one of its rules, a puzzle would be a different one.
 * @param options of the file; a format without rules relies on them when its result is read
 * @param leaveOut called for each of them, with its number and the reason
 */
export function heldOf(
  puzzles: Puzzles,
  format: Pick<TargetFormat, 'name' | 'holdsFields' | 'holdsRegions' | 'missing'>,
  options: Pick<Options, 'variant' | 'regions'>,
  leaveOut: (puzzle: number, reason: string) => void,
): Puzzles | undefined {
  const missing =
    format.missing?.bind(format) ?? ((shape: Geometry) => ruleBeside(shape, options, format.holdsRegions));
  const reasons = new Map<Geometry, string | undefined>();
  const kept: number[] = [];
  for (let p = 0; p < puzzles.count; p++) {
    const shape = puzzles.shape(p);
    // nearly all puzzles share theirs
    if (!reasons.has(shape)) reasons.set(shape, reasonFor(shape, format.name, missing));
    const reason = reasons.get(shape);
    if (reason === undefined) kept.push(p);
    else leaveOut(p, reason);
  }
  const held = kept.length === puzzles.count ? puzzles : kept.length > 0 ? only(puzzles, kept) : undefined;
  const isTable = format.missing !== undefined && format.holdsFields === 'all';
  return held && isTable ? withRuleFields(held, format.name.startsWith('json')) : held;
}

function reasonFor(
  shape: Geometry,
  format: string,
  missing: (shape: Geometry) => string | undefined,
): string | undefined {
  if (shape.unsupported !== undefined)
    return `unsupported: expected rules that are known, got ${shape.unsupported}`;
  const found = missing(shape);
  return found === undefined ? undefined : `${format} has no place for ${found}`;
}

/** A rule that neither the options of the file nor a line with regions say. */
function ruleBeside(
  { rules, regions, variant, size }: Geometry,
  options: Pick<Options, 'variant' | 'regions'>,
  holdsRegions: boolean | undefined,
) {
  if (rules.length > 0) return withArticle(RULE_KINDS[rules[0]!.kind].label);
  if (variant !== options.variant) return `the variant ${variant}`;
  if (!regions || holdsRegions) return undefined;
  const given = options.regions === undefined ? '' : regionsIn(options.regions, size);
  return typeof given !== 'string' && regionSymbols(given) === regionSymbols(regions) ? undefined : 'regions';
}

/** `a cage`, `an arrow`, `an X` */
const withArticle = (label: string) => `${/^[aeioX]/.test(label) ? 'an' : 'a'} ${label}`;

/** Some of the puzzles. */
function only(puzzles: Puzzles, kept: readonly number[]): Puzzles {
  const { cells: size } = puzzles.geometry;
  const cells = new Uint8Array(kept.length * size);
  const allowed = puzzles.allowed && new Uint32Array(WORDS * cells.length);
  for (const [i, p] of kept.entries()) {
    cells.set(puzzles.cells.subarray(p * size, (p + 1) * size), i * size);
    allowed?.set(puzzles.allowed!.subarray(WORDS * p * size, WORDS * (p + 1) * size), WORDS * i * size);
  }
  return {
    geometry: puzzles.geometry,
    shape: (p) => puzzles.shape(kept[p]!),
    count: kept.length,
    cells,
    allowed,
    line: (p) => puzzles.line(kept[p]!),
    solution: (p) => puzzles.solution(kept[p]!),
    fields: (p) => puzzles.fields(kept[p]!),
    areJson: puzzles.areJson,
  };
}

/** Puzzles whose rules are fields, in place of those that the file had. @param inJson whether values are written as JSON */
function withRuleFields(puzzles: Puzzles, inJson: boolean): Puzzles {
  const fields = (p: number): Fields => {
    const others = puzzles.fields(p);
    const shape = puzzles.shape(p);
    const isPlain = shape.variant === 'classic' && !shape.regions && shape.rules.length === 0;
    if (isPlain && ![...others.keys()].some(isRuleMember)) return others;
    const all = new Map([...others].filter(([name]) => !isRuleMember(name)));
    const written = puzzles.areJson && inJson ? membersOf(shape) : textsOf(shape);
    for (const [name, value] of Object.entries(written))
      all.set(name, puzzles.areJson ? JSON.stringify(value) : (value as string));
    return all;
  };
  return { ...puzzles, fields };
}
