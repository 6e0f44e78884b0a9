// Checks what the sentences of graded steps say, against candidates of its own: it reads cells, digits and units out of the text
// and tests each claim by looking at all cells. It shares no code with the sentences, and knows nothing of how steps are found.

import { ChainWitness } from './chains.ts';
import { WitnessGrid } from './grid.ts';
import {
  all,
  type Candidates,
  type Claim,
  cellNamed,
  cellsIn,
  claim,
  claimOn,
  digitsIn,
  everywhere,
  FalseClaim,
  form,
  isIn,
  linesIn,
  lossesIn,
  nine,
  type Outcome,
  outcomeOf,
  type Rule,
  sameClaims,
  sameSet,
  type ToldStep,
  unitsIn,
} from './told.ts';

/** A puzzle, and its candidates after the steps so far. */
export class SentenceWitness {
  readonly #grid: WitnessGrid;
  readonly #chains: ChainWitness;

  constructor(puzzle: string, hasDiagonals: boolean) {
    this.#grid = new WitnessGrid(puzzle, hasDiagonals);
    this.#chains = new ChainWitness(this.#grid);
  }

  /** Checks the sentences of a step and applies it. @returns what is false; undefined if nothing is */
  read(step: ToldStep): string | undefined {
    const told = outcomeOf(step.text);
    let fault: string | undefined;
    try {
      const { placed, lost } = this.#check(step);
      claim(sameClaims(placed ? [placed] : [], told.placed ? [told.placed] : []), 'another digit is placed');
      if (!told.placed) claim(sameClaims(lost, told.lost), 'other candidates are removed');
    } catch (error) {
      if (!(error instanceof FalseClaim)) throw error;
      fault = `${step.text}: ${error.message}: ${step.why} ${step.chains?.join(' | ') ?? ''}`;
    }
    return fault;
  }

  apply({ text }: ToldStep): void {
    const { placed, lost } = outcomeOf(text);
    for (const { cell, digit } of lost) this.#grid.candidates[cell]!.delete(digit);
    if (placed) this.#grid.place(placed.cell, placed.digit);
  }

