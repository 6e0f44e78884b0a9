import { firstRecord } from '../../core/files/head-extent.ts';
import {
  blockReader,
  decompress,
  type FilePlan,
  type PartialOptions,
  RECOGNISED_BYTES,
  RejectedFile,
  rejection,
} from '../../core/files/index.ts';
import { sizeName } from '../../core/files/tally.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { recordsOf } from '../../core/formats/shared/block.ts';
import { quote } from '../../core/formats/shared/bytes.ts';
import { optionPairs } from '../../core/options/option-text.ts';
import { Exit } from '../cli/exit.ts';
import { size as bytesText, counted, printable } from '../cli/terminal.ts';
import { planInput, type SolveInput } from './inputs.ts';
import type { Reporter } from './reporter.ts';
import type { PlannedFile } from './solve-file.ts';
import { FlagEffects } from './without-effect.ts';

/** What a file was taken for. */
export interface Taken {
  readonly file: string;
  readonly format: string;
  readonly compression: string;
  readonly alphabets: readonly string[];
  /** Puzzles by size, as far as was looked. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Records that are none, as far as was looked. */
  readonly invalid: number;
  /** Bytes of content that were looked at; undefined if that is all of it. */
  readonly lookedAt: number | undefined;
  readonly options: Readonly<Record<string, string>>;
  /** The first puzzle: its line, and its cells in rows, `.` for empty. */
  readonly first: { readonly line: number; readonly rows: readonly string[] } | undefined;
}

/** Tells what each file is taken for, from its front, and solves nothing. */
export async function dryRun(
  inputs: readonly SolveInput[],
  given: readonly PartialOptions[],
  reporter: Reporter,
  json: boolean,
): Promise<Exit> {
  let rejected = 0;
  const sizes = new Set<string>();
  const effects = new FlagEffects(given[0] ?? {});
  for (const input of inputs) {
    const { path } = input;
    try {
      const taken = await takenFor(input, given, (plan) => {
        for (const text of effects.overruled(plan)) reporter.note(text, path);
      });
      for (const name of Object.keys(taken.sizes)) sizes.add(name);
      process.stdout.write(`${json ? JSON.stringify(taken) : printable(describe(taken))}\n`);
    } catch (error) {
      if (!(error instanceof RejectedFile)) throw error;
      rejected++;
      reporter.file(rejection({ key: path }, error));
    }
  }
  for (const text of effects.without([...sizes])) reporter.note(text);
  reporter.close();
  return rejected > 0 ? Exit.usage : Exit.allSolved;
}

/** @param planned told of the plan */
async function takenFor(
  input: SolveInput,
  given: readonly PartialOptions[],
  planned: (plan: FilePlan) => void,
): Promise<Taken> {
  const file = await planInput(input, given);
  planned(file.plan);
  try {
    return await look(input.path, file);
  } finally {
    await file.input.close();
  }
}

async function look(path: string, { plan, head, complete }: PlannedFile): Promise<Taken> {
  const sizes: Record<string, number> = {};
  let first: Taken['first'];
  let invalid = 0;
  let line = 0;
  const reader = blockReader(plan, true);
  const { content, isWhole } = await contentAt(plan.compression, head, complete);
  for (const blocks of [reader.push(content), isWhole ? reader.end() : reader.flush()]) {
    for (const block of blocks) {
      const { geometry, count, cells, lines, alphabet } = block;
      if (geometry) sizes[sizeName(geometry)] = (sizes[sizeName(geometry)] ?? 0) + count;
      for (const record of recordsOf(block)) {
        if (typeof record !== 'number') invalid++;
        else if (!first) {
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
    alphabets: formatOf(plan).alphabets(plan.state),
    sizes,
    invalid,
    lookedAt: isWhole ? undefined : content.length,
    options: Object.fromEntries(
      optionPairs(plan.options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    first,
  };
}

/** The content of a head, as much as formats are told from. */
async function contentAt(
  compression: PlannedFile['plan']['compression'],
  head: Uint8Array,
  complete: boolean,
) {
  const most = firstRecord(head) + RECOGNISED_BYTES;
  if (compression === 'none' && complete && head.length <= most) return { content: head, isWhole: true };
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  try {
    for await (const piece of decompress(compression, [head])) {
      pieces.push(piece.slice());
      length += piece.length;
      if (length > most) break;
    }
    isWhole = complete && length <= most;
  } catch (error) {
    // the head of a longer file is cut short
    if (!(error instanceof RejectedFile) || complete) throw error;
  }
  return { content: Buffer.concat(pieces).subarray(0, most), isWhole };
}

function rowsOf(cells: Uint8Array, size: number, symbols?: string): string[] {
  const texts = Array.from(cells, (value) => (value === 0 ? '.' : (symbols?.[value - 1] ?? String(value))));
  const width = Math.max(...texts.map((text) => text.length));
  const between = width > 1 ? ' ' : '';
  return Array.from({ length: size }, (_, r) =>
    texts
      .slice(r * size, (r + 1) * size)
      .map((text) => text.padStart(width))
      .join(between),
  );
}

/** For people. */
function describe(taken: Taken): string {
  const { file, format, compression, alphabets, sizes, invalid, lookedAt, options, first } = taken;
  const counts = Object.entries(sizes).map(([name, count]) => counted(count, `${name} puzzle`));
  const told = [
    ...counts,
    ...(invalid > 0 ? [counted(invalid, 'record that is none', 'records that are none')] : []),
  ];
  const where = lookedAt === undefined ? '' : ` in the first ${bytesText(lookedAt)}`;
  const lines = [
    `${quote(Buffer.from(file)).slice(1, -1)}: ${format}${compression === 'none' ? '' : `, ${compression}`}`,
    `  puzzles   ${told.join(', ') || 'none yet'}${where}`,
    ...(alphabets.length > 0 ? [`  alphabet  ${alphabets.join(', ')}`] : []),
    `  options   ${Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
    ...(first ? [`  first     line ${first.line}`, ...first.rows.map((row) => `    ${row}`)] : []),
  ];
  return lines.join('\n');
}
