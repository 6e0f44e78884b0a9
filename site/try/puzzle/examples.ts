import { geometry } from '../../../core/solver/geometry.ts';
import { HARD_25X25 } from '../hard-25x25.ts';
import { type Puzzle, puzzleOf } from '../puzzle.ts';
import { cellsOf, symbolsFor } from '../symbols.ts';

const nine = (line: string, variant: 'classic' | 'x' = 'classic'): Puzzle =>
  puzzleOf(geometry(9, variant), cellsOf(line, symbolsFor(9)));

/** Puzzles by the name that the page shows. */
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
