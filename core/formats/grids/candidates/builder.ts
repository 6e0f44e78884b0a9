import { onlyDigit, WORDS } from '../../../solver/allowed.ts';
import type { Block } from '../../shared/block.ts';
import { BlockBuilder, type CellsLayout, withRoom } from '../../shared/cell-blocks.ts';
import type { Row, RowKind } from '../../shared/cells.ts';
import { readCandidates, readMarks } from '../../shared/pencilmarks.ts';

/** Collects grids of candidates. A cell with one candidate is a given. */
export class CandidateBuilder extends BlockBuilder {
  #allowed: Uint32Array = new Uint32Array(0);

  override addCells(bytes: Uint8Array, from: number, row: Row, kind: RowKind, first: number): void {
    if (kind.style !== 'candidates') {
      super.addCells(bytes, from, row, kind, first);
      return;
    }
    let to = this.count * kind.geometry.cells + first;
    this.makeRoom(to + row.count);
    this.#allowed = withRoom(this.#allowed, WORDS * (to + row.count));
    for (let cell = 0; cell < row.count; cell++, to++) {
      const [start, end] = [row.starts[cell]!, row.ends[cell]!];
      this.#allowed.fill(0, WORDS * to, WORDS * (to + 1));
      if (kind.symbolTable) readMarks(bytes, start, end, kind.symbolTable.values, this.#allowed, to);
      else readCandidates(bytes, start, end, kind.geometry.size, this.#allowed, to);
      this.cells[to] = onlyDigit(this.#allowed, to);
      this.cellStarts[to] = start - from;
      this.cellEnds[to] = end - from;
    }
  }

  override end(bytes: Uint8Array, lineFeeds: number): Block<CellsLayout> {
    const block = super.end(bytes, lineFeeds);
    return block.count > 0 && this.kind?.style === 'candidates'
      ? { ...block, allowed: this.#allowed }
      : block;
  }
}
