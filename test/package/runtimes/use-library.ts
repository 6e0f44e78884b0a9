import type * as Library from '../../../core/browser.ts';

/**
 * Uses each part of the library. Each runtime runs the source of this function, so it refers to nothing outside.
 *
 * @returns results that JSON can express, the same on each runtime
 */
export async function useLibrary(library: typeof Library) {
  const easy = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const text = `${easy}\n${'.'.repeat(256)}\n`;
  // without TextEncoder, which jest-environment-jsdom lacks
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const parts = [bytes.subarray(0, 100), bytes.subarray(100)];
  const decode = (pieces: Iterable<Uint8Array>) =>
    Array.from(pieces, (piece) => String.fromCharCode(...new Uint8Array(piece))).join('');
  const errorOf = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return { isRejectedFile: error instanceof library.RejectedFile, text: String(error) };
    }
  };

  const { solution } = library.solve(easy) as { solution: string };
  const generated: unknown[] = [];
  for await (const made of library.generateMany({ count: 2, er: [1.5, 3], seed: 7 })) generated.push(made);

  const options = { solutions: 'unique' } as const;
  const plan = library.planFile({ head: bytes, complete: true, name: 'a.txt', given: [options] });
  const file = library.openFile(plan);
  const pushed = decode([...parts.flatMap((part) => [...file.push(part)]), ...file.end()]);
  const written: Uint8Array[] = [];
  async function* source() {
    yield* parts;
  }
  await library.solveStream(plan, source(), (piece) => void written.push(piece));
  // jest-environment-jsdom lacks web streams
  let piped = pushed;
  if (typeof ReadableStream === 'function') {
    const result = new Blob(parts).stream().pipeThrough(library.solverStream(options));
    piped = await new Response(result).text();
  }

  return {
    solution,
    size: library.parse(easy).size,
    rows: library.format(solution, { layout: 'rows' }),
    checked: library.check(easy, solution),
    large: library.solve('.'.repeat(625)).status,
    count: library.count('.'.repeat(81), { limit: 10 }),
    listed: [...library.solutions('1...............')].length,
    grade: library.grade(easy),
    generated,
    cells: [...library.generateCells(library.geometry(6), { seed: 7 }).next().value.cells],
    solvedText: library.solveText(text).text,
    table: library.solveText(easy, { output: 'csv', grade: true }).text,
    pushed,
    streamed: decode(written) === pushed,
    piped: piped === pushed,
    noPuzzle: errorOf(() => library.solve('53..')),
    noFile: errorOf(() => library.solveText('no puzzles')),
  };
}
