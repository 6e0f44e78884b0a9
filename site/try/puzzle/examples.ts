// Example puzzles, by the name that the page shows.

import { geometry } from '../../../core/solver/model/geometry.ts';
import { HARD_25X25 } from '../shared/hard-25x25.ts';
import { type Puzzle, puzzleOf } from '../shared/puzzle.ts';
import { cellsOf, symbolsFor } from '../shared/symbols.ts';
import { puzzleIn } from './link.ts';

const nine = (line: string, variant: 'classic' | 'x' = 'classic'): Puzzle =>
  puzzleOf(geometry(9, variant), cellsOf(line, symbolsFor(9)));

/** A puzzle as the link to it describes it. */
function ruled(fragment: string): Puzzle {
  const puzzle = puzzleIn(fragment);
  if (typeof puzzle !== 'object') throw new Error(`expected an example that can be read, got ${puzzle}`);
  return puzzle;
}

export const EXAMPLES: Readonly<Record<string, Puzzle>> = {
  'From a newspaper': nine(
    '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  ),
  'Seventeen clues': nine(
    '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9',
  ),
  'An XY-Wing': nine('82..9.........7....4..56..2.85.2..1439.7.........4...72.9.......5.4...79....12.5.'),
  'A forcing chain': nine(
    '....514...23......1..9.......76..19.2....3..56....8.....9.3.8....2.7..4.37....5..',
  ),
  'Two solutions': nine('53..7....6..195....98....6.8.......34..8.3..17...2...6.6....28....419..5....8..79'),
  'X: diagonals, too': nine(
    '...13.4.9......8...9........7....19......8....14.7...23...5....6..............3..',
    'x',
  ),
  Killer: ruled(
    'p=.................................................................................&cages=12 r1c1 r2c1; 3 r1c2 r2c2; 15 r1c3 r1c4; 15 r1c5 r1c6 r1c7; 19 r1c8 r1c9 r2c7 r2c8; 32 r2c3 r2c4 r3c1 r3c2 r3c3; 12 r2c5 r2c6 r3c6; 13 r2c9 r3c9; 4 r3c4 r3c5; 10 r3c7 r3c8; 10 r4c1 r4c2; 22 r4c3 r5c2 r5c3; 5 r6c2 r6c3; 32 r4c4 r4c5 r4c6 r5c4 r5c5; 9 r4c7 r4c8 r4c9; 8 r5c1 r6c1; 4 r5c6 r6c6; 16 r6c5 r7c5 r7c6; 27 r5c7 r5c8 r6c7 r7c7; 17 r5c9 r6c8 r6c9; 10 r6c4 r7c4 r8c4; 18 r7c1 r7c2 r7c3 r8c1; 14 r7c8 r7c9 r8c9; 17 r8c2 r9c1 r9c2; 10 r8c3 r9c3; 9 r8c5 r8c6; 5 r8c7 r9c7; 18 r8c8 r9c8 r9c9; 19 r9c4 r9c5 r9c6',
  ),
  Jigsaw: ruled(
    'p=3...9.25.7...............69.4..........5..841.7..........9..5.....4......8.......&regions=112234444122234444122233554112335555116333755166688775666688877999688877999999877',
  ),
  Thermometers: ruled(
    'p=.................7........6...5............3...1.......641...2...8.......3.......&thermos=r1c2 r2c1 r3c1 r4c2; r1c7 r1c8 r2c9; r2c5 r2c4 r1c4; r2c6 r1c6 r1c5; r3c4 r3c3 r3c2; r3c6 r4c7 r5c7 r4c6; r3c7 r2c7 r3c8 r2c8; r5c3 r6c4 r5c5; r6c1 r5c2 r4c3; r6c2 r7c2 r7c1; r6c3 r7c3 r8c3; r8c1 r8c2 r9c1; r8c7 r8c6 r9c6 r9c5',
  ),
  Arrows: ruled(
    'p=.2.9..3................4...3.9...........1.........................3......2......&arrows=r1c5 r2c6 r1c6; r2c3 r2c2 r1c2; r3c8 r2c9 r1c9; r4c5 r3c4 r3c5; r5c5 r6c4 r6c5; r5c8 r4c8 r4c9; r6c1 r6c2 r6c3 r7c4; r7c2 r8c2 r8c1; r7c7 r6c8 r7c9; r8c9 r7c8 r8c8; r9c4 r9c3 r8c4; r9c5 r9c6 r9c7',
  ),
  'Kropki dots': ruled(
    'p=.............62.9..9..............1........................9....................5&dots=white r1c4 r2c4; white r1c5 r2c5; white r1c7 r1c8; white r4c2 r5c2; white r4c8 r4c9; white r5c3 r5c4; white r5c4 r6c4; white r6c1 r7c1; white r7c2 r8c2; white r7c6 r7c7; white r8c4 r8c5; white r8c6 r9c6; white r9c2 r9c3; white r9c5 r9c6; black r1c1 r2c1; black r1c2 r2c2; black r4c9 r5c9; black r5c2 r6c2; black r7c3 r8c3; black r7c4 r8c4; black r7c7 r8c7; black r8c5 r8c6; black r9c4 r9c5',
  ),
  '6 × 6': puzzleOf(geometry(6), cellsOf('15.3....4....2...3...16.......5..2.6', symbolsFor(6))),
  '16 × 16': puzzleOf(
    geometry(16),
    cellsOf(
      '.7.6AD....4E.C...19B4.58D....3.74.8.G9....7...51..3C..B69G...4.E.A..2.1..D.F..76G.1..A8C26975E.....76...G.38.1.C.2..3B...A.........51E9.A4.B....9B2D...478....1A.G.48....1.D....6...F..A.9.5G....E5..14D6B..2.F81.A.E..G87...D6...D.9....35G...4..4......C..95..',
      symbolsFor(16),
    ),
  ),
  '25 × 25': puzzleOf(
    geometry(25),
    cellsOf(HARD_25X25.replaceAll('\n', ''), 'ABCDEFGHIJKLMNOPQRSTUVWXY'),
    'ABCDEFGHIJKLMNOPQRSTUVWXY',
  ),
};
