// The rows of `sudoku canonical`: a canonical form a line, or a table with the symmetry that leads to each form.

import { GridText } from '../../core/formats/shared/grid-text.ts';
import type { Table } from '../../core/options/options.ts';
import { type CanonicalForm, canonicalFormAt } from '../../core/puzzle/canonical.ts';
import { givensAreConsistent } from '../../core/solver/model/geometry.ts';
import type { CanonicalForms } from '../../core/solver/symmetry/canonical.ts';
import { hasCanonicalForm } from '../../core/solver/symmetry/symmetry.ts';
import { cellsAt, type RecordBatch } from '../records/whole-records.ts';
import type { CanonicalTask } from '../threads/tasks.ts';
import type { RowFileKind } from './row-files.ts';

/** Formats of canonical forms: a form a line, or a table. */
export type CanonicalFormat = 'lines' | Table;

/** Some milliseconds of work. */
const RECORDS_PER_TASK = 8192;

const STATUS = 'canonical';
/** Characters of the longest status. */
const MAX_STATUS = 16;

export function canonicalRows(format: CanonicalFormat): RowFileKind<CanonicalTask> {
  return {
    name: 'canonical forms',
    format,
    columns: ['canonical', 'automorphisms', 'transposed', 'rows', 'columns', 'digits'],
    recordsPerTask: RECORDS_PER_TASK,
    good: [STATUS],
    otherShape: 'not-classic',
    notes: { 'not-classic': 'only classic puzzles of 4x4 to 16x16 have a canonical form' },
    accepts: hasCanonicalForm,
    task: (shape, cells) => ({ kind: 'canonical', shape, cells }),
    values: (batch, forms, puzzle) => {
      if (!givensAreConsistent(batch.geometry!, cellsAt(batch, puzzle)))
        return { status: 'invalid', fields: undefined };
      if (forms.automorphisms[puzzle] === 0) return { status: 'not-found', fields: undefined };
      if (format === 'lines') return { status: STATUS, fields: undefined };
      const form = canonicalFormAt(forms, puzzle);
      return { status: STATUS, fields: fieldsOf(form), members: membersOf(form) };
    },
    ...(format === 'lines' && { lines: formLines }),
  };
}

/** A form a line; the status where there is none. */
function formLines(
  batch: RecordBatch,
  forms: CanonicalForms | undefined,
  statusOf: (puzzle: number) => string,
): Buffer {
  const { size, cells } = batch.geometry ?? { size: 9, cells: 81 };
  // room for a form or a status
  const lines = Buffer.allocUnsafe(batch.puzzles.length * (Math.max(cells, MAX_STATUS) + 1));
  const text = new GridText({ size, cells });
  let at = 0;
  for (const puzzle of batch.puzzles) {
    const status = statusOf(puzzle);
    if (status === STATUS) {
      lines.set(text.cells(forms!.forms, puzzle * cells), at);
      at += cells;
    } else at += lines.write(status, at);
    lines[at++] = 0x0a;
  }
  return lines.subarray(0, at);
}

function fieldsOf({ form, automorphisms, isTransposed, rows, columns, digits }: CanonicalForm): string[] {
  const separator = rows.length > 9 ? ' ' : '';
  const lists = [rows, columns, digits].map((list) => list.join(separator));
  return [form, `${automorphisms}`, isTransposed ? '1' : '0', ...lists];
}

function membersOf({ form, automorphisms, isTransposed, rows, columns, digits }: CanonicalForm): object {
  return { canonical: form, automorphisms, transposed: isTransposed, rows, columns, digits };
}
