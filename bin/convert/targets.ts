// The formats that `sudoku convert` writes.
import { basename } from 'node:path';
import { LINK_FORMS, type LinkForm } from '../../core/formats/links/write-link.ts';
import type { Sink } from '../../core/formats/shared/sink.ts';
import { inWords } from '../../core/options/options.ts';
import { UsageError } from '../cli/exit.ts';
import { endingsOf, formatFor, outputName } from '../files/output-name.ts';
import { shapeOfRecord } from '../records/whole-records.ts';
import { ArrayTarget } from './array-file.ts';
import { Bank, boxes, framed, Grids, JigsawLines, Lines, NumberLines, numberRows, rows } from './grids.ts';
import { parquetTarget } from './parquet-target.ts';
import { Objects, TableRows } from './tables.ts';
import { cellsOf, type HeldRecords, restrictedOf, solutionOf, type TargetFormat } from './target.ts';
import { type TextWriter, textTarget, withoutZip } from './text-target.ts';

/** A format of cells only. */
function cellFormat(name: string, writer: () => TextWriter): TargetFormat {
  const open: TargetFormat['open'] = (path) => textTarget(path, writer(), endingsOf(name)[0]);
  return { name, holdsSolutions: false, holdsFields: [], open };
}

/** A format with a place for everything. */
function tableFormat(name: string, writer: () => TextWriter): TargetFormat {
  const open: TargetFormat['open'] = (path) => textTarget(path, writer(), endingsOf(name)[0]);
  const holds = {
    holdsSolutions: true,
    holdsFields: 'all',
    holdsCandidates: true,
    missing: nothing,
  } as const;
  return { name, ...holds, open };
}

/** A format that holds all rules. */
const nothing = () => undefined;

/** The fields that links have a place for. */
const LINK_NOTES: readonly string[] = ['title', 'author', 'ruleset'];

/** Writes links that contain a puzzle with its rules, one a line. */
class Links implements TextWriter {
  readonly #form: LinkForm;

  constructor(form: LinkForm) {
    this.#form = form;
  }

  puzzle(sink: Sink, held: HeldRecords, record: number): void {
    const geometry = shapeOfRecord(held, record);
    const cells = cellsOf(held, record);
    const allowed = restrictedOf(held, record, geometry);
    const notes: [string, string][] = [];
    for (const [name, value] of held.fields(record))
      if (LINK_NOTES.includes(name)) notes.push([name, textOf(value, held.areJson)]);
    const link = this.#form.write(
      { geometry, cells, allowed },
      solutionOf(held, record),
      Object.fromEntries(notes),
    );
    sink.text(`${link}\n`);
  }
}

function textOf(value: string, isJson: boolean): string {
  return isJson && value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

/** Links, one a line. */
function linkFormat(name: keyof typeof LINK_FORMS): TargetFormat {
  const form: LinkForm = LINK_FORMS[name];
  const isObject = name !== 'iss';
  return {
    name,
    holdsSolutions: isObject,
    holdsFields: isObject ? LINK_NOTES : [],
    holdsCandidates: true,
    missing: (geometry) => form.missing(geometry),
    open: (path) => textTarget(path, new Links(form), '.txt'),
  };
}

/** All formats, in the order of the help. */
export const TARGETS: readonly TargetFormat[] = [
  { ...cellFormat('lines', () => new Lines()), holdsCandidates: true },
  { ...cellFormat('jigsaw-lines', () => new JigsawLines()), holdsRegions: true },
  tableFormat('csv', () => new TableRows(',')),
  tableFormat('tsv', () => new TableRows('\t')),
  tableFormat('jsonl', () => new Objects(false)),
  tableFormat('json', () => new Objects(true)),
  {
    name: 'parquet',
    isBinary: true,
    holdsSolutions: true,
    holdsFields: 'all',
    holdsCandidates: true,
    missing: nothing,
    open: parquetTarget,
  },
  {
    name: 'npy',
    isBinary: true,
    holdsSolutions: false,
    holdsFields: [],
    needsFile: true,
    open: (path) => ArrayTarget.open(path, false),
  },
  {
    name: 'npz',
    isBinary: true,
    holdsSolutions: true,
    holdsFields: [],
    needsFile: true,
    open: (path) => ArrayTarget.open(path, true),
  },
  cellFormat('grids', () => new Grids(rows)),
  cellFormat('framed', () => new Grids(framed)),
  cellFormat('boxes', () => new Grids(boxes)),
  cellFormat('number-lines', () => new NumberLines()),
  cellFormat('number-grids', () => new Grids(numberRows, true)),
  { ...cellFormat('pencilmarks', () => new Lines(true)), holdsCandidates: true },
  linkFormat('fpuzzles'),
  linkFormat('sudokupad'),
  linkFormat('iss'),
  { ...cellFormat('bank', () => new Bank()), holdsFields: ['id', 'rating'] },
];

/** The required format, or that of a file's name. @throws UsageError if they differ, or the name stands for none */
export function targetFor(path: string, required: string | undefined): TargetFormat {
  const plain = withoutZip(path);
  const { format, compression } = outputName(plain);
  const names = TARGETS.map(({ name }) => name);
  const name =
    formatFor(plain, { writes: names, given: required }) ?? (format === 'text' ? 'lines' : undefined);
  const target = TARGETS.find((one) => one.name === name);
  if (!target)
    throw new UsageError(
      `${path}: expected a name that ends in ${inWords(names.flatMap(endingsOf))}, or --output${
        names.includes(path) ? ` (did you mean - --output ${path}?)` : ''
      }`,
    );
  if (plain !== path && (target.isBinary || compression))
    throw new UsageError(`${path}: expected no ending of a compression after ${basename(plain)}`);
  return target;
}
