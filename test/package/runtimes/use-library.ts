import type * as Library from '../../../core/index.ts';

/**
 * Uses each part of the library. Each runtime runs the source of this function, so it refers to nothing outside.
 *
 * @returns results that JSON can express, the same on each runtime
 */
export async function useLibrary(
  library: Partial<typeof Library> & typeof import('../../../core/browser.ts'),
) {
  const { generateCells, geometry, openFile, planFile, RejectedFile, solveCells, solveText, solveStream } =
    library;
  const easy = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const text = `${easy}\n${'.'.repeat(256)}\n`;
  // without TextEncoder, which jest-environment-jsdom lacks
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const decode = (pieces: Uint8Array[]) =>
    pieces.map((piece) => String.fromCharCode(...new Uint8Array(piece))).join('');

  const plan = planFile({ head: bytes, complete: true, name: 'a.txt', given: [{ solutions: 'unique' }] });
  const file = openFile(plan);
  const cut = 100;
  const pushed = decode([
    ...file.push(bytes.subarray(0, cut)),
    ...file.push(bytes.subarray(cut)),
    ...file.end(),
  ]);
  const streamed: Uint8Array[] = [];
  async function* source() {
    yield bytes.subarray(0, cut);
    yield bytes.subarray(cut);
  }
  await solveStream?.(plan, source(), (piece) => void streamed.push(piece.slice()));

  const made = generateCells(geometry(9), { seed: 7 }).next().value;
  let refused: unknown;
  try {
    solveText('no puzzles');
  } catch (error) {
    refused = error;
  }
  return {
    solved: solveText(text).text,
    graded: solveText(easy, { output: 'csv', grade: true, explain: true }).text,
    counted: solveCells(new Uint8Array(81), { solutions: 'count', limit: 10 }).count,
    made: [made.cells, made.solution].map((cells) => [...cells]),
    pushed,
    isStreamed: solveStream === undefined || decode(streamed) === pushed,
    isRefused: refused instanceof RejectedFile,
    message: String(refused),
  };
}
