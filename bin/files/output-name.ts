// What the ending of an output's name says about its content: one table and one rule, for all commands. A format that
// the name does not stand for is never written under it: the command writes the format of the name, or refuses.

import { extname } from 'node:path';
import { type FilePlan, RejectedFile } from '../../core/files/file-plan.ts';
import type { CsvState } from '../../core/formats/csv/recognise.ts';
import { formatOf, tableOf } from '../../core/formats/formats.ts';
import { inWords, OPTIONS, type OutputFormat, type PartialOptions } from '../../core/options/options.ts';
import { UsageError } from '../cli/exit.ts';
import { STANDARD } from '../cli/paths.ts';

/** Ends of names, by the format that they stand for. `text` is any text. */
const ENDINGS = {
  text: ['.txt'],
  lines: ['.sdm', '.lines'],
  csv: ['.csv'],
  tsv: ['.tsv', '.tab'],
  jsonl: ['.jsonl', '.ndjson'],
  json: ['.json'],
  parquet: ['.parquet'],
  npy: ['.npy'],
  npz: ['.npz'],
  grids: ['.sdk'],
  framed: ['.ss'],
  zip: ['.zip'],
} as const;

/** A format that has an ending. */
export type NamedFormat = keyof typeof ENDINGS;

const COMPRESSIONS = { gzip: ['.gz', '.gzip'], zstd: ['.zst', '.zstd'] } as const;

/** Ends of names that stand for what no command writes. */
const UNWRITABLE = [
  ...['.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.numbers', '.gsheet'],
  ...['.pdf', '.ps', '.doc', '.docx', '.odt', '.rtf', '.html', '.htm', '.xml', '.svg', '.tex'],
  ...['.png', '.jpg', '.jpeg', '.gif', '.webp', '.bmp', '.tif', '.tiff', '.heic', '.avif'],
  ...['.sqlite', '.sqlite3', '.db', '.duckdb', '.mdb', '.accdb', '.sql'],
  ...['.arrow', '.feather', '.orc', '.avro', '.h5', '.hdf5', '.mat', '.rds', '.rdata'],
  ...['.pkl', '.pickle', '.pt', '.pth', '.safetensors', '.tfrecord', '.yaml', '.yml', '.toml'],
  ...['.7z', '.rar', '.tar', '.tgz', '.cab', '.bz2', '.xz', '.lz4', '.lzma', '.br', '.z'],
] as const;

/** What a name says. */
export interface OutputName {
  readonly path: string;
  /** Its last ending before that of a compression, in lower case, if the table has it. */
  readonly ending: string | undefined;
  /** The format that it stands for; undefined if it stands for none, or for one that no command writes. */
  readonly format: NamedFormat | undefined;
  /** The compression that it requests; undefined if it requests none. */
  readonly compression: Exclude<FilePlan['compression'], 'none'> | undefined;
}

export function outputName(path: string): OutputName {
  const compression = keyWithEnding(COMPRESSIONS, path);
  const plain = withoutCompression(path);
  const format = keyWithEnding(ENDINGS, plain);
  const endings = format ? ENDINGS[format] : UNWRITABLE;
  return { path, ending: endings.find((ending) => hasEnding(plain, ending)), format, compression };
}

/** A name without the ending of gzip or zstandard. */
export function withoutCompression(path: string): string {
  const ending = Object.values(COMPRESSIONS)
    .flat()
    .find((one) => hasEnding(path, one));
  return ending === undefined ? path : path.slice(0, -ending.length);
}

/** Whether a name has the ending of a file: of a format, a compression, or what no command writes. */
export function isFileName(path: string): boolean {
  const { ending, compression } = outputName(path);
  return ending !== undefined || compression !== undefined;
}

const hasEnding = (path: string, ending: string) => path.toLowerCase().endsWith(ending);

function keyWithEnding<K extends string>(
  table: Readonly<Record<K, readonly string[]>>,
  path: string,
): K | undefined {
  return (Object.keys(table) as K[]).find((key) => table[key].some((ending) => hasEnding(path, ending)));
}

/** The endings of a format; none if it has no ending of its own. Lines are the text of most commands. */
export function endingsOf(format: string): readonly string[] {
  if (format === 'lines') return [...ENDINGS.text, ...ENDINGS.lines];
  return ENDINGS[format as NamedFormat] ?? [];
}

