// Blocks of cells have room for each record, and refuse writes beyond it.
import { expect, test } from 'vitest';
import { type Block, checkRoom } from '../../../../core/formats/shared/block.ts';
import { BlockBuilder } from '../../../../core/formats/shared/cell-blocks.ts';
import type { RowKind } from '../../../../core/formats/shared/cells.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';

const KIND: RowKind = { style: 'numbers', geometry: geometry(4), symbolTable: undefined };
const bytes = Buffer.from('1234341221434321');
const row = {
  count: 16,
  starts: Uint32Array.from({ length: 16 }, (_, i) => i),
  ends: Uint32Array.from({ length: 16 }, (_, i) => i + 1),
};

function filled(expected: number, grids: number): Block {
  const builder = new BlockBuilder();
  builder.begin(expected);
  for (let p = 0; p < grids; p++) {
    builder.addCells(bytes, 0, row, KIND, 0);
    builder.close({
      start: p,
      line: p,
      top: p,
      bottom: p + 1,
      kind: KIND,
      rows: 4,
      good: 4,
      fault: undefined,
    });
  }
  return builder.end(bytes, 0);
}

test.each([0, 1, 15, 16, 17, 1000])(
  'a block of more grids than it was begun for has room for all: %i cells',
  (expected) => {
    for (const grids of [1, 2, 3, 100]) {
      const block = filled(expected, grids);
      expect(() => checkRoom(block)).not.toThrow();
      expect(block.count).toBe(grids);
      expect(Array.from(block.starts.subarray(0, grids))).toEqual(Array.from({ length: grids }, (_, p) => p));
      expect(Array.from(block.cells.subarray(16 * (grids - 1), 16 * grids)).join('')).toBe(bytes.toString());
    }
  },
);

test.each(['cells', 'starts', 'lines', 'own', 'allowed', 'results', 'fileSolutions'] as const)(
  'a block whose %s are fewer than its puzzles is a defect',
  (name) => {
    const block = filled(16, 3);
    const room = (length: number) => new Uint8Array(length);
    const complete = {
      ...block,
      own: [KIND.geometry, KIND.geometry, KIND.geometry],
      allowed: new Uint32Array(2 * 48),
      results: { statuses: room(3), solutions: room(48) },
      fileSolutions: { contents: room(3), cells: room(48), verdicts: room(3) },
    };
    expect(() => checkRoom(complete)).not.toThrow();
    const short = {
      cells: room(47),
      starts: new Uint32Array(2),
      lines: new Uint32Array(2),
      own: [KIND.geometry],
      allowed: new Uint32Array(95),
      results: { statuses: room(2), solutions: room(48) },
      fileSolutions: { contents: room(3), cells: room(47), verdicts: room(3) },
    };
    expect(() => checkRoom({ ...complete, [name]: short[name] })).toThrow(
      'expected room for each of 3 puzzles of a block, got less',
    );
  },
);
