// The rows of `sudoku canonical`: a canonical form a line, or a table with the symmetry that leads to each form.

import { lineOf } from '../../core/formats/shared/alphabet.ts';
import { GridText } from '../../core/formats/shared/grid-text.ts';
import { csvRows, jsonlRows } from '../../core/formats/tables/rows.ts';
import type { Table } from '../../core/options/options.ts';
import { type CanonicalForm, canonicalFormAt } from '../../core/puzzle/canonical.ts';
import { givensAreConsistent } from '../../core/solver/model/geometry.ts';
import type { CanonicalForms } from '../../core/solver/symmetry/canonical.ts';
import { hasCanonicalForm } from '../../core/solver/symmetry/symmetry.ts';
import { cellsAt, type RecordBatch } from '../records/whole-records.ts';
import type { CanonicalTask } from '../threads/tasks.ts';
import { csvRow, type RowFileKind } from './row-files.ts';

/** Formats of canonical forms: a form a line, or a table. */
export type CanonicalFormat = 'lines' | Table;

/** Some milliseconds of work. */
const RECORDS_PER_TASK = 8192;

const HEADER = 'puzzle,status,canonical,automorphisms,transposed,rows,columns,digits\n';
const OTHER_SHAPE = 'not-classic';

export function canonicalRows(format: CanonicalFormat): RowFileKind<CanonicalTask> {
  return {
    name: 'canonical forms',
    extension: format === 'lines' ? 'txt' : format,
    header: (hasIds) => (format === 'csv' ? `${hasIds ? 'id,' : ''}${HEADER}` : ''),
    recordsPerTask: RECORDS_PER_TASK,
    good: ['canonical'],
    otherShape: OTHER_SHAPE,
    note: 'only classic 9x9 puzzles with 3x3 boxes have a canonical form',
    accepts: hasCanonicalForm,
    task: (shape, cells) => ({ kind: 'canonical', shape, cells }),
    rows: (batch, forms, count, hasIds) => {
      if (format === 'lines') return formLines(batch, forms, count);
      const rows: string[] = [];
      for (const [record, p] of batch.puzzles.entries()) {
        const status = statusOf(batch, forms, p);
        count(status);
        const id = batch.ids?.[record];
        const puzzle = p < 0 ? batch.faults.get(record)!.text : lineOf(cellsAt(batch, p));
        const found = status === 'canonical' ? canonicalFormAt(forms!, p) : undefined;
        if (format === 'jsonl') rows.push(jsonRow(id, puzzle, status, found));
        else rows.push(`${hasIds ? csvRows.id(id) : ''}${tableRow(puzzle, status, found)}`);
      }
      return Buffer.from(rows.join(''));
    },
  };
}

/** @param puzzle -1 for a record that is none */
function statusOf(batch: RecordBatch, forms: CanonicalForms | undefined, puzzle: number): string {
  if (puzzle < 0) return 'invalid';
  if (!forms) return OTHER_SHAPE;
  return givensAreConsistent(batch.geometry!, cellsAt(batch, puzzle)) ? 'canonical' : 'invalid';
}

/** A form a line; the status where there is none. */
function formLines(
  batch: RecordBatch,
  forms: CanonicalForms | undefined,
  count: (status: string) => void,
): Buffer {
  const lines = Buffer.allocUnsafe(batch.puzzles.length * 82);
  const text = new GridText({ size: 9, cells: 81 });
  let at = 0;
  for (const puzzle of batch.puzzles) {
    const status = statusOf(batch, forms, puzzle);
    count(status);
    if (status === 'canonical') {
      lines.set(text.cells(forms!.forms, puzzle * 81), at);
      at += 81;
    } else at += lines.write(status, at);
    lines[at++] = 0x0a;
  }
  return lines.subarray(0, at);
}

function jsonRow(
  id: string | undefined,
  puzzle: string,
  status: string,
  found: CanonicalForm | undefined,
): string {
  const { form: canonical, isTransposed: transposed, ...others } = found ?? {};
  // in this order
  const members = found && { canonical, automorphisms: found.automorphisms, transposed, ...others };
  return `{${jsonlRows.id(id || undefined)}${JSON.stringify({ puzzle, status, ...members }).slice(1)}\n`;
}

function tableRow(puzzle: string, status: string, form: CanonicalForm | undefined): string {
  if (!form) return csvRow([puzzle, status, '', '', '', '', '', '']);
  const { form: canonical, automorphisms, isTransposed, rows, columns, digits } = form;
  return csvRow([
    puzzle,
    status,
    canonical,
    `${automorphisms}`,
    isTransposed ? '1' : '0',
    rows.join(''),
    columns.join(''),
    digits.join(''),
  ]);
}
