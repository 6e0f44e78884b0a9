// What a conversion leaves out, for the report.

import { isRuleMember } from '../../core/formats/rules/members.ts';
import { namesIn } from '../../core/formats/rules/read-rules.ts';
import { FieldContent } from '../../core/formats/shared/block.ts';
import { isCommentAt, lineEnd, skipBlanks } from '../../core/formats/shared/bytes.ts';
import type { Options } from '../../core/options/options.ts';
import { countText, number } from '../cli/terminal.ts';
import type { OtherFields } from '../records/fields.ts';
import type { RecordBatch } from '../records/whole-records.ts';
import { type HeldRecords, solutionOf, type TargetFormat } from './target.ts';

/** Names that are listed; in some files, each record has other ones. */
const MAX_NAMES = 20;

type Format = Pick<TargetFormat, 'name' | 'holdsSolutions' | 'holdsFields' | 'holdsRegions' | 'missing'>;

/** Counts what the format of the output has no place for. */
export class Losses {
  readonly #format: Format;
  #comments = 0;
  #solutions = 0;
  /** texts and incomplete grids in place of solutions */
  #noSolutions = 0;
  readonly #names = new Set<string>();
  readonly #options = new Set<string>();
  /** whether the file's options say that a member or column is no rule */
  #isIgnored: ((name: string) => boolean) | undefined;
  /** other values between the records of JSON */
  #values = 0;

  constructor(format: Format) {
    this.#format = format;
  }

  /** Notes options without which the puzzles mean something else. */
  options({ variant, boxes, regions, ignore }: Options): void {
    this.#isIgnored = ignore === undefined ? undefined : namesIn(ignore);
    const holdsRules = this.#format.missing !== undefined;
    const holdsRegions = holdsRules || this.#format.holdsRegions === true;
    if (variant !== 'classic' && !holdsRules) this.#options.add(`variant=${variant}`);
    if (regions !== undefined && !holdsRegions) this.#options.add('regions');
    // links write them as regions
    if (boxes && !(holdsRules && this.#format.holdsFields !== 'all'))
      this.#options.add(`boxes=${boxes.rows}x${boxes.columns}`);
  }

  /**
   * Counts the fields, comments and solutions of a batch that the target leaves out.
   * @param others reads its fields
   * @param isTree whether it is JSON with punctuation between records
   */
  add(batch: RecordBatch, held: HeldRecords | undefined, others: OtherFields, isTree: boolean): void {
    this.#addGaps(batch, isTree);
    if (!held) return;
    for (const record of held.records) {
      const content = held.solutions?.contents[held.puzzles[record]!] ?? FieldContent.nothing;
      if (content === FieldContent.nothing) continue;
      if (!solutionOf(held, record)) this.#noSolutions++;
      else if (!this.#format.holdsSolutions) this.#solutions++;
    }
    const holdsAll = this.#format.holdsFields === 'all';
    if (holdsAll && !this.#isIgnored) return;
    const addField = (name: string) => {
      // in a table, an ignored one would be read as a rule
      const isLost = isRuleMember(name) ? this.#isIgnored?.(name) : !holdsAll;
      if (isLost) this.#addName(name, holdsAll);
    };
    if (others.names) for (const name of others.names) addField(name);
    else for (const record of held.records) for (const name of held.fields(record).keys()) addField(name);
  }

  /** What has been left out, in a line; undefined if nothing has. @param omitted by the target, see {@link Target.omitted} */
  describe(omitted: ReadonlySet<string> = new Set()): string | undefined {
    for (const name of omitted) this.#addName(name, true);
    const names = [...this.#names];
    const columns = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name));
    if (names.length > MAX_NAMES) columns.push('…');
    const parts = [
      this.#solutions > 0 && countText(this.#solutions, 'solution'),
      this.#noSolutions > 0 && `${number(this.#noSolutions)} in place of solutions that are no full grids`,
      names.length > 0 && `the column${names.length > 1 ? 's' : ''} ${columns.join(', ')}`,
      this.#comments > 0 && countText(this.#comments, 'comment'),
      this.#values > 0 && `${countText(this.#values, 'other value')} between records`,
      this.#options.size > 0 &&
        `the options ${[...this.#options].join(' ')}: set them again to read the puzzles`,
    ].filter((part) => part !== false);
    return parts.length === 0 ? undefined : `left out of ${this.#format.name}: ${parts.join('; ')}`;
  }

  #addName(name: string, isOmitted = false): void {
    const { holdsFields } = this.#format;
    if (!isOmitted && holdsFields !== 'all' && holdsFields.includes(name)) return;
    if (this.#names.size <= MAX_NAMES) this.#names.add(name);
  }

  /** Counts what stands between records. */
  #addGaps({ bytes, starts, ends }: RecordBatch, isTree: boolean): void {
    for (let i = -1; i < starts.length; i++) {
      const from = i < 0 ? 0 : ends[i]!;
      const to = starts[i + 1] ?? bytes.length;
      if (from >= to) continue;
      if (isTree) {
        if (hasValue(bytes, from, to)) this.#values++;
      } else this.#comments += commentsIn(bytes, from, to);
    }
  }
}

/** Whether a stretch of JSON has more than punctuation. */
function hasValue(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (bytes[at]! >= 0x30 && bytes[at] !== COLON && !BRACKETS.includes(bytes[at]!)) return true;
  return false;
}

const COLON = 0x3a;
const BRACKETS = Array.from('[]{}', (sign) => sign.charCodeAt(0));

function commentsIn(bytes: Uint8Array, from: number, to: number): number {
  let comments = 0;
  for (let at = from; at < to; at = lineEnd(bytes, at) + 1)
    if (isCommentAt(bytes, skipBlanks(bytes, at, to))) comments++;
  return comments;
}
