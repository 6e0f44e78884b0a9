// `sudoku solve --dry-run`: prints how each file is recognised from its first bytes, and solves nothing.
import { type Content, contentOf } from '../../core/files/compression.ts';
import { placesOf } from '../../core/files/file-plan.ts';
import { firstRecord } from '../../core/files/head-extent.ts';
import { blockReader, RECOGNISED_BYTES, rangedState, rowContent } from '../../core/files/index.ts';
import { sizeName } from '../../core/files/tally.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { recordsOf } from '../../core/formats/shared/block.ts';
import { visible } from '../../core/formats/shared/bytes.ts';
import { optionPairs } from '../../core/options/option-text.ts';
import { warnOfDefect } from '../cli/defects.ts';
import type { Exit } from '../cli/exit.ts';
import { placeText } from '../cli/reporter.ts';
import { bytesText, countText, printable } from '../cli/terminal.ts';
import { FileRun, type RunOptions } from '../files/file-run.ts';
import { FlagEffects } from '../files/flag-effects.ts';
import type { InputFile, PlannedFile } from '../files/inputs.ts';
import { type StoredFile, storedRanges } from '../files/stored-file.ts';

/** Rows of a file that are read. */
const ROWS = 1000;

/** How a file was recognised. Counts refer to the content that was read. */
export interface Recognition {
  readonly file: string;
  readonly format: string;
  readonly compression: string;
  /** Where the puzzles are, in formats that have other values beside them, and whether the values decided this. */
  readonly places?: readonly string[];
  readonly placesByShape?: true;
  readonly alphabets: readonly string[];
  /** Number of puzzles by size. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Number of records that are not puzzles. */
  readonly invalid: number;
  /** Bytes of content that were read; undefined if that is all of it. */
  readonly lookedAt: number | undefined;
  readonly options: Readonly<Record<string, string>>;
  /** The first puzzle: its line, and its cells in rows, `.` for empty. */
  readonly first: { readonly line: number; readonly rows: readonly string[] } | undefined;
}

export async function dryRun(inputs: readonly InputFile[], options: RunOptions): Promise<Exit> {
  const sizes = new Set<string>();
  const effects = new FlagEffects(options.given);
  const run = new FileRun(options);
  return run.end(async () => {
    await run.eachFile(inputs, async ({ file, input: { path } }) => {
      for (const text of effects.overruled(file.plan)) run.reporter.note(text, path);
      const recognised = await recognise(path, file);
      for (const name of Object.keys(recognised.sizes)) sizes.add(name);
      const text = options.json ? JSON.stringify(recognised) : printable(describe(recognised));
      process.stdout.write(`${text}\n`);
    });
    for (const text of effects.ineffective([...sizes])) run.reporter.note(text);
    return undefined;
  });
}

async function recognise(path: string, file: PlannedFile): Promise<Recognition> {
  const { plan, head, complete, stored } = file;
  const sizes: Record<string, number> = {};
  let first: Recognition['first'];
  let invalid = 0;
  let line = 0;
  const reader = blockReader(plan, true);
  const { bytes: content, complete: isWhole } = stored
    ? await firstRows(plan, stored)
    : contentOf({ bytes: head, complete }, plan.compression, firstRecord(head) + RECOGNISED_BYTES);
  for (const blocks of [reader.push(content), isWhole ? reader.end() : reader.flush()]) {
    for (const block of blocks) {
      const { geometry, count, cells, lines, alphabet } = block;
      if (geometry) sizes[sizeName(geometry)] = (sizes[sizeName(geometry)] ?? 0) + count;
      for (const record of recordsOf(block)) {
        if (typeof record !== 'number') {
          invalid++;
          if (record.isInternal) warnOfDefect(path, line + record.line + 1, record.reason);
        } else if (!first) {
          const puzzle = cells.subarray(record * geometry!.cells, (record + 1) * geometry!.cells);
          first = {
            line: line + lines[record]! + 1,
            rows: rowsOf(puzzle, geometry!.size, alphabet?.symbols),
          };
        }
      }
      line += block.lineFeeds;
    }
  }
  return {
    file: path,
    format: plan.format,
    compression: plan.compression,
    ...placesOf(plan),
    alphabets: formatOf(plan).alphabets?.(plan.state) ?? [],
    sizes,
    invalid,
    lookedAt: isWhole ? undefined : content.length,
    options: Object.fromEntries(
      optionPairs(plan.options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    first,
  };
}

/** The content of the first rows of a file that is read by rows. */
async function firstRows(plan: PlannedFile['plan'], stored: StoredFile): Promise<Content> {
  const state = rangedState(plan)!;
  const pieces: Uint8Array[] = [];
  const rows = { from: 0, to: Math.min(state.rows, ROWS) };
  for await (const piece of rowContent(state, storedRanges(stored), rows)) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), complete: rows.to === state.rows };
}

function rowsOf(cells: Uint8Array, size: number, symbols?: string): string[] {
  const texts = Array.from(cells, (value) => (value === 0 ? '.' : (symbols?.[value - 1] ?? String(value))));
  const width = Math.max(...texts.map((text) => text.length));
  const separator = width > 1 ? ' ' : '';
  return Array.from({ length: size }, (_, r) =>
    texts
      .slice(r * size, (r + 1) * size)
      .map((text) => text.padStart(width))
      .join(separator),
  );
}

function describe(recognised: Recognition): string {
  const { file, format, compression, places, alphabets, sizes, invalid, lookedAt, options, first } =
    recognised;
  const how = recognised.placesByShape ? ', by what stands there' : '';
  const counts = Object.entries(sizes).map(([name, count]) => countText(count, `${name} puzzle`));
  if (invalid > 0) counts.push(countText(invalid, 'invalid record'));
  const where = lookedAt === undefined ? '' : ` in the first ${bytesText(lookedAt)}`;
  const lines = [
    `${visible(file)}: ${format}${compression === 'none' ? '' : `, ${compression}`}`,
    `  puzzles   ${counts.join(', ') || 'none'}${where}`,
    ...(places ? [`  where     ${placeText(recognised)}${how}`] : []),
    ...(alphabets.length > 0 ? [`  alphabet  ${alphabets.join(', ')}`] : []),
    `  options   ${Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
    ...(first ? [`  first     line ${first.line}`, ...first.rows.map((row) => `    ${row}`)] : []),
  ];
  return lines.join('\n');
}
