// Follows chains link by link.

import type { WitnessGrid } from './grid.ts';
import {
  type Claim,
  cellNamed,
  cellsIn,
  claim,
  claimIn,
  claimOn,
  claimsIn,
  digitsIn,
  everywhere,
  form,
  isIn,
  lossesIn,
  type Outcome,
  sameClaims,
  sameSet,
  unitsIn,
} from './told.ts';

export class ChainWitness {
  readonly #grid: WitnessGrid;

  constructor(grid: WitnessGrid) {
    this.#grid = grid;
  }

  cycle([one, other, seen, rest]: string[], chains: readonly string[]): Outcome {
    claim(chains.length === 1, 'no loop');
    const nodes = chains[0]!.split(' -> ').map(claimIn);
    for (const [i, node] of nodes.entries()) {
      const before = nodes.at(i - 1)!;
      claim(node.isTrue !== before.isTrue, 'two nodes in a row are true');
      if (node.isTrue) claim(this.#isForced(node, [before]), 'a link does not follow');
      else claim(this.#excludes(before, node), 'a link does not follow');
    }
    const halves = [claimsIn(one!), claimsIn(other!)];
    claim(
      sameClaims(
        halves[0]!,
        nodes.filter(({ isTrue }) => isTrue),
      ),
      'other candidates in the first half',
    );
    const opposite = nodes.filter(({ isTrue }) => !isTrue).map((node) => ({ ...node, isTrue: true }));
    claim(sameClaims(halves[1]!, opposite), 'other candidates in the second half');
    const gone = Array.from(
      seen!.matchAll(everywhere`(CELL) sees (DIGIT) in (CELL) or (CELL)`),
      ([, name, number, ...names]) => {
        const [cell, digit] = [cellNamed(name!), Number(number)];
        for (const [i, half] of halves.entries()) {
          const at = cellNamed(names[i]!);
          claim(
            half.some((node) => node.cell === at && node.digit === digit) && this.#grid.sees(cell, at),
            'the cell does not see it',
          );
        }
        return { cell, digit, isTrue: false };
      },
    );
    return lossesIn(rest!, gone);
  }

  opposite([cell, not, digit, way, again, same, must, last]: string[], chains: readonly string[]): Outcome {
    claim(cell === same && digit === again && digit === last, 'another candidate is concluded');
    claim(
      (not === undefined) === (way === 'could not') && (not === undefined) === (must === 'cannot'),
      'not the opposite',
    );
    const start = { ...claimOn(cell!, digit!), isTrue: not === undefined };
    return this.common([start], [cell!, must!, digit!], chains);
  }

  contradiction(
    [cell, not, digit, end, both, again, same, must, last]: string[],
    chains: readonly string[],
  ): Outcome {
    claim(cell === same && digit === last && both === again, 'another candidate is concluded');
    claim((not === undefined) === (must === 'cannot') && chains.length === 2, 'not the opposite');
    const start = { ...claimOn(cell!, digit!), isTrue: not === undefined };
    const clash = claimOn(end!, both!);
    this.#leads(chains[0]!, start, clash);
    this.#leads(chains[1]!, start, { ...clash, isTrue: false });
    return this.#result([cell!, must!, digit!]);
  }

  /** All starts lead to the same result. */
  common(starts: readonly Claim[], result: string[], chains: readonly string[]): Outcome {
    claim(starts.length === chains.length, 'not a chain for each case');
    const outcome = this.#result(result);
    for (const [i, chain] of chains.entries())
      this.#leads(chain, starts[i]!, outcome.placed ?? outcome.lost[0]!);
    return outcome;
  }

  #result([cell, must, digit]: string[]): Outcome {
    const on = claimOn(cell!, digit!);
    claim(this.#grid.candidates[on.cell]!.has(on.digit), 'no candidate');
    return must === 'must' ? { placed: on, lost: [] } : { lost: [{ ...on, isTrue: false }] };
  }

  /** Follows a chain link by link. */
  #leads(chain: string, start: Claim, end: Claim): void {
    const known: Claim[] = [];
    for (const [s, segment] of chain.split('; ').entries()) {
      let causes: Claim[] = [];
      for (const [i, part] of segment.split(' -> ').entries()) {
        if (part.startsWith('(')) {
          causes = claimsIn(part);
          claim(
            causes.every((cause) => known.some((one) => sameClaims([one], [cause]))),
            `${part} is not known`,
          );
          continue;
        }
        const [, text, step] = form`^(NODE)(?: \\[(.*)\\])?$`.exec(part)!;
        const node = claimIn(text!);
        if (s === 0 && i === 0) claim(sameClaims([node], [start]), 'another start');
        else if (step !== undefined) this.#followsBy(step, node, causes);
        else if (node.isTrue) claim(this.#isForced(node, causes), `${part} does not follow`);
        else claim(causes.length === 1 && this.#excludes(causes[0]!, node), `${part} does not follow`);
        known.push(node);
        causes = [node];
      }
    }
    claim(sameClaims([known.at(-1)!], [end]), 'another end');
  }

  /** Whether a candidate is false because another is true. */
  #excludes(on: Claim, off: Claim): boolean {
    if (!on.isTrue || !this.#grid.candidates[off.cell]!.has(off.digit)) return false;
    return on.cell === off.cell
      ? on.digit !== off.digit
      : on.digit === off.digit && this.#grid.sees(on.cell, off.cell);
  }

  /** Whether a candidate is the last one in its cell, or in a unit, without those that are false. */
  #isForced({ cell, digit }: Claim, causes: readonly Claim[]): boolean {
    if (causes.some(({ isTrue }) => isTrue) || !this.#grid.candidates[cell]!.has(digit)) return false;
    const others = [...this.#grid.candidates[cell]!].filter((other) => other !== digit);
    if (
      sameClaims(
        causes,
        others.map((other) => ({ cell, digit: other, isTrue: false })),
      )
    )
      return true;
    return this.#grid.units.some((unit) => {
      const places = this.#grid.places(unit, digit).filter((other) => other !== cell);
      return (
        isIn(cell, unit) &&
        sameClaims(
          causes,
          places.map((other) => ({ cell: other, digit, isTrue: false })),
        )
      );
    });
  }

  /** Whether a named step on what is left removes a candidate. */
  #followsBy(step: string, { cell, digit, isTrue }: Claim, causes: readonly Claim[]): void {
    claim(
      !isTrue && causes.length > 0 && causes.every((cause) => !cause.isTrue),
      'not from false candidates',
    );
    const left = this.#grid.without(causes);
    const [, name, numbers, names, unitNames] = form`^([A-Za-z -]+): ([1-9,]+) in ([rc1-9,]+) of (.*)$`.exec(
      step,
    )!;
    const [digits, cells, units] = [digitsIn(numbers!), cellsIn(names!), unitsIn(unitNames!)];
    claim(new Set(digits).size === digits.length && new Set(cells).size === cells.length, 'named twice');
    const places = (unit: string, one: number) => this.#grid.places(unit, one, left);
    if (name === 'Pointing' || name === 'Claiming') {
      claim(
        sameSet(places(units[0]!, digits[0]!), cells) && cells.every((one) => isIn(one, units[1]!)),
        `${step} is not there`,
      );
      claim(
        digit === digits[0] && isIn(cell, units[1]!) && !isIn(cell, units[0]!),
        `${step} does not remove it`,
      );
    } else if (name === 'Hidden Pair') {
      claim(
        cells.length === 2 && digits.every((one) => sameSet(places(units[0]!, one), cells)),
        `${step} is not there`,
      );
      claim(cells.includes(cell) && !digits.includes(digit), `${step} does not remove it`);
    } else if (name === 'Naked Pair') {
      claim(cells.length === 2 && cells.every((one) => sameSet(left[one]!, digits)), `${step} is not there`);
      claim(
        [...cells, cell].every((one) => isIn(one, units[0]!)),
        `${step} is elsewhere`,
      );
      claim(!cells.includes(cell) && digits.includes(digit), `${step} does not remove it`);
    } else {
      claim(name === 'X-Wing' && units.length === 4, 'no known step');
      const [base, cover] = [units.slice(0, 2), units.slice(2)];
      claim(
        sameSet(
          base.flatMap((unit) => places(unit, digits[0]!)),
          cells,
        ),
        `${step} is not there`,
      );
      claim(
        cells.every((one) => cover.some((unit) => isIn(one, unit))),
        `${step} is not there`,
      );
      const isCrossed = cover.some((unit) => isIn(cell, unit)) && !base.some((unit) => isIn(cell, unit));
      claim(digit === digits[0] && isCrossed, `${step} does not remove it`);
    }
  }
}