/** The ending that a format is named by in messages. */
const firstEnding = (format: string) => endingsOf(format)[0] ?? ENDINGS.text[0];

/** Formats that are no text. */
const BINARY: readonly string[] = ['parquet', 'npy', 'npz', 'zip'] satisfies NamedFormat[];

/** Whether a file of a format can have the name of another: any text is `.txt`, and any JSON is `.json`. */
function fits(format: string, named: NamedFormat): boolean {
  if (named === 'text') return !BINARY.includes(format);
  return format === named || (format === 'jsonl' && named === 'json');
}

/** A command that writes formats of its own, whatever the format of its input. */
export interface FormatChoice<F extends string> {
  /** The formats that it writes. */
  readonly writes: readonly F[];
  /** The value of `--output`, if it is given. */
  readonly given: F | undefined;
  /** Whether the output holds puzzles that `sudoku convert` can write in other formats. */
  readonly isConvertible?: boolean;
}

/**
 * The format of a command's output: that of `--output`, or of the ending of its name; undefined if both leave it open.
 * @param canBeDirectory as of {@link LayoutChoice}
 * @throws UsageError if the command cannot write the format of the name, or `--output` contradicts it
 */
export function formatFor<F extends string>(
  path: string,
  { writes, given, isConvertible = false }: FormatChoice<F>,
  canBeDirectory = false,
): F | undefined {
  const name = outputName(path);
  const { ending, format, compression } = name;
  if (ending === undefined) return refuseCompressed(given);
  const named = writes.find((one) => one === format);
  const isFit = (one: F) => format !== undefined && fits(one, format);
  if (given === undefined ? named !== undefined : isFit(given)) return refuseCompressed(given ?? named);
  if (given === undefined && format === 'text' && writes.some(isFit)) return undefined;
  if (given !== undefined && named !== undefined)
    throw new UsageError(contradicted(name, given, firstEnding(given), `give --output ${named}`));
  throw new UsageError(
    misnamed(name, [...new Set(writes.map(firstEnding))], { isConvertible, canBeDirectory }),
  );

  /** Programs could not read the file: its format has compression of its own. */
  function refuseCompressed(chosen: F | undefined): F | undefined {
    if (chosen !== undefined && compression && BINARY.includes(chosen))
      throw new UsageError(compressed(name, chosen));
    return chosen;
  }
}

/** What a command does that gives each result the layout of its file, unless the name of its output requests another. */
export interface LayoutChoice {
  readonly out: string;
  /** Whether it can write other formats than that of its file, by the option `output`. */
  readonly canChange: boolean;
  /** Whether the name could be that of a new directory with a result for each file, if it ended in a slash. */
  readonly canBeDirectory: boolean;
}

/** What a command that preserves layouts has to do for the name of its output. */
type Fit =
  /** Write the result as it is planned, with this compression. */
  | { readonly compression: FilePlan['compression'] }
  /** Write another result. */
  | { readonly output: OutputFormat };

/**
 * Plans a file so that its result is what the name of the output says.
 * @param path of the file
 * @param planWith plans the file with these options
 * @throws RejectedFile if the name stands for what the command cannot write, or contradicts an option
 */
export async function planForName(
  layout: LayoutChoice,
  path: string,
  given: PartialOptions,
  planWith: (given: PartialOptions) => FilePlan | Promise<FilePlan>,
): Promise<FilePlan> {
  const plan = await planWith(given);
  const fit = fitName(plan, path, layout, given);
  if ('output' in fit) return planForName(layout, path, { ...given, output: fit.output }, planWith);
  return fit.compression === plan.compression ? plan : { ...plan, resultCompression: fit.compression };
}

