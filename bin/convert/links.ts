// Links that contain a puzzle with its rules, one a line.

import type { LinkForm } from '../../core/formats/links/write-link.ts';
import type { Sink } from '../../core/formats/tables/sink.ts';
import { allowedAt, restricts } from '../../core/solver/allowed.ts';
import { cellsOf, type Puzzles } from './target.ts';
import type { TextWriter } from './text-target.ts';

/** The fields that links have a place for. */
export const LINK_NOTES: readonly string[] = ['title', 'author', 'ruleset'];

export class Links implements TextWriter {
  readonly #form: LinkForm;

  constructor(form: LinkForm) {
    this.#form = form;
  }

  puzzle(sink: Sink, puzzles: Puzzles, p: number): void {
    const geometry = puzzles.shape(p);
    const cells = cellsOf(puzzles, p);
    const own = allowedAt(puzzles.allowed, geometry, p);
    const allowed = own && restricts(geometry, cells, own) ? own : undefined;
    const notes: [string, string][] = [];
    for (const [name, value] of puzzles.fields(p))
      if (LINK_NOTES.includes(name)) notes.push([name, textOf(value, puzzles.areJson)]);
    const link = this.#form.write(
      { geometry, cells, allowed },
      puzzles.solution(p),
      Object.fromEntries(notes),
    );
    sink.text(`${link}\n`);
  }
}

function textOf(value: string, isJson: boolean): string {
  return isJson && value.startsWith('"') ? (JSON.parse(value) as string) : value;
}
