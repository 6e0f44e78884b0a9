// Reads members of JSON from other programs. A wrong type throws LinkFault with the name of the member.

import { type Description, LinkFault, printed } from './description.ts';

/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

function areMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws LinkFault if the value is no object */
export function membersIn(value: unknown, name: string): Members {
  if (areMembers(value)) return value;
  throw new LinkFault(`expected an object as ${name}, got ${printed(value)}`);
}

/** @throws LinkFault if the value is no array */
export function listIn(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new LinkFault(`expected an array as ${name}, got ${printed(value)}`);
}

/** Whether a member has no effect: missing, null, false, an empty text or an empty list. */
export function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The value as a whole number, also from a text of up to nine digits; undefined for anything else. */
export function integerIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) ? (number as number) : undefined;
}

/** Cells such as `R1C1`. @throws LinkFault for another text, or a cell outside of the grid */
export function namedCells(description: Description, value: unknown, name: string): number[] {
  return listIn(value, name).map((cell) => namedCell(description, cell, name));
}

/** A cell such as `R1C1`. @throws LinkFault as {@link namedCells} */
export function namedCell(description: Description, value: unknown, name: string): number {
  const [, row, column] = (typeof value === 'string' && /^R(\d{1,3})C(\d{1,3})$/i.exec(value)) || [];
  if (row === undefined)
    throw new LinkFault(`expected a cell such as R1C1 in ${name}, got ${printed(value)}`);
  return description.cell(Number(row) - 1, Number(column) - 1);
}

/** Reads the value of a member. */
export type Read = (description: Description, value: unknown, name: string) => void;

/** Reads the members of an object that hold rules; others are unknown rules, but for those that hold none. */
export function readMembers(
  description: Description,
  puzzle: Members,
  noRules: ReadonlySet<string>,
  readerOf: (name: string) => Read | undefined,
): void {
  for (const name of Object.keys(puzzle)) {
    const value = puzzle[name];
    if (noRules.has(name) || isNothing(value)) continue;
    const read = readerOf(name);
    if (read) read(description, value, name);
    else description.unsupported(name);
  }
}

/**
 * Reads the rows of a grid cell by cell.
 * @param noRules members of a cell that hold no rules
 * @throws LinkFault if the grid is no square
 */
export function readRows(
  description: Description,
  rows: readonly unknown[],
  noRules: ReadonlySet<string>,
  read: (cell: number, members: Members) => void,
): void {
  const { size } = description;
  for (const [row, value] of rows.entries()) {
    const cells = listIn(value, `row ${row + 1}`);
    if (cells.length !== size)
      throw new LinkFault(
        `expected ${size} cells in row ${row + 1}, as there are ${size} rows; got ${cells.length}`,
      );
    for (const [column, content] of cells.entries()) {
      // the name is for the message: a text for each cell takes time
      const members = areMembers(content) ? content : membersIn(content ?? {}, `r${row + 1}c${column + 1}`);
      read(row * size + column, members);
      readMembers(description, members, noRules, () => undefined);
    }
  }
}