  #check({ why, chains = [] }: ToldStep): Outcome {
    for (const [form, check] of this.#rules) {
      const found = form.exec(why);
      if (found) return check(found.slice(1), chains);
    }
    throw new FalseClaim('the sentence has no known form');
  }

  readonly #rules: readonly Rule[] = [
    [
      form`^(UNIT) has one empty cell: (CELL) must be (DIGIT)\\.$`,
      ([unit, cell, digit]) => this.#lastCell(unit!.toLowerCase(), claimOn(cell!, digit!)),
    ],
    [
      form`^(?:In|On) (UNIT), only (CELL) can be (DIGIT)\\.$`,
      ([unit, cell, digit]) => this.#onlyPlace(unit!, claimOn(cell!, digit!)),
    ],
    [
      form`^(UNITS) contain (?:every digit except ([1-9])|(DIGITS))(?:, and earlier steps have ruled out (DIGITS))?: (CELL) must be (DIGIT)\\.$`,
      (found) => this.#nakedSingle(found),
    ],
    [
      form`^All places for (DIGIT) (?:in|on) (UNIT) are also (?:in|on) (UNIT), so no other cell of (UNIT) can be (DIGIT)(: LOSSES|\\. That leaves .*)\\.$`,
      (found) => this.#locked(found),
    ],
    [
      form`^(?:In|On) (UNIT), only (CELLS) can be (DIGITS), so these hold nothing else(: LOSSES|\\. That leaves .*)\\.$`,
      (found) => this.#hiddenSet(found),
    ],
    [
      form`^(?:In|On) (UNIT), (CELLS) can only be (DIGITS), so no other cell of (UNIT) can: (LOSSES)\\.$`,
      (found) => this.#nakedSet(found),
    ],
    [
      form`^In (LINES), all places for (DIGIT) are in (LINES), so no other cell of these (row|column)s can be (DIGIT): (LOSSES)\\.$`,
      (found) => this.#fish(found),
    ],
    [
      form`^(CELL) is (DIGITS): if it is (DIGIT), (CELL) is (DIGIT); if it is (DIGIT), (CELL) is (DIGIT)\\. A cell that sees (CELLS|all three) cannot be (DIGIT): (LOSSES)\\.$`,
      (found) => this.#wing(found),
    ],
    [
      form`^If (CELLS) could only be (DIGITS), the two digits could be swapped, and the puzzle would have two solutions\\. Only (CELLS) can be anything else, (.*): (LOSSES)\\.$`,
      (found) => this.#uniqueLoop(found),
    ],
    [
      form`^Without ((?:DIGITS in CELL(?:, | and )?)+), every empty cell would have two candidates, and every missing digit two places in each unit, so the puzzle would not have exactly one solution\\. So (.*): (LOSSES)\\.$`,
      (found) => this.#grave(found),
    ],
    [
      form`^((?:If CELL were DIGIT, CELLS could not be .*?\\. )+)That leaves nothing: (LOSSES)\\.$`,
      (found) => this.#aligned(found),
    ],
    [
      form`^Around the loop, either (.*) are true, or (.*) are\\. Either way, (.*): (LOSSES)\\.$`,
      (found, chains) => this.#chains.cycle(found, chains),
    ],
    [
      form`^If (CELL) were (not )?(DIGIT), the chain shows that it (could not|would have to) be (DIGIT)\\. So (CELL) (must|cannot) be (DIGIT)\\.$`,
      (found, chains) => this.#chains.opposite(found, chains),
    ],
    [
      form`^If (CELL) were (not )?(DIGIT), (CELL) would be both (DIGIT) and not (DIGIT)\\. So (CELL) (must|cannot) be (DIGIT)\\.$`,
      (found, chains) => this.#chains.contradiction(found, chains),
    ],
    [
      form`^Whether (CELL) is (DIGITS), (CELL) (must|cannot) be (DIGIT)\\.$`,
      ([cell, digits, ...result], chains) => {
        const at = cellNamed(cell!);
        claim(sameSet(this.#grid.candidates[at]!, digitsIn(digits!)), 'not all candidates of the cell');
        return this.#chains.common(
          digitsIn(digits!).map((digit) => ({ cell: at, digit, isTrue: true })),
          result,
          chains,
        );
      },
    ],
    [
      form`^Whether the (DIGIT) (?:in (?!d)|on (?=d))(UNIT) is in (CELLS), (CELL) (must|cannot) be (DIGIT)\\.$`,
      ([digit, unit, cells, ...result], chains) => {
        claim(
          sameSet(this.#grid.places(unit!, Number(digit)), cellsIn(cells!)),
          'not all places of the unit',
        );
        return this.#chains.common(
          cellsIn(cells!).map((cell) => ({ cell, digit: Number(digit), isTrue: true })),
          result,
          chains,
        );
      },
    ],
    [
      form`^Whether or not (CELL) is (DIGIT), (CELL) (must|cannot) be (DIGIT)\\.$`,
      ([cell, digit, ...result], chains) => {
        const on = claimOn(cell!, digit!);
        claim(this.#grid.candidates[on.cell]!.has(on.digit), 'no candidate');
        return this.#chains.common([on, { ...on, isTrue: false }], result, chains);
      },
    ],
  ];

  #lastCell(unit: string, placed: Claim): Outcome {
    claim(this.#grid.units.includes(unit), `there is no ${unit}`);
    const cells = all.filter((cell) => isIn(cell, unit));
    claim(
      sameSet(
        cells.filter((cell) => this.#grid.values[cell] === 0),
        [placed.cell],
      ),
      'not the only empty cell',
    );
    claim(!cells.some((cell) => this.#grid.values[cell] === placed.digit), 'the digit is there already');
    return { placed, lost: [] };
  }

  #onlyPlace(unit: string, placed: Claim, candidates?: Candidates): Outcome {
    claim(sameSet(this.#grid.places(unit, placed.digit, candidates), [placed.cell]), 'not the only place');
    return { placed, lost: [] };
  }

  #nakedSingle([units, except, contained, ruledOut, cell, digit]: string[]): Outcome {
    const placed = claimOn(cell!, digit!);
    const own = this.#grid.units.filter((unit) => isIn(placed.cell, unit));
    claim(sameSet(unitsIn(units!.toLowerCase()), own), 'not the units of the cell');
    const seen = all
      .filter((other) => this.#grid.sees(placed.cell, other))
      .map((other) => this.#grid.values[other]!);
    const standing = nine.filter((one) => seen.includes(one));
    const said = except ? nine.filter((one) => one !== Number(except)) : digitsIn(contained!);
    claim(sameSet(standing, said), 'other digits stand there');
    const removed = nine.filter(
      (one) => !standing.includes(one) && !this.#grid.candidates[placed.cell]!.has(one),
    );
    claim(sameSet(removed, digitsIn(ruledOut ?? '')), 'other digits were removed');
    claim(sameSet(this.#grid.candidates[placed.cell]!, [placed.digit]), 'not the only candidate');
    return { placed, lost: [] };
  }

  /** What a direct step places once candidates are gone, or the losses. */
  #consequence(text: string, gone: readonly Claim[]): Outcome {
    const direct = form`^\\. That leaves one place for (DIGIT) (?:in|on) (UNIT): (CELL)$`.exec(text);
    if (!direct) return lossesIn(text, gone);
    const [, digit, unit, cell] = direct;
    return this.#onlyPlace(unit!, claimOn(cell!, digit!), this.#grid.without(gone));
  }

  #locked([digit, from, into, other, again, rest]: string[]): Outcome {
    claim(other === into && again === digit, 'another unit or digit is concluded');
    const places = this.#grid.places(from!, Number(digit));
    claim(places.length > 1 && places.every((cell) => isIn(cell, into!)), 'a place is elsewhere');
    const others = this.#grid.places(into!, Number(digit)).filter((cell) => !isIn(cell, from!));
    return this.#consequence(rest!, this.#grid.gone(others, [Number(digit)]));
  }

  #hiddenSet([unit, names, numbers, rest]: string[]): Outcome {
    const [cells, digits] = [cellsIn(names!), digitsIn(numbers!)];
    claim(
      cells.length === digits.length && new Set(digits).size === digits.length,
      'not as many digits as cells',
    );
    const places = digits.map((digit) => this.#grid.places(unit!, digit));
    claim(
      places.every((some) => some.length > 0),
      'a digit has no place',
    );
    claim(sameSet(places.flat(), cells), 'the digits have other places');
    return this.#consequence(
      rest!,
      this.#grid.gone(
        cells,
        nine.filter((digit) => !digits.includes(digit)),
      ),
    );
  }

  #nakedSet([unit, names, numbers, other, rest]: string[]): Outcome {
    claim(other === unit, 'another unit is concluded');
    const [cells, digits] = [cellsIn(names!), digitsIn(numbers!)];
    claim(
      cells.every((cell) => isIn(cell, unit!) && this.#grid.values[cell] === 0),
      'a cell is elsewhere',
    );
    claim(cells.length === digits.length, 'not as many digits as cells');
    claim(
      sameSet(
        cells.flatMap((cell) => [...this.#grid.candidates[cell]!]),
        digits,
      ),
      'the cells have other candidates',
    );
    return lossesIn(
      rest!,
      this.#grid.gone(
        all.filter((cell) => isIn(cell, unit!) && !cells.includes(cell)),
        digits,
      ),
    );
  }

  #fish([bases, digit, covers, kind, again, rest]: string[]): Outcome {
    const [base, cover] = [linesIn(bases!), linesIn(covers!)];
    claim(base.length === cover.length && again === digit, 'not as many lines');
    claim(
      cover.every((unit) => unit.startsWith(kind!)) && base.every((unit) => !unit.startsWith(kind!)),
      'not lines across',
    );
    const covered = (cell: number) => cover.some((unit) => isIn(cell, unit));
    for (const unit of base) {
      const places = this.#grid.places(unit, Number(digit));
      claim(places.length > 0 && places.every(covered), `a place of ${unit} is elsewhere`);
    }
    const isUsed = cover.every((unit) =>
      this.#grid.places(unit, Number(digit)).some((cell) => base.some((line) => isIn(cell, line))),
    );
    claim(isUsed, 'a line across is not needed');
    const others = all.filter((cell) => covered(cell) && !base.some((unit) => isIn(cell, unit)));
    return lossesIn(rest!, this.#grid.gone(others, [Number(digit)]));
  }

  #wing([pivotName, numbers, x, one, z1, y, other, z2, seen, z, rest]: string[]): Outcome {
    const [pivot, first, second] = [cellNamed(pivotName!), cellNamed(one!), cellNamed(other!)];
    const digit = Number(z);
    claim(z1 === z && z2 === z && x !== y, 'different digits are concluded');
    claim(sameSet(this.#grid.candidates[pivot]!, digitsIn(numbers!)), 'other candidates in the pivot');
    for (const [pincer, when] of [
      [first, Number(x)],
      [second, Number(y)],
    ] as const) {
      claim(this.#grid.sees(pivot, pincer), 'the pivot does not see a pincer');
      claim(sameSet(this.#grid.candidates[pincer]!, [when, digit]), 'other candidates in a pincer');
    }
    const isXyz = seen === 'all three';
    claim(
      sameSet(digitsIn(numbers!), isXyz ? [Number(x), Number(y), digit] : [Number(x), Number(y)]),
      'a case is missing',
    );
    const holders = isXyz ? [pivot, first, second] : [first, second];
    if (!isXyz) claim(sameSet(cellsIn(seen!), holders), 'other cells hold the digit');
    return lossesIn(rest!, this.#grid.gone(this.#grid.seeing(holders), [digit]));
  }

  #uniqueLoop([names, numbers, some, therefore, rest]: string[]): Outcome {
    const [loop, pair, extraCells] = [cellsIn(names!), digitsIn(numbers!), cellsIn(some!)];
    claim(pair.length === 2 && loop.length >= 4 && new Set(loop).size === loop.length, 'no loop');
    claim(
      loop.every((cell) => pair.every((digit) => this.#grid.candidates[cell]!.has(digit))),
      'a cell lacks a digit of the pair',
    );
    for (const unit of this.#grid.units) {
      const parities = loop.flatMap((cell, i) => (isIn(cell, unit) ? [i % 2] : []));
      claim(parities.length === 0 || sameSet(parities, [0, 1]), `the digits cannot be swapped in ${unit}`);
      claim(parities.length <= 2, `the digits cannot be swapped in ${unit}`);
    }
    const more = (cell: number) => [...this.#grid.candidates[cell]!].filter((digit) => !pair.includes(digit));
    claim(
      sameSet(
        loop.filter((cell) => more(cell).length > 0),
        extraCells,
      ),
      'other cells can be anything else',
    );
    const extras = [...new Set(extraCells.flatMap(more))];
    if (therefore === 'so it must be') {
      claim(extraCells.length === 1, 'several cells can be');
      return lossesIn(rest!, this.#grid.gone(extraCells, pair));
    }
    const same = form`^and that is (DIGIT), so one of them is\\. (.*)$`.exec(therefore!);
    if (same) {
      claim(sameSet(extras, [Number(same[1])]), 'other extra digits');
      return this.#seenByAll(same[2]!, rest!, extraCells, extras);
    }
    const four =
      form`^so one of them must be\\. (?:In|On) (UNIT), only these can be (DIGIT), so one is, and the other is neither (DIGITS)$`.exec(
        therefore!,
      );
    if (four) {
      claim(sameSet(this.#grid.places(four[1]!, Number(four[2])), extraCells), 'other places for the digit');
      claim(
        extraCells.length === 2 && pair.includes(Number(four[2])) && sameSet(digitsIn(four[3]!), pair),
        'other digits',
      );
      return lossesIn(
        rest!,
        this.#grid.gone(
          extraCells,
          pair.filter((digit) => digit !== Number(four[2])),
        ),
      );
    }
    const set = form`^so one of them must be (DIGITS)\\. (.*)$`.exec(therefore!);
    claim(set !== null && sameSet(extras, digitsIn(set[1]!)), 'other extra digits');
    const hidden =
      form`^(?:In|On) (UNIT), (DIGITS) then fit only in the other one(?:, (CELLS))? and (CELL), so (CELLS) can be nothing else$`.exec(
        set[2]!,
      );
    if (!hidden) return this.#setWith(set[2]!, rest!, extraCells, extras);
    const [, unit, digits, ...others] = hidden;
    const members = cellsIn(others.slice(0, 2).join());
    const inSet = digitsIn(digits!);
    claim(sameSet(members, cellsIn(others[2]!)), 'other cells are concluded');
    claim(
      extraCells.every((cell) => isIn(cell, unit!)) && !extras.some((digit) => inSet.includes(digit)),
      'no set',
    );
    claim(inSet.length === members.length + 1, 'not as many digits as cells');
    const places = inSet.flatMap((digit) => this.#grid.places(unit!, digit));
    claim(
      places.every((cell) => extraCells.includes(cell) || members.includes(cell)),
      'other places',
    );
    return lossesIn(
      rest!,
      this.#grid.gone(
        members,
        nine.filter((digit) => !inSet.includes(digit)),
      ),
    );
  }

  #seenByAll(text: string, rest: string, cells: readonly number[], digits: readonly number[]): Outcome {
    const seen = form`^A cell that sees (CELLS) cannot be (DIGIT)$`.exec(text);
    claim(
      seen !== null && sameSet(cellsIn(seen[1]!), cells) && sameSet(digits, [Number(seen[2])]),
      'not these cells',
    );
    return lossesIn(rest, this.#grid.gone(this.#grid.seeing(cells), digits));
  }

  /** One of some cells has one of some digits, and with others makes a naked set. */
  #setWith(text: string, rest: string, cells: readonly number[], digits: readonly number[]): Outcome {
    const found = form`^With (CELLS), which can only be (DIGITS), it uses up (DIGITS) (?:in|on) (UNIT)$`.exec(
      text,
    );
    claim(found !== null, 'no set is named');
    const [members, set, unit] = [cellsIn(found[1]!), digitsIn(found[2]!), found[4]!];
    claim(
      sameSet(set, digitsIn(found[3]!)) && set.length === members.length + 1,
      'not as many digits as cells',
    );
    claim(
      [...members, ...cells].every((cell) => isIn(cell, unit)),
      'a cell is elsewhere',
    );
    claim(!members.some((cell) => cells.includes(cell)), 'a cell is counted twice');
    const own = members.flatMap((cell) => [...this.#grid.candidates[cell]!]);
    claim(sameSet(own, set) && digits.every((digit) => set.includes(digit)), 'other candidates');
    const others = all.filter((cell) => isIn(cell, unit) && !members.includes(cell) && !cells.includes(cell));
    return lossesIn(rest, this.#grid.gone(others, set));
  }

  #grave([extraText, therefore, rest]: string[]): Outcome {
    const extras = Array.from(extraText!.matchAll(everywhere`(DIGITS) in (CELL)`), ([, digits, cell]) =>
      digitsIn(digits!).map((digit) => claimOn(cell!, `${digit}`)),
    ).flat();
    claim(
      extras.every(({ cell, digit }) => this.#grid.candidates[cell]!.has(digit)),
      'no candidate',
    );
    const left = this.#grid.without(extras);
    claim(
      all.every((cell) => this.#grid.values[cell] !== 0 || left[cell]!.size === 2),
      'a cell would have other candidates',
    );
    for (const unit of this.#grid.units) {
      for (const digit of nine) {
        const isPlaced = all.some((cell) => isIn(cell, unit) && this.#grid.values[cell] === digit);
        claim(
          isPlaced || this.#grid.places(unit, digit, left).length === 2,
          `${digit} would not have two places in ${unit}`,
        );
      }
    }
    const cells = [...new Set(extras.map(({ cell }) => cell))];
    const digits = [...new Set(extras.map(({ digit }) => digit))];
    const one = form`^(CELL) must be (DIGITS)$`.exec(therefore!);
    if (one) {
      claim(
        sameSet(cells, [cellNamed(one[1]!)]) && sameSet(digits, digitsIn(one[2]!)),
        'another cell or digit',
      );
      return lossesIn(
        rest!,
        this.#grid.gone(
          cells,
          nine.filter((digit) => !digits.includes(digit)),
        ),
      );
    }
    const several = /^one of these is true\. (.*)$/.exec(therefore!);
    claim(several !== null, 'nothing is concluded');
    if (several[1]!.startsWith('A cell')) return this.#seenByAll(several[1]!, rest!, cells, digits);
    const four =
      form`^(?:In|On) (UNIT), only (CELLS) can be (DIGIT), so one is, and the other has its extra candidate$`.exec(
        several[1]!,
      );
    if (!four) return this.#setWith(several[1]!, rest!, cells, digits);
    const digit = Number(four[3]);
    claim(cells.length === 2 && sameSet(cellsIn(four[2]!), cells), 'other cells');
    claim(sameSet(this.#grid.places(four[1]!, digit), cells) && !digits.includes(digit), 'other places');
    const gone = cells.flatMap((cell) => {
      const own = extras.filter((extra) => extra.cell === cell).map((extra) => extra.digit);
      return this.#grid.gone(
        [cell],
        nine.filter((other) => other !== digit && !own.includes(other)),
      );
    });
    return lossesIn(rest!, gone);
  }

  #aligned([cases, rest]: string[]): Outcome {
    const gone: Claim[] = [];
    for (const [, name, number, names, list] of cases!.matchAll(
      everywhere`If (CELL) were (DIGIT), (CELLS) could not be (.*?)\\. (?=If|$)`,
    )) {
      const assumed = { cell: cellNamed(name!), digit: Number(number), isTrue: true };
      const others = cellsIn(names!);
      const refuted = new Set<string>();
      for (const [, combinations, reason] of list!.matchAll(/([^()]+) \(([^()]+)\)/g)) {
        for (const combination of combinations!.replace(/^(, | or )/, '').split(', ')) {
          const digits = [assumed.digit, ...digitsIn(combination)];
          claim(digits.length === others.length + 1, 'not a digit for each cell');
          refuted.add(digits.slice(1).join());
          claim(this.#refutes(reason!, [assumed.cell, ...others], digits), `${combination} is not refuted`);
        }
      }
      const combinations = others.reduce<number[][]>(
        (before, cell) =>
          before.flatMap((some) => Array.from(this.#grid.candidates[cell]!, (digit) => [...some, digit])),
        [[]],
      );
      claim(
        sameSet(
          combinations.map((one) => one.join()),
          refuted,
        ),
        'other combinations are possible',
      );
      claim(this.#grid.candidates[assumed.cell]!.has(assumed.digit), 'no candidate');
      gone.push({ ...assumed, isTrue: false });
    }
    return lossesIn(rest!, gone);
  }

  #refutes(reason: string, cells: readonly number[], digits: readonly number[]): boolean {
    const pair = form`^(CELL) and (CELL) see each other$`.exec(reason);
    if (pair) {
      const [i, k] = [cells.indexOf(cellNamed(pair[1]!)), cells.indexOf(cellNamed(pair[2]!))];
      return i >= 0 && k >= 0 && i !== k && digits[i] === digits[k] && this.#grid.sees(cells[i]!, cells[k]!);
    }
    const emptied = form`^(CELL) has only (DIGITS)$`.exec(reason);
    if (!emptied) return false;
    const at = cellNamed(emptied[1]!);
    const taken = digits.filter((_, i) => this.#grid.sees(at, cells[i]!));
    return (
      sameSet(this.#grid.candidates[at]!, digitsIn(emptied[2]!)) &&
      digitsIn(emptied[2]!).every((digit) => taken.includes(digit))
    );
  }
}