/** Compares the result that is planned for a file with the name of its output. @throws RejectedFile */
function fitName(
  plan: FilePlan,
  path: string,
  { out, canChange, canBeDirectory }: LayoutChoice,
  given: PartialOptions,
): Fit {
  const name = outputName(out);
  const { ending, format, compression } = name;
  const { format: result, endings } = resultOf(plan);
  const isOwn = tableOf(formatOf(plan), plan.options) === undefined;
  const isSameName = isOwn && outputName(path).ending === ending;
  const { isArchive } = formatOf(plan);
  const isUnnamed = path === STANDARD && isArchive && format === 'npz';
  if (!(ending === undefined || isSameName || isUnnamed || endings.includes(ending))) {
    const { output } = plan.options;
    const tables: readonly string[] = canChange && !isArchive ? (OPTIONS.output.kind.values ?? []) : [];
    if (format === undefined || !tables.includes(format)) {
      const others = tables.filter((one) => one !== 'same').map(firstEnding);
      const names = [...new Set([endings[0]!, ...others])];
      throw new RejectedFile(misnamed(name, names, { isConvertible: true, canBeDirectory }));
    }
    if (given.output === undefined && output === 'same') return { output: format as OutputFormat };
    const isFlag = given.output === output;
    throw new RejectedFile(
      contradicted(
        name,
        output,
        endings[0]!,
        isFlag ? `give --output ${format}` : 'change the first line of the file',
      ),
    );
  }
  const isFramed = BINARY.includes(result) && !(result === 'npy' && isOwn);
  if (compression && isFramed) throw new RejectedFile(compressed(name, result));
  return { compression: compression ?? (ending === undefined || isFramed ? plan.compression : 'none') };
}

/** The format of a planned result, and the endings that its name can have. */
function resultOf(plan: FilePlan): { readonly format: string; readonly endings: readonly string[] } {
  const own = formatOf(plan);
  const table = tableOf(own, plan.options);
  const is = (format: string, ...others: NamedFormat[]) => ({
    format,
    endings: [...endingsOf(format), ...others.flatMap((other) => ENDINGS[other])],
  });
  if (own.isArchive) return is('zip');
  switch (table ?? own.name) {
    case 'parquet':
    case 'npy':
      return is(table ?? own.name);
    case 'jsonl':
      return is('jsonl', 'json', 'text');
    case 'json':
      return is('json', 'jsonl', 'text');
    case 'csv':
      return is(!table && (plan.state as CsvState).delimiter === TAB ? 'tsv' : 'csv', 'text');
    case 'grids':
      return is('text', 'grids', 'framed');
    case 'lines':
    case 'jigsaw-lines':
    case 'number-lines':
      return is('lines');
    default:
      return is('text');
  }
}

/**
 * The ending for a new file with the layout of a planned one: that of the planned file's own name, unless it has none, or one that
 * stands for another format or compression.
 */
export function extensionLike(path: string, plan: FilePlan): string {
  const { format, ending, compression } = outputName(path);
  const plain = withoutCompression(path);
  const own = extname(plain);
  const { endings } = resultOf(plan);
  const isOwn = own !== '' && (format === undefined || endings.includes(ending!));
  if (plan.compression === 'none') return isOwn ? own : endings[0]!;
  const packing =
    compression === plan.compression ? path.slice(plain.length) : COMPRESSIONS[plan.compression][0];
  return `${isOwn ? own : endings[0]!}${packing}`;
}

const TAB = 0x09;

/** Why a name is refused that stands for what the command does not write. @param endings that it can have instead */
function misnamed(
  { path, ending, format }: OutputName,
  endings: readonly string[],
  { isConvertible, canBeDirectory }: { isConvertible: boolean; canBeDirectory: boolean },
): string {
  const expected = `${path}: expected a name that ends in ${inWords(endings)}`;
  const other = canBeDirectory ? `${path}/ for a directory` : 'that names no format';
  const isConverted = isConvertible && format !== undefined && format !== 'zip';
  if (!isConverted) return `${expected}, or ${other}, got ${ending}`;
  const directory = canBeDirectory ? `, or ${other}` : '';
  return `${expected}${directory}, got ${ending}: give it one of these, and make ${ending} of that with sudoku convert`;
}

/** Why a name is refused that stands for a format other than the requested one. */
function contradicted({ path, ending }: OutputName, given: string, right: string, way: string): string {
  const why = given === 'same' ? 'for the layout of the file' : `for output=${given}`;
  return `${path}: expected a name that ends in ${right} ${why}, got ${ending}: rename it, or ${way}`;
}

function compressed({ path }: OutputName, format: string): string {
  return `${path}: expected no ending of a compression after ${endingsOf(format)[0]}, since programs could not read the file`;
}
